"""What masks choose and write, followed by native code (`record/follower/masks.h`): random programs against NumPy."""

import random
import weakref

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.array import selected
from dusk.array.selected import Selected, choice_of
from dusk.config import config
from dusk.record.follower import unfit

native_only = pytest.mark.skipif(unfit is not None, reason="the portable follower leaves masks to Python")

SHAPE = (60, 40)
OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "max": lambda a, b: a * (a > b) + b * (a <= b),
    "//": lambda a, b: a // (b * 0 + 2),
}


@pytest.fixture(autouse=True)
def every_mask(monkeypatch):
    monkeypatch.setattr(selected, "LEAST_SIZE", 1)
    monkeypatch.setattr(selected, "_worthwhile", lambda mask: True)


def arrays(seed):
    rng = numpy.random.default_rng(seed)
    return {
        "x": rng.normal(size=SHAPE),
        "y": rng.normal(size=SHAPE),
        "k": rng.integers(-40, 40, SHAPE),
        "f": rng.normal(size=SHAPE).astype(numpy.float32),
        "z": rng.normal(size=SHAPE) + 1j * rng.normal(size=SHAPE),
        "b": rng.normal(size=SHAPE) > 0,
        "r": rng.normal(size=(*SHAPE, 3)),
    }


class Program:
    """A random program of masked reads and writes, the same each time that it runs."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.lines = [self.line(rng) for _ in range(rng.randint(4, 9))]

    @staticmethod
    def line(rng):
        kinds = ("update", "number", "in place", "between", "mask", "written", "alias", "view", "kept", "function")
        return (
            rng.choice(kinds),
            [rng.choice("xyfk") for _ in range(3)],
            rng.choice(list(OPERATORS)),
            rng.choice("mnop"),
            rng.choice([2, 0.5, 3.0, -1, 200]),
        )

    def __call__(self, np, given):
        a = dict(given)
        a.update(m=a["x"] > 0, n=a["y"] > a["x"], o=a["b"], p=a["x"] > 100)
        kept = []
        for kind, (to, one, two), op, mask, number in self.lines:
            compute, m = OPERATORS[op], a[mask]
            if kind == "update":
                a[to][m] = compute(a[one][m], a[two][m])
            elif kind == "number":
                a[to][m] = int(number) if to == "k" else number
                a["b"][m] = number > 1
                a["z"][m] = a["z"][m] ** 2 + number
            elif kind == "in place":
                a["x"][m] += a[two][m]
                t = a[to][m]
                u = t
                t *= 2
                kept += [t, u]
            elif kind == "between":  # masks that are no more, or not, the same
                other = a["x"] > 0
                a["x"][m] = compute(a["x"][m], number)
                a["x"][other] = a["y"][other]
                kept.append(a["x"][m])
            elif kind == "mask":
                before = a[one][m]
                m[: 30 if number > 0 else 0] = number > 1
                kept.append(before + 0)
                if number <= 0:
                    a[to][m] = before
            elif kind == "written":  # what was chosen is as it was then
                before = a[one][m]
                a[one][5:10] = number
                kept.append(compute(before, number))
                a[to][m] = before
            elif kind == "alias":
                whole = a[to]
                same = whole.view()
                same[m] = a[one][m]
                kept.append(whole[m] - same[m])
            elif kind == "view":
                left, mine = a[to][:, 3:20], m[:, 3:20]
                left[mine] = compute(left[mine], number)
                row = a[to][7]
                row[m[7]] = 1
            elif kind == "kept":
                a["r"][m] = a["r"][m] * 2 + number
                a["r"][m[:, 0]] = number
                kept += [a["r"][m].sum(axis=0), a[one][m].sum(), len(a[two][m])]
            else:
                kept += [np.sqrt(np.abs(a[one][m])), np.maximum(a[one][m], number), -a[two][m], a[to][m] > number]
        return [*a.values(), *kept]


def compare(mine, theirs):
    for m, t in zip(mine, theirs, strict=True):
        m, t = numpy.asarray(m), numpy.asarray(t)
        assert m.dtype == t.dtype and m.shape == t.shape
        tolerance = 1e-3 if t.dtype == numpy.float32 else 1e-9
        numpy.testing.assert_allclose(m, t, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("tier", ["interpreter", "native"])
def test_random_programs_give_what_numpy_gives(seed, tier):
    program, given = Program(seed), arrays(seed)
    with config.using(tier=tier), numpy.errstate(all="ignore"):
        for _ in range(3):
            theirs = program(numpy, {k: v.copy() for k, v in given.items()})
            compare(program(np, {k: np.array(v) for k, v in given.items()}), theirs)


def updates(np, x, c, count):
    m = np.abs(x) < 1.5
    x[m] = x[m] ** 2 + c[m]
    x[m] += np.exp(c[m]) * 0.5
    count[m] = 7
    m[m] = False
    return x, count, m


@native_only
def test_updates_met_before_enter_no_python(monkeypatch):
    given = [a for k, a in arrays(1).items() if k in "xyk"]
    expected = updates(numpy, *[a.copy() for a in given])
    for i in range(4):
        mine = [np.array(a) for a in given]
        if i == 3:
            for name in ("select", "store", "__dusk_record__", "__dusk_update__"):
                monkeypatch.setattr(Selected, name, lambda *args: pytest.fail("Python was asked"))
        compare(updates(np, *mine), expected)


@native_only
def test_a_line_is_looked_at_again_now_and_then(monkeypatch):
    met = []
    monkeypatch.setattr(selected, "_worthwhile", lambda mask: met.append(mask.shape) or True)
    x = np.array(arrays(2)["x"])
    for _ in range(3 * selected.TRUSTED):
        m = x > 0
        x[m] = x[m] * 0.5
        numpy.asarray(x)
    assert 3 <= len(met) <= 8


@native_only
def test_of_other_masks_and_shapes_python_decides():
    x, y = (np.array(arrays(3)[k]) for k in "xy")
    m, n = x > 0, x > 1
    for _ in range(4):
        t = x[m]
        with pytest.raises(ValueError, match="broadcast"):
            t + y[n]
        with pytest.raises(ValueError, match=r"broadcast|assign"):
            x[n] = x[m]
        with pytest.raises(IndexError, match="boolean"):
            x[:30][m]
        k = (x * 10).astype(numpy.int64)[m]
        with pytest.raises(TypeError, match="same_kind"):
            k += 0.5


@native_only
def test_choices_die_with_their_arrays():
    x = np.array(arrays(4)["x"])
    for _ in range(6):
        m = x > 0
        t = x[m] + 1
        whole = weakref.ref(choice_of(t).whole)
        del t
        numpy.asarray(x[m] * 2)
        assert whole() is None


@pytest.mark.parametrize("tier", ["interpreter", "native"])
def test_gradients_through_masked_updates(tier):
    def f(x, c):
        x = x * 1.0
        for _ in range(3):
            m = np.abs(x) < 1.0
            x[m] = x[m] ** 2 + c[m]
            x[~m] = 0.25
        return (x * x).sum()

    x, c = arrays(5)["x"][:3, :4], arrays(5)["y"][:3, :4] * 0.3
    with config.using(tier=tier):
        for _ in range(3):
            got = [numpy.asarray(g) for g in dusk.grad(f, argnums=(0, 1))(np.array(x), np.array(c))]
    for which, array in enumerate((x, c)):
        for at in numpy.ndindex(*array.shape):
            ends = []
            for step in (1e-6, -1e-6):
                moved = [x.copy(), c.copy()]
                moved[which][at] += step
                ends.append(float(f(*moved)))
            assert got[which][at] == pytest.approx((ends[0] - ends[1]) / 2e-6, abs=1e-4)


def turns(np, x, y, other, changed, elsewhere):
    """Twice as many programs as the trie can tell apart: what was chosen is kept until a run is over."""
    m = x > 0
    n = np.roll(m, 3)
    t = x[m] + 1
    u = y[n if other else m] * 2
    if changed:
        m[...] = n
    numpy.asarray(y + 0), numpy.asarray(m), numpy.asarray(n)
    total = t + u
    numpy.asarray(y)
    x[n if elsewhere else m] = t
    return x, total, m


@pytest.mark.parametrize("order", ["01234567", "76543210", "01", "10", "02", "20", "04", "40"])
def test_what_was_chosen_is_told_by_its_mask_and_when(order):
    given = arrays(6)
    for turn in order * 4:
        how = [int(turn) >> i & 1 for i in range(3)]
        theirs = turns(numpy, given["x"].copy(), given["y"].copy(), *how)
        compare(turns(np, np.array(given["x"]), np.array(given["y"]), *how), theirs)
