"""k-means of 80,000 points around 12 centres: k-means++ seeds, Lloyd's rounds until nothing moves.

Prints the cost of every round and how well the clusters found agree with the ones the points were drawn from.
"""

import numpy as np

POINTS, DIMENSIONS, K = 80_000, 8, 12
rng = np.random.default_rng(2)


def make_data():
    centres = rng.uniform(-4.0, 4.0, size=(K, DIMENSIONS))
    spread = rng.uniform(0.6, 1.4, size=K)
    truth = rng.integers(0, K, size=POINTS)
    points = centres[truth] + spread[truth][:, None] * rng.standard_normal((POINTS, DIMENSIONS))
    outliers = rng.random(POINTS) < 0.01
    points[outliers] *= 2.0
    return points, truth


def squared_distances(points, centres):
    """|p - c|^2 of every point and centre, without the array of all differences."""
    cross = points @ centres.T
    return (points**2).sum(axis=1)[:, None] - 2.0 * cross + (centres**2).sum(axis=1)


def seeds(points):
    """k-means++: the chance of being the next seed grows with the squared distance from the seeds so far."""
    centres = np.empty((K, points.shape[1]))
    centres[0] = points[rng.integers(len(points))]
    nearest = ((points - centres[0]) ** 2).sum(axis=1)
    for k in range(1, K):
        ladder = np.cumsum(nearest)
        centres[k] = points[np.searchsorted(ladder, rng.random() * ladder[-1])]
        np.minimum(nearest, ((points - centres[k]) ** 2).sum(axis=1), out=nearest)
    return centres


def lloyd(points, centres, rounds=200):
    labels = np.full(len(points), -1)
    costs = []
    for number in range(rounds):
        distances = squared_distances(points, centres)
        new_labels = distances.argmin(axis=1)
        nearest = distances[np.arange(len(points)), new_labels]
        costs.append(float(nearest.sum()))
        moved = new_labels != labels
        labels[moved] = new_labels[moved]
        if not moved.any():
            print(f"nothing moves after {number} rounds")
            break
        for k in range(K):
            members = points[labels == k]
            if len(members) == 0:  # a centre that lost all its points starts again at the worst-served one
                centres[k] = points[nearest.argmax()]
                nearest[nearest.argmax()] = 0.0
            else:
                centres[k] = members.mean(axis=0)
    else:
        print(f"still moving after {rounds} rounds")
    return labels, costs


points, truth = make_data()
centres = seeds(points)
labels, costs = lloyd(points, centres)

# How pure the clusters are: the share of points whose cluster's most frequent origin is their own.
table = np.zeros((K, K), dtype=int)
np.add.at(table, (labels, truth), 1)
purity = table.max(axis=1).sum() / POINTS
sizes = np.bincount(labels, minlength=K)
order = np.argsort(-sizes, kind="stable")

print(f"{len(costs)} rounds; cost of every tenth:", " ".join(f"{cost:.4f}" for cost in costs[::10]))
print("sizes:", sizes[order])
print(f"purity {purity:.6f}")
print(np.round(centres[order][:3], 6))
