"""A policy learns to hold up a pole by its own trials (REINFORCE, Williams 1992), with the mean return as baseline.

    python examples/models/reinforce.py --rounds 150

In each round a few carts are driven until all have fallen; then each push is made likelier by how much more came
after it than after the pushes of that time on average.
"""

import sys
import time

import cartpole
import numpy
import results

import dusk
from dusk import nn, optim, train

GOAL = 475.0  # mean return of 100 episodes of at most 500
CARTS = 16
DISCOUNT = 0.99


def objective(policy, states, pushes, weights):
    """Its gradient is that of the expected return: `states[n, 4]`, `pushes[n]`, `weights[n]`."""
    losses = nn.cross_entropy(policy(states), pushes, reduction="none")
    return (losses * weights).sum() / CARTS


def trials(policy, rng, seed):
    """(states[steps, carts, 4], pushes[steps, carts], alive[steps, carts]) of one episode of each cart."""
    carts = cartpole.CartPole(CARTS, seed)
    states = numpy.zeros((cartpole.LIMIT, CARTS, 4), "float32")
    pushes, alive = numpy.zeros((cartpole.LIMIT, CARTS), int), numpy.zeros((cartpole.LIMIT, CARTS), bool)
    going = numpy.ones(CARTS, bool)
    for step in range(cartpole.LIMIT):
        states[step], alive[step] = carts.state, going
        chances = numpy.asarray(nn.softmax(policy(states[step])))
        pushes[step] = rng.random(CARTS) < chances[:, 1]
        going &= ~carts.step(pushes[step])[2]
        if not going.any():
            break
    return states, pushes, alive


def advantages(alive):
    """What came after each push, discounted, less the mean over the carts of that step: weights[steps, carts]."""
    after, future = numpy.zeros(alive.shape), 0.0
    for step in reversed(range(len(alive))):
        after[step] = future = alive[step] * (1.0 + DISCOUNT * future)
    better = (after - after.mean(1, keepdims=True)) * alive
    return (better / (better[alive].std() + 1e-9)).astype("float32")


def learn(rounds, seed=0, enough=GOAL):
    """A policy, and the mean return of each round; it ends early when the last five were `enough`."""
    nn.seed(seed)
    rng = numpy.random.default_rng(seed)
    policy = nn.Sequential(nn.Linear(64), nn.tanh, nn.Linear(2))
    optimiser = optim.Adam(1e-2)
    gradient = dusk.compile(dusk.value_and_grad(objective))
    returns = []
    for number in (bar := train.progress(range(rounds), "REINFORCE")):
        states, pushes, alive = trials(policy, rng, seed + number)
        returns.append(float(alive.sum(0).mean()))
        bar.show(mean_return=returns[-1])
        weights = advantages(alive)
        _, gradients = gradient(policy, states.reshape(-1, 4), pushes.ravel(), weights.ravel())
        optimiser.update(policy, gradients)
        if min(returns[-5:]) >= enough and len(returns) >= 5:
            break
    return policy, returns


def main():
    options = results.options(__doc__, rounds=150)
    begin = time.perf_counter()
    policy, returns = learn(options.rounds, options.seed)
    seconds = time.perf_counter() - begin
    mean = cartpole.mean_return(lambda state: numpy.asarray(policy(state).argmax(1)))
    print(f"mean return {mean:.1f} of 100 new episodes, after {len(returns)} rounds in {seconds:.1f} s")
    results.write(options.out, "reinforce", mean_return=mean, seconds=seconds)
    curve = {f"{CARTS} episodes": (range(1, len(returns) + 1), returns)}
    results.draw(options.out / "reinforce.png", curve, "round", "mean return")
    return 0 if mean >= GOAL else f"below the goal of {GOAL:g}"


if __name__ == "__main__":
    sys.exit(main())
