"""`make bench`: run every benchmark and write what they print, with the machine, to docs/performance.md."""

import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def processor():
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def main():
    names = sys.argv[1:] or sorted(path.name for path in (ROOT / "benchmarks").glob("bench_*.py"))
    today = datetime.datetime.now(tz=datetime.UTC).date()
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    text = [
        "# Performance",
        "",
        "Written by `make bench`; do not edit. Contenders take turns within one process; compare ratios, not times.",
        "",
        f"{today}, {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load} before.",
    ]
    failed = False
    for name in names:
        print(f"== {name}", flush=True)
        words = [sys.executable, str(ROOT / "benchmarks" / name)]
        done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        print(done.stdout, flush=True)
        failed |= done.returncode != 0
        doc = (ROOT / "benchmarks" / name).read_text().split('"""')[1].strip().split("\n\n")[0].replace("\n", " ")
        text += ["", f"## {name}", "", doc, "", "```text", done.stdout.rstrip(), "```"]
    (ROOT / "docs" / "performance.md").write_text("\n".join(text) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
