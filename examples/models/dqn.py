"""A network learns what a push is worth, and so to hold up a pole: deep Q-learning (Mnih and others 2015).

    python examples/models/dqn.py --rounds 300

What carts met goes into a memory; batches drawn from it teach the network that a push is worth its reward and what
the best push after it is worth, chosen by the network and judged by an older copy (van Hasselt and others 2016).
"""

import sys
import time

import cartpole
import numpy
import results

import dusk
import dusk.numpy as np
from dusk import nn, optim, train

GOAL = 475.0  # mean return of 100 episodes of at most 500
CARTS, STEPS, UPDATES, BATCH = 8, 32, 64, 64  # in a round: steps of each cart, then updates
EVERY = 10  # rounds between two looks at how good it is
MEMORY = 50_000
DISCOUNT = 0.99


def network():
    """States [batch, 4] to the worth of each push [batch, 2]."""
    return nn.Sequential(nn.Linear(128), nn.relu, nn.Linear(128), nn.relu, nn.Linear(2))


def objective(model, older, states, pushes, reached, fell):
    """How far the worths of `pushes[n]` in `states[n, 4]` are from what `reached[n, 4]` and `fell[n]` say."""
    rows = np.arange(len(pushes))
    best = older(reached)[rows, model(reached).argmax(1)]
    target = 1.0 + DISCOUNT * (1.0 - fell) * best
    return nn.huber(model(states)[rows, pushes], dusk.stop_gradient(target))


class Memory:
    """The latest `MEMORY` steps."""

    def __init__(self):
        self.columns = [numpy.zeros((MEMORY, *shape), "float32") for shape in ((4,), (), (4,), ())]
        self.columns[1] = self.columns[1].astype("int64")
        self.met = 0

    def add(self, *rows):
        places = (self.met + numpy.arange(len(rows[0]))) % MEMORY
        for column, values in zip(self.columns, rows, strict=True):
            column[places] = values
        self.met += len(rows[0])

    def draw(self, rng):
        """states, pushes, reached, fell of a batch."""
        places = rng.integers(0, min(self.met, MEMORY), BATCH)
        return [column[places] for column in self.columns]


def greedy(model):
    """The policy of what the network takes for best."""
    return lambda state: numpy.asarray(model(state).argmax(1))


def learn(rounds, seed=0, enough=GOAL):
    """A network, and {round: its mean return of 20 episodes}; it ends when that is `enough`."""
    nn.seed(seed)
    rng, carts, memory = numpy.random.default_rng(seed), cartpole.CartPole(CARTS, seed), Memory()
    model, older = network(), network()
    model(carts.state), older(carts.state)  # makes their arrays
    optimiser = optim.Adam(1e-3, clip=optim.clip_by_global_norm(10.0))

    @dusk.compile
    def update(*batch):
        loss, gradients = dusk.value_and_grad(objective)(model, older, *batch)
        optimiser.update(model, gradients)
        return loss

    returns = {}
    for number in (bar := train.progress(range(rounds), "DQN")):
        older.load_state_dict(model.state_dict())
        chance = max(0.02, 1 - number / 40)  # of a push at random
        for _ in range(STEPS):
            state = carts.state
            chosen = rng.random(CARTS) < chance
            push = numpy.where(chosen, rng.integers(0, 2, CARTS), greedy(model)(state))
            reached, fell, _ = carts.step(push)
            memory.add(state, push, reached, fell)
        for _ in range(UPDATES):
            update(*memory.draw(rng))
        if (number + 1) % EVERY == 0:
            returns[number + 1] = cartpole.mean_return(greedy(model), 20, seed + number)
            bar.show(mean_return=returns[number + 1])
            if returns[number + 1] >= enough:
                break
    return model, returns


def main():
    options = results.options(__doc__, rounds=300)
    begin = time.perf_counter()
    model, returns = learn(options.rounds, options.seed)
    seconds = time.perf_counter() - begin
    mean = cartpole.mean_return(greedy(model))
    print(f"mean return {mean:.1f} of 100 new episodes, after {max(returns)} rounds in {seconds:.1f} s")
    results.write(options.out, "dqn", mean_return=mean, seconds=seconds)
    curve = {"20 episodes": (list(returns), list(returns.values()))}
    results.draw(options.out / "dqn.png", curve, "round", "mean return")
    return 0 if mean >= GOAL else f"below the goal of {GOAL:g}"


if __name__ == "__main__":
    sys.exit(main())
