"""cxxnet's tasks from one settings file: train, finetune, pred, pred_raw, extract, get_weight.

Models are files of Dusk's own (`0003.model`, a safetensors file), by the names of layers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.formats.cxxnet.conf import Conf, Entry, read_conf
from dusk.formats.cxxnet.iterators import Batch, Samples, contained
from dusk.formats.cxxnet.trainer import Trainer

Array = np.ndarray[Any, Any]
Tell = Callable[[str], None]


@dataclass
class Done:
    """What a task did: metrics of each round, files it wrote, and what `pairtest` layers found (round, layer, what is
    compared, relative difference)."""

    task: str
    rounds: list[dict[str, float]] = field(default_factory=list[dict[str, float]])
    files: list[Path] = field(default_factory=list[Path])
    differences: list[tuple[int, str, str, float]] = field(default_factory=list[tuple[int, str, str, float]])


def run_task(path: Any, settings: Mapping[str, str] | None = None, tell: Tell = print) -> Done:
    """Do what a settings file says, with further settings, which go before those in the file; `tell` takes lines of
    text.

    Files it names are read and written in its folder alone; others are named in `settings`. FormatError: the settings
    or a file do not fit, with the line; OSError: a file cannot be read or written.
    """
    conf = read_conf(path, settings)
    task = conf.setting("task", "train")
    if task not in _TASKS:
        raise FormatError(f"{path}: task is {', '.join(_TASKS)}, not {task[:40]!r}")
    return _TASKS[task](_Work(conf, task, tell))


class _Work:
    """A task under way."""

    def __init__(self, conf: Conf, task: str, tell: Tell) -> None:
        self.conf, self.tell = conf, tell
        self.done = Done(task)
        self.trainer = Trainer(conf)
        self.silent = conf.whole("silent", 0) != 0

    def path(self, name: str, default: str = "") -> Path:
        """A file or folder that a setting names."""
        entry = self.conf.last(name)
        if entry is None:
            if not default:
                raise FormatError(f"{self.conf.path}: the task {self.done.task} needs {name}")
            entry = Entry(name, str(Path(self.conf.path).resolve().parent / default))
        return contained(self.conf, entry)

    def samples(self, kind: str) -> list[Samples]:
        """The sections of a kind."""
        trainer = self.trainer
        return [
            Samples(self.conf, s, trainer.net.input_shape, trainer.batch, trainer.seed)
            for s in self.conf.sections
            if s.kind == kind
        ]

    def only(self, kind: str) -> Samples:
        found = self.samples(kind)
        if len(found) != 1:
            raise FormatError(f"{self.conf.path}: the task {self.done.task} needs one section {kind}, not {len(found)}")
        return found[0]

    def scored(self, samples: Samples) -> Iterator[tuple[Array, Batch]]:
        for batch in samples.batches(whole=True):
            yield self.trainer.scores(batch), batch

    def write(self, path: Path, parts: list[bytes]) -> None:
        write_atomically(path, parts)
        self.done.files.append(path)


def _train(work: _Work) -> Done:
    trainer, done = work.trainer, work.done
    if not trainer.net.labels:
        raise FormatError(f"{work.conf.path}: the net has no loss layer, so there is nothing that it could learn by")
    data = work.only("data")
    tests = work.samples("eval")
    folder = work.path("model_dir", "models")
    begin = _beginning(work, folder)
    if begin == 0:
        _save(work, folder, 0)
        begin = 1
    with_train = work.conf.whole("eval_train", 0) != 0
    last = min(work.conf.whole("num_round", 10), begin - 1 + work.conf.whole("max_round", 1 << 30))
    for number in range(begin, last + 1):
        seen: list[tuple[Array, Batch]] = []
        for batch in data.batches(False, number):
            scores = trainer.update(batch)
            if with_train:
                seen.append((scores, batch._replace(data=batch.data[:0])))
        found = trainer.evaluate("train", seen) if seen else {}
        for samples in tests:
            found |= trainer.evaluate(samples.section.name, work.scored(samples))
        done.rounds.append(found)
        done.differences += [(number, *row) for row in trainer.differences]
        if not work.silent:
            work.tell(f"[{number}]" + "".join(f"\t{name}:{value:g}" for name, value in found.items()))
            for layer, what, away in trainer.differences:
                work.tell(f"pairtest {layer}: {what} differs by {away:g}")
        trainer.differences.clear()
        _save(work, folder, number)
    return done


def _beginning(work: _Work, folder: Path) -> int:
    """The round to begin with, after a model is read where one is to be; 0: a new one."""
    if work.done.task == "finetune":
        names = [layer.name for layer in work.conf.layers if layer.name]
        taken = work.trainer.load(work.path("model_in"), names)
        if not work.silent:
            work.tell(f"copied {', '.join(taken) or 'nothing'}")
        return 0
    if work.conf.whole("continue", 0):
        models = sorted(p for p in folder.glob("*.model") if p.stem.isdecimal()) if folder.is_dir() else []
        if not models:
            raise FormatError(f"{work.conf.path}: there is no model in {folder} to continue from: name one by model_in")
        work.trainer.load(models[-1])
        return int(models[-1].stem) + 1
    if work.conf.last("model_in") is not None:
        path = work.path("model_in")
        work.trainer.load(path)
        return (int(path.stem) if path.stem.isdecimal() else 0) + 1
    return 0


def _save(work: _Work, folder: Path, number: int) -> None:
    period = work.conf.whole("save_model", 1)
    if period and (number + 1) % period == 0:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{number:04d}.model"
        work.trainer.save(path)
        work.done.files.append(path)


def _pred(work: _Work) -> Done:
    samples = work.only("pred")
    work.trainer.load(work.path("model_in"))
    raw = work.done.task == "pred_raw"
    lines: list[str] = []
    for scores, _ in work.scored(samples):
        rows = scores.reshape(len(scores), -1)
        if raw:
            lines += [" ".join(f"{x:g}" for x in row) + "\n" for row in rows]
        else:
            lines += [f"{x:g}\n" for x in (rows[:, 0] if rows.shape[1] == 1 else rows.argmax(axis=1))]
    work.write(_predictions(samples), ["".join(lines).encode()])
    return work.done


def _extract(work: _Work) -> Done:
    samples = work.only("pred")
    work.trainer.load(work.path("model_in"))
    node = work.trainer.node(work.conf.setting("extract_node_name") or "top[-1]")
    found = np.concatenate([work.trainer.scores(batch, node) for batch in samples.batches(whole=True)])
    shape = found.shape[1:] if found.ndim == 4 else (1, 1, *found.shape[1:])
    meta = f"{len(found)},{','.join(map(str, shape))}\n"
    _tell_values(work, _predictions(samples), found.reshape(len(found), -1), meta)
    return work.done


def _predictions(samples: Samples) -> Path:
    """The file that a section pred is named by."""
    section = samples.section
    return contained(samples.conf, Entry(section.kind, section.name, section.line))


def _get_weight(work: _Work) -> Done:
    work.trainer.load(work.path("model_in"))
    layer, tag = work.conf.setting("extract_layer_name"), work.conf.setting("weight_name") or "wmat"
    names = [n for n, w in work.trainer.net.weights.items() if w.layer.name == layer and w.tag == tag and layer]
    if not names:
        raise FormatError(f"{work.conf.path}: no layer named {layer[:40]!r} has a weight {tag[:40]}")
    found = work.trainer.run.arg_dict[names[0]].numpy()
    rows = found.reshape(len(found), -1) if found.ndim > 1 else found[None]
    _tell_values(work, work.path("weight_filename"), rows, " ".join(map(str, found.shape)) + "\n")
    return work.done


def _tell_values(work: _Work, path: Path, rows: Array, meta: str) -> None:
    """Write rows as text, or as the bytes of floats, and their shape beside them."""
    if work.conf.setting("output_format", "txt") == "txt":
        parts = ["".join(" ".join(f"{x:g}" for x in row) + "\n" for row in rows).encode()]
    else:
        parts = [rows.astype("<f4").tobytes()]
    work.write(path, parts)
    work.write(path.with_name(path.name + ".meta"), [meta.encode()])


_TASKS: dict[str, Callable[[_Work], Done]] = {
    "train": _train,
    "finetune": _train,
    "pred": _pred,
    "pred_raw": _pred,
    "extract": _extract,
    "extract_feature": _extract,
    "get_weight": _get_weight,
}
