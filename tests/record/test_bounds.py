"""What a thread remembers of what it recorded is bounded, and keeping the bound costs little."""

import pytest

import dusk
import dusk.numpy as np
from dusk.record import bounds, local


@pytest.fixture
def most(monkeypatch):
    monkeypatch.setattr(bounds, "MOST_NODES", 300)
    with dusk.config.using(tier="interpreter"):
        yield 300



def test_nodes_are_looked_through_once_for_many_that_are_dropped(most, monkeypatch):
    looked = []

    def prune(root, keep, real=bounds.prune):
        before = local.context.memory.nodes
        kept = real(root, keep)
        looked.append((before, kept))
        return kept

    monkeypatch.setattr(bounds, "prune", prune)
    for k in range(400):
        x = np.full(k + 1, 2.0)
        for _ in range(3):
            x = x * 2 + 1
        assert x[0].item() == 23
    assert looked, "nothing was dropped"
    for before, kept in looked[1:]:
        assert before > most
        assert kept <= most // 2
    assert len(looked) <= 400 * 8 / (most // 2) + 1


def test_what_runs_often_stays(most):
    def often():
        y = np.ones((4, 4))
        return (y @ y + 1).sum().item()

    for k in range(200):
        np.full(k + 1, 2.0).sum().item()
        assert often() == 80
    before = dusk.stats()["misses"]
    assert often() == 80
    assert dusk.stats()["misses"] == before


def test_one_path_longer_than_all_that_may_stay_stays(most):
    x = np.zeros(2)
    for _ in range(2 * most):
        x = x + 1
    assert x.numpy().tolist() == [2 * most] * 2
