"""The digits' network of examples/models/digits.py, trained by as many workers as there are.

    python examples/cluster/read_digits.py                       one worker, nothing else
    dusk launch -n 4 -s 2 examples/cluster/read_digits.py        four workers, two servers

What makes it so is one line: `kvstore=`. Each worker takes its share of every batch; the servers add the gradients in
the order of ranks and update, so runs with equal numbers of workers give equal bits, whoever was killed meanwhile.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "models"))
from digits import images, network

from dusk import data, kvstore, nn, optim, train

GOAL = 0.97  # share of the test images


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--epochs", type=int, default=10)
    options.add_argument("--staleness", type=float, default=0)
    options = options.parse_args()

    (x, y), (test_x, test_y) = images(seed=0)
    nn.seed(0)
    model = network()
    batches = data.batches(x, y, size=64, shuffle=True, seed=0, last="drop")
    kv = kvstore.create("dist", staleness=options.staleness)
    train.fit(
        model,
        batches,
        loss=nn.cross_entropy,
        optimiser=optim.AdamW(optim.one_cycle(5e-3, options.epochs * len(batches)), weight_decay=0.01),
        epochs=options.epochs,
        kvstore=kv,  # the line
    )
    found = train.evaluate(model, data.batches(test_x, test_y, size=len(test_y)), metrics=[train.Accuracy()])
    workers = kv.num_workers
    kv.close()
    print(f"worker {kv.rank} of {workers}: test accuracy {found['accuracy']:.2%}")
    return 0 if found["accuracy"] >= GOAL or options.epochs < 10 else f"below the goal of {GOAL:.0%}"


if __name__ == "__main__":
    sys.exit(main())
