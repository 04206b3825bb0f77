"""A pole that stands on a cart, to be held upright by pushing the cart: many of them at once, in plain NumPy.

Barto, Sutton and Anderson, "Neuronlike adaptive elements that can solve difficult learning control problems", IEEE
Transactions on Systems, Man, and Cybernetics 13 (1983): its equations without friction, by Euler's method.
"""

import numpy as np

GRAVITY, CART, POLE, HALF, FORCE = 9.8, 1.0, 0.1, 0.5, 10.0  # m/s2, kg, kg, half the pole's length in m, N
STEP = 0.02  # s
TRACK, TILT = 2.4, np.radians(12)  # where it has fallen: off the track (m), or the pole leaning over
LIMIT = 500  # steps of an episode


def moved(state, push):
    """`state[n, 4]` (place, speed, angle, angular speed) a step later; `push[n]`: 1 to the right, 0 to the left."""
    place, speed, angle, turning = state.T
    force = np.where(push == 1, FORCE, -FORCE)
    mass, sine, cosine = CART + POLE, np.sin(angle), np.cos(angle)
    pushed = (force + POLE * HALF * turning**2 * sine) / mass
    tilting = (GRAVITY * sine - cosine * pushed) / (HALF * (4 / 3 - POLE * cosine**2 / mass))
    rolling = pushed - POLE * HALF * tilting * cosine / mass
    return np.stack([place + STEP * speed, speed + STEP * rolling, angle + STEP * turning, turning + STEP * tilting], 1)


class CartPole:
    """`n` carts. Each step that ends upright is a reward of 1; after a fall, or `LIMIT` steps, a cart begins anew."""

    def __init__(self, n, seed=0):
        self.rng = np.random.default_rng(seed)
        self.state, self.steps = self._start(n), np.zeros(n, int)
        self.returns = []  # of the episodes that have ended, in order

    def _start(self, n):
        return self.rng.uniform(-0.05, 0.05, (n, 4))

    def step(self, push):
        """(state[n, 4] reached, fell[n], ended[n]) of a push each; `self.state` is where it goes on."""
        reached = moved(self.state, push)
        self.steps += 1
        fell = (np.abs(reached[:, 0]) > TRACK) | (np.abs(reached[:, 2]) > TILT)
        ended = fell | (self.steps == LIMIT)
        self.returns += self.steps[ended].tolist()
        self.state = np.where(ended[:, None], self._start(len(push)), reached)
        self.steps[ended] = 0
        return reached, fell, ended


def mean_return(policy, n=100, seed=1000):
    """The mean return of `policy(state[n, 4]) -> push[n]` over n episodes."""
    carts = CartPole(n, seed)
    first = np.zeros(n)
    going = np.ones(n, bool)
    while going.any():
        first += going
        going &= ~carts.step(policy(carts.state))[2]
    return float(first.mean())
