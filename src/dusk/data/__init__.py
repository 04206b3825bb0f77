"""Batches for training: of arrays, files, generators and other libraries' data sets, in an order that can be resumed.

`batches` and `bucketed` serve arrays and sequences, `Loader` everything else; what they deliver are NumPy arrays.
"""

from dusk.data.augment import crop, flip, normalise
from dusk.data.idx import mnist, read_idx, write_idx
from dusk.data.images import ImageRecords, Images, decode_image, encode_image, image_folder, image_list
from dusk.data.loader import Loader, batches, bucketed
from dusk.data.measure import Throughput, throughput
from dusk.data.order import Buckets
from dusk.data.recordio import Header, Records, RecordWriter, pack, records, unpack
from dusk.data.sources import Arrays, Stream
from dusk.data.stacking import Padded, collate, pad
from dusk.data.tables import Table, read_csv
from dusk.data.text import Vocabulary, Windows, words

__all__ = [
    "Arrays",
    "Buckets",
    "Header",
    "ImageRecords",
    "Images",
    "Loader",
    "Padded",
    "RecordWriter",
    "Records",
    "Stream",
    "Table",
    "Throughput",
    "Vocabulary",
    "Windows",
    "batches",
    "bucketed",
    "collate",
    "crop",
    "decode_image",
    "encode_image",
    "flip",
    "image_folder",
    "image_list",
    "mnist",
    "normalise",
    "pack",
    "pad",
    "read_csv",
    "read_idx",
    "records",
    "throughput",
    "unpack",
    "words",
    "write_idx",
]
