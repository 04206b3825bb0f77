"""Batches for training: of arrays, files, generators and other libraries' data sets, in an order that can be resumed.

`batches` and `bucketed` serve arrays and sequences, `Loader` everything else; what they deliver are NumPy arrays.
"""

from dusk.data.collate import Padded, collate, pad
from dusk.data.loader import Loader, batches, bucketed
from dusk.data.order import Buckets
from dusk.data.sources import Arrays, Stream
from dusk.data.throughput import Throughput, throughput

__all__ = [
    "Arrays",
    "Buckets",
    "Loader",
    "Padded",
    "Stream",
    "Throughput",
    "batches",
    "bucketed",
    "collate",
    "pad",
    "throughput",
]
