"""`make demo`: unmodified NumPy programs under Dusk, a classifier on real data, three styles, and what each costs.

Every part is a command that one can type too; it is shown before it runs. Ends with a summary; the exit status is 1 if
any part did not hold.
"""

import json
import shlex
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / ".demo"
PROGRAMS = ("wave2d", "kmeans", "options")
console = Console()


def call(*words, show=True):
    """Run Python with these words in the repository's root; returns (worked, its output if not shown)."""
    console.print(f"\n$ python {shlex.join(words)}", style="bold", markup=False, highlight=False)
    done = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=None if show else subprocess.PIPE, text=True)
    return done.returncode == 0, done.stdout


def facts(name):
    """What an example wrote into .demo, or {} where it did not come that far."""
    path = OUT / name
    return json.loads(path.read_text()) if path.exists() else {}


def programs(rows):
    """(a) unmodified programs under NumPy and Dusk."""
    for name in PROGRAMS:
        path = f"examples/numpy/{name}.py"
        held, output = call("-m", "dusk.cli", "run", path, "--compare", "--repeat", "2", "--json", show=False)
        try:
            report = json.loads(output)
        except json.JSONDecodeError:
            rows.append((f"{name} = NumPy", False, f"no verdict: run  dusk run {path} --compare"))
            continue
        for where, numpy, dusk in report["differences"][:5]:
            console.print(f"{where}: NumPy {numpy}, Dusk {dusk}", markup=False, soft_wrap=True)
        count = report["arrays"] + report["numbers"] + report["printed_numbers"]
        speed = f"NumPy {report['numpy']['seconds']:.2f} s, Dusk {report['dusk']['seconds']:.2f} s"
        line = f"{count} results within {report['largest_error']:.0e}; {speed} ({report['speedup']:.2f}x)"
        console.print(line, markup=False)
        rows.append((f"{name} = NumPy", held, line))


def training(rows):
    """(b) a classifier, written in plain NumPy style."""
    held, _ = call("examples/digits/train.py", "--out", ".demo")
    found = facts("digits_train.json")
    line = f"test accuracy {found['accuracy']:.2%} in {found['seconds']:.1f} s" if found else "did not finish"
    rows.append(("digits, accuracy >= 97 %", held, line))


def same_model(rows):
    """(c) the same model as compiled function and as symbol."""
    held, _ = call("examples/digits/styles.py", "--out", ".demo")
    apart = facts("digits_styles.json").get("apart", {})
    line = f"largest relative difference {max(apart.values()):.0e}" if apart else "did not finish"
    rows.append(("one loss curve in all styles", held, line))


def cost(rows):
    """(d) milliseconds a step."""
    held, _ = call("examples/digits/speed.py", "--out", ".demo")
    least = facts("digits_speed.json").get("least_ms", {})
    line = "  ".join(f"{name} {time:.3f}" for name, time in least.items()) or "did not finish"
    rows.append(("ms a step, least", held, line))


def main():
    begin = time.perf_counter()
    OUT.mkdir(exist_ok=True)
    for old in OUT.glob("digits_*"):
        old.unlink()
    rows = []
    for part in (programs, training, same_model, cost):
        part(rows)
    table = Table(title=f"Dusk demo, {time.perf_counter() - begin:.0f} s", title_justify="left")
    for heading in ("part", "held", "figures"):
        table.add_column(heading)
    for name, held, line in rows:
        table.add_row(name, "[green]yes[/]" if held else "[red]NO[/]", line)
    console.print()
    console.print(table)
    for picture in facts("digits_train.json").get("pictures", []):
        console.print(f"picture: {picture}")
    return 0 if all(held for _, held, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
