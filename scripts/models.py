"""`make models`: three models trained on real data, and a pole that is held upright; what they reach, and in what time.

Each is a program of its own in examples/models; it is shown before it runs. The exit status is 1 if one does not reach
its goal. Trainings whose data are not on this machine are skipped, and counted.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SKIPPED = 5  # as in examples/models/results.py
MODELS = {
    "digits": ("digits, CNN", "accuracy", ">= 99 %", "{:.2%}"),
    "fashion": ("Fashion-MNIST, LeNet, 5 epochs", "accuracy", ">= 90 %", "{:.2%}"),
    "verses": ("verses, GPT", "loss", "<= 2.40 nats a letter", "{:.3f}"),
    "dqn": ("CartPole, deep Q-learning", "mean_return", ">= 475 of 500", "{:.1f}"),
    "reinforce": ("CartPole, policy gradient", "mean_return", ">= 475 of 500", "{:.1f}"),
}


def main():
    console = Console()
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "build/models")
    begin = time.perf_counter()
    table = Table(title="models", title_justify="left")
    for heading in ("model", "goal", "reached", "seconds", ""):
        table.add_column(heading, justify="right" if heading in ("reached", "seconds") else "left")
    counts = {"held": 0, "failed": 0, "skipped": 0}
    for name, (text, fact, goal, form) in MODELS.items():
        console.print(f"\n$ python examples/models/{name}.py --out {out}", style="bold", markup=False, highlight=False)
        facts = out / f"{name}.json"
        facts.unlink(missing_ok=True)
        status = subprocess.run([sys.executable, ROOT / "examples" / "models" / f"{name}.py", "--out", out]).returncode
        word = {0: "held", SKIPPED: "skipped"}.get(status, "failed")
        counts[word] += 1
        found = json.loads(facts.read_text()) if facts.exists() else {}
        reached, seconds = (form.format(found[fact]), f"{found['seconds']:.1f}") if found else ("", "")
        table.add_row(text, goal, reached, seconds, word)
    console.print()
    console.print(table)
    console.print(f"{', '.join(f'{n} {word}' for word, n in counts.items())}, in {time.perf_counter() - begin:.0f} s")
    console.print(f"curves are in {out}", soft_wrap=True)
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
