"""A small GPT learns the letters of Dusk's own pages, trained by as many workers as there are.

    python examples/cluster/write_letters.py                      one worker, nothing else
    dusk launch -n 2 -s 2 examples/cluster/write_letters.py       two workers, two servers

Here the loop is written out: what makes it one of many workers is the line of the optimiser.
"""

import argparse
import sys
from itertools import islice
from pathlib import Path

import dusk
from dusk import data, kvstore, nn, optim
from dusk.nn import zoo

CONTEXT, BATCH = 64, 16


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--steps", type=int, default=100)
    options.add_argument("--staleness", type=float, default=0)
    options = options.parse_args()

    pages = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))
    text = "\n".join(page.read_text() for page in pages)
    letters = data.Vocabulary(text)
    nn.seed(0)
    model = zoo.GPT(len(letters), context=CONTEXT, features=64, heads=4, layers=2)
    kv = kvstore.create("dist", staleness=options.staleness)
    optimiser = kv.optimiser(optim.AdamW(3e-3, weight_decay=0.1))  # the line

    @dusk.compile
    def step(x, y):
        return dusk.value_and_grad(lambda model: nn.cross_entropy(model(x), y))(model)

    batches = data.Loader(data.Windows(letters.encode(text), CONTEXT), BATCH, shuffle=True, seed=0, last="drop")
    model(letters.encode(text[:CONTEXT])[None])  # now it has its parameters
    optimiser.begin(model)
    for x, y in islice(batches, optimiser.clock, options.steps):
        loss, gradients = step(*optimiser.part((x, y)))
        optimiser.update(model, gradients)
        if optimiser.clock % 20 == 0:
            print(f"worker {kv.rank} of {kv.num_workers}, step {optimiser.clock}: {float(loss):.3f} nats a letter")
    kv.close()


if __name__ == "__main__":
    sys.exit(main())
