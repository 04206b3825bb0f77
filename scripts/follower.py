"""Turns the project's C sources into the LLVM IR texts that Dusk loads: `make follower`.

It needs clang, which the wheel named in CLANG brings; only who changes the sources needs it. What ties the text to one
machine (triple, layout, processor features) is taken out, and the hash of the sources is put in: a test compares it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
TEXTS = [SOURCE / "dusk" / name for name in ("record/follower/follower.c", "numpy/draws.c", "numpy/twister.c")]
CLANG = "ziglang==0.13.0"
FLAGS = "-target x86_64-linux-gnu -O2 -S -emit-llvm -g0 -Wall -Werror -ffreestanding"
FLAGS += " -fno-strict-aliasing -fno-sanitize=all -ffp-contract=off"

os.environ["DUSK_FOLLOWER"] = "portable"  # the text may be old
sys.path.insert(0, str(SOURCE))


def main() -> int:
    from dusk.record.follower.native import sources_hash

    if find_spec("ziglang") is None:
        print(f"clang is missing: pip install {CLANG}", file=sys.stderr)
        return 1
    for source in TEXTS:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "text.ll"
            command = [sys.executable, "-m", "ziglang", "cc", *FLAGS.split(), "-o", str(out), str(source)]
            subprocess.run(command, check=True)
            text = out.read_text()
        text = re.sub(r"^(;|source_filename|target |attributes |!llvm\.|!\d+ = ).*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^.*@llvm\.experimental\.noalias.*\n", "", text, flags=re.MULTILINE)
        text = re.sub(r", ![\w.]+ !\d+| #\d+", "", text)
        text = re.sub(r"\n{2,}", "\n", text).strip()
        head = f"; made by `make follower` from sources of hash {sources_hash(source.parent)}"
        source.with_suffix(".ll").write_text(f"{head}\n{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
