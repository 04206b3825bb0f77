"""Recurrent models of text."""

from __future__ import annotations

from typing import Any

from dusk.array import as_handle
from dusk.nn.functional import softmax
from dusk.nn.layers import Dropout, Embedding, Linear
from dusk.nn.module import Module
from dusk.nn.recurrent import GRU, LSTM
from dusk.numpy import concatenate, where


class CharLSTM(Module):
    """Characters `x[batch, n]` (integers) to scores `[batch, n, vocabulary]` of those after each, and the state that
    goes on with the next: `model(x, state=None)` gives both."""

    def __init__(
        self, vocabulary: int, *, features: int = 256, hidden: int = 256, layers: int = 1, dropout: float = 0.0
    ) -> None:
        self.embedding = Embedding(vocabulary, features)
        self.lstm = LSTM(hidden, layers=layers, dropout=dropout)
        self.dropout = Dropout(dropout)
        self.scores = Linear(vocabulary)

    def forward(self, x: Any, state: Any = None) -> Any:
        h, state = self.lstm(self.embedding(x), state)
        return self.scores(self.dropout(h)), state


class Seq2Seq(Module):
    """Translation: sentences `x[batch, n]` (integers), and the words `y[batch, m]` that each one's translation begins
    with, to scores `[batch, m, words_out]` of the words after these (Bahdanau, Cho and Bengio 2014; with products as
    in Luong, Pham and Manning 2015).

    `lengths[batch]` says where sentences end: what lies after them is not looked at.
    """

    def __init__(self, words_in: int, words_out: int, *, features: int = 128, hidden: int = 128) -> None:
        self.source, self.target = Embedding(words_in, features), Embedding(words_out, features)
        self.encoder = GRU(hidden, bidirectional=True)
        self.decoder = GRU(hidden)
        self.bridge, self.query, self.mixed = Linear(hidden), Linear(2 * hidden, bias=False), Linear(hidden)
        self.scores = Linear(words_out)

    def forward(self, x: Any, y: Any, lengths: Any = None) -> Any:
        seen, state = self.encoder(self.source(x), lengths=lengths)
        state = self.bridge(concatenate([state[0], state[1]], axis=-1))[None]
        h, _ = self.decoder(self.target(y), state)
        by = self.query(h) @ seen.swapaxes(1, 2)  # [batch, m, n]
        if lengths is not None:
            places = (as_handle(x) * 0 + 1).cumsum(1) - 1
            by = where((places < as_handle(lengths)[:, None])[:, None], by, -1e9)
        context = softmax(by) @ seen
        return self.scores(self.mixed(concatenate([h, context], axis=-1)))
