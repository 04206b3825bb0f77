"""Odd and even functions of x and -x are computed once, and nothing else is taken for them."""

from __future__ import annotations

import numpy as np
import pytest

from dusk.compiler.mirror import fold_mirrored
from dusk.kernel import expr as k
from dusk.kernel.expr import topological
from dusk.kernel.interpret import apply
from dusk.kernel.signatures import OPS

X = k.load(0, (k.axis(0),), np.float64)


def count(roots: list[k.Expr], name: str) -> int:
    return sum(e.kind == "op" and e.data == name for e in topological(roots))


@pytest.mark.parametrize("name", ["erf", "tanh", "cos"])
@pytest.mark.parametrize("pair", [(X * 0.5, X * -0.5), (0.5 * X, -0.5 * X), (X, -X), (-X, X)])
def test_functions_of_a_mirrored_argument_are_computed_once(name: str, pair: tuple[k.Expr, k.Expr]) -> None:
    x, y = pair
    first, second = fold_mirrored([k.op(name, x), k.op(name, y) + 1.0])
    assert count([first, second], name) == 1
    kept = next(e for e in topological([first, second]) if e.kind == "op" and e.data == name)
    mirrored = k.op("negative", kept) if OPS[name].symmetry == "odd" else kept
    here = kept.args[0] is x
    assert first is (kept if here else mirrored)
    assert second is (mirrored if here else kept) + 1.0


def test_what_differs_in_more_than_its_sign_stays() -> None:
    roots = [k.op("erf", X * 0.5), k.op("erf", X * -0.25), k.op("exp", X), k.op("exp", -X), k.op("erf", X - 1.0)]
    roots += [k.op("erf", 1.0 - X)]  # of x == 1 both are erf(+0)
    assert fold_mirrored(roots) == roots


@pytest.mark.parametrize("name", [name for name, s in OPS.items() if s.symmetry])
def test_stated_symmetries_hold_to_the_bit(name: str) -> None:
    x = np.array([0.0, 0.3, 0.9, 1.0, 2.5, 1e-310, 30.0, 800.0, np.inf])
    with np.errstate(all="ignore"):
        here, there = apply(name, [x]), apply(name, [-x])
    want = -here if OPS[name].symmetry == "odd" else here
    np.testing.assert_array_equal(there, want)
    number = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(there)[number], np.signbit(want)[number])
