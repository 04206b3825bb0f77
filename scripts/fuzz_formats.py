"""Feed the readers of files with damaged files: `python scripts/fuzz_formats.py caffe 600`, or `all 60`.

Each input is a seed that was mutated, from a seeded generator. A reader may take it or raise FormatError; anything else
is a fault: another exception, more than `SLOWEST_S` of processor time, memory beyond the limit, the end of the process.
Inputs that found one are kept in the folder `fuzz-faults`, and the exit code is 1. A reader is one row of `READERS`.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from dusk.errors import FormatError  # noqa: E402

FAULTS = Path("fuzz-faults")
SLOWEST_S = 3.0
MEMORY = 4 << 30  # address space of the process that reads
SPARE = 96 << 20  # what objects may take beyond twice the size of an input
LOOKED_AT = 50  # of so many inputs one is traced for what it allocates
NETS = ROOT / "tests" / "formats" / "nets"


class Reader(NamedTuple):
    """What is tried: inputs to begin with, and a function that reads the file at a path."""

    seeds: Callable[[], list[bytes]]
    read: Callable[[Path], Any]


def _texts(*patterns: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted(NETS.glob(pattern))]


def _records(write: Callable[[Any], bytes]) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        from protobuf_messages import ALL, random_record

        return [write(random_record(ALL, random.Random(i))) for i in range(20)]

    return seeds


def _wire_seeds() -> list[bytes]:
    from dusk.formats.protobuf import encode

    return _records(encode)()


def _text_seeds() -> list[bytes]:
    from dusk.formats.protobuf import print_text

    return _records(lambda record: print_text(record).encode())()


def _read_wire(path: Path) -> Any:
    from dusk.formats.protobuf import decode
    from protobuf_messages import ALL

    return decode(ALL, path.read_bytes(), "x")


def _read_text(path: Path) -> Any:
    from dusk.formats.protobuf import parse_text
    from protobuf_messages import ALL

    return parse_text(ALL, path.read_text("utf-8", "replace"), "x")


def _nets() -> list[bytes]:
    from caffe_nets import googlenet

    small = [path.read_bytes() for path in sorted(NETS.glob("*.prototxt")) if "solver" not in path.name]
    return [*small, googlenet().encode(), *_every_layer()]


def _every_layer() -> list[bytes]:
    """A small net of each layer that tests have."""
    sys.path.append(str(ROOT / "tests" / "formats"))
    import test_caffe_nets as nets

    one = [above + nets.layer("it", name.split()[0], "x", more) for name, (above, more, _) in nets.ALL_LAYERS.items()]
    two = [above + nets.layer("it", n.split()[0], read, more) for n, (read, above, more, _) in nets.TWO_BOTTOMS.items()]
    return [text.encode() for text in (*one, *two)]


def _read_net(path: Path) -> Any:
    from dusk.formats import caffe

    net = caffe.load(path)
    with contextlib.suppress(FormatError):
        net.shapes()
    return caffe.to_text(net)


def _weights() -> list[bytes]:
    from dusk.formats import caffe

    net = caffe.load(NETS / "cifar10_quick.prototxt")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        caffe.save_weights(path, net, {n: x[:2] for n, x in caffe.initial(net).items()})
        return [path.read_bytes()]


def _read_weights(path: Path) -> Any:
    from dusk.formats import caffe

    return caffe.load_weights(path)


def _read_solver(path: Path) -> Any:
    from dusk.formats import caffe

    record = caffe.parse_solver(caffe.read_text(path))
    return caffe.rate_of(record)


READERS = {
    "wire": Reader(_wire_seeds, _read_wire),
    "text": Reader(_text_seeds, _read_text),
    "caffe": Reader(_nets, _read_net),
    "caffemodel": Reader(_weights, _read_weights),
    "solver": Reader(_texts("*solver.prototxt"), _read_solver),
}
NUMBERS = [b"0", b"-1", b"1", b"2147483648", b"4294967295", b"9223372036854775807", b"1e309", b"nan", b"0.5", b""]
BYTES = [b"\x00", b"\xff", b"\x80" * 9 + b"\x01", b"\xff\xff\xff\xff\x0f", b"{", b"}", b"[", b'"', b"\n", b"\\"]


def mutated(seeds: list[bytes], source: random.Random) -> bytes:
    """An input: a seed with a few changes."""
    data = bytearray(source.choice(seeds))
    for _ in range(source.choice((1, 1, 2, 3, 8))):
        at = source.randrange(len(data) + 1)
        size = source.choice((1, 1, 2, 4, 16, 200))
        match source.randrange(8):
            case 0 if data:
                data[at % len(data)] ^= 1 << source.randrange(8)
            case 1:
                del data[at : at + size]
            case 2:
                data[at:at] = source.choice(BYTES)
            case 3:
                data[at:at] = data[at : at + size] * source.choice((1, 2, 50))
            case 4:
                other = source.choice(seeds)
                begin = source.randrange(len(other) + 1)
                data[at : at + size] = other[begin : begin + source.choice((size, 400))]
            case 5:  # another number, in texts
                end = at
                while end < len(data) and data[end : end + 1].isdigit():
                    end += 1
                data[at:end] = source.choice(NUMBERS)
            case 6:  # a line of another place
                lines = bytes(data).split(b"\n")
                lines.insert(source.randrange(len(lines)), source.choice(lines))
                data = bytearray(b"\n".join(lines))
            case _:
                data = data[:at] if source.random() < 0.3 else data
    return bytes(data)


class TooSlow(BaseException):
    """An input took too long; no `except Exception` catches it."""


def _alarm(*_: object) -> None:
    raise TooSlow(f"more than {SLOWEST_S} s of processor time")


def child(mode: str, seconds: float, seed: int, folder: Path) -> int:
    """Try inputs for so long; the number of faults."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _alarm)
    reader, source = READERS[mode], random.Random(seed)
    seeds = reader.seeds()
    for i, data in enumerate(seeds):  # what is loaded lazily is loaded before anything is measured
        (folder / "current").write_bytes(data)
        with contextlib.suppress(FormatError):
            reader.read(folder / "current")
        if i > 50:
            break
    end, count, taken, faults = time.monotonic() + seconds, 0, 0, 0
    while time.monotonic() < end:
        data = mutated(seeds, source)
        (folder / "current").write_bytes(data)
        looked_at = count % LOOKED_AT == 0
        if looked_at:
            tracemalloc.start()
        fault = ""
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, SLOWEST_S * (6 if looked_at else 1))
            reader.read(folder / "current")
            taken += 1
        except FormatError:
            pass
        except BaseException as error:
            fault = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if looked_at:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            if peak > 2 * len(data) + SPARE:
                fault = f"{peak} bytes were allocated for an input of {len(data)}"
        count += 1
        if fault:
            faults += 1
            FAULTS.mkdir(exist_ok=True)
            kept = FAULTS / f"{mode}-{seed}-{count}"
            kept.write_bytes(data)
            print(f"{mode}: {kept}: {fault[:300]}", flush=True)
            if faults >= 20:
                break
    print(f"{mode}: {count} inputs in {seconds:g} s, of which {taken} were taken; {faults} faults", flush=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=[*READERS, "all"])
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--in-folder", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.in_folder:
        return min(child(given.mode, given.seconds, given.seed, given.in_folder), 100)
    worst = 0
    for mode in READERS if given.mode == "all" else [given.mode]:
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, __file__, mode, str(given.seconds), "--seed", str(given.seed)]
            done = subprocess.run([*words, "--in-folder", folder], check=False)
            if done.returncode < 0 or done.returncode > 100:
                FAULTS.mkdir(exist_ok=True)
                kept = FAULTS / f"{mode}-{given.seed}-crash"
                kept.write_bytes((Path(folder) / "current").read_bytes())
                print(f"{mode}: the process ended with {done.returncode}, at {kept}")
            worst = worst or done.returncode
    return int(worst != 0)


if __name__ == "__main__":
    sys.exit(main())
