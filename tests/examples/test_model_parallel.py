"""The example of model parallelism: the same gradients as on one device, and devices that work at the same time."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk
from dusk.engine import ThreadedEngine, using
from dusk.tree import flatten

PATH = Path(__file__).parents[2] / "examples" / "model_parallel_lstm.py"


def _example() -> Any:
    spec = importlib.util.spec_from_file_location("model_parallel_lstm", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.once
def test_eight_layers_on_four_devices_give_the_gradients_of_one() -> None:
    lstm = _example()
    x, target = lstm.batch(length=16, size=16, hidden=32, dtype="float64")
    found: dict[int, list[Any]] = {}
    programs: dict[int, Any] = {}
    with dusk.config.using(tier="native"):
        for count in (1, 4):
            weights = lstm.parameters([dusk.cpu(i) for i in range(count)], hidden=32, dtype="float64")
            dusk.eval(weights, x, target)
            both = dusk.compile(dusk.value_and_grad(lambda w, x, t: lstm.loss(w, x, t, pieces=2)))
            value, gradients = both(weights, x, target)
            leaves = flatten(weights)[0]
            assert [g.device for g in flatten(gradients)[0]] == [w.device for w in leaves]
            found[count] = [np.asarray(leaf) for leaf in (value, *flatten(gradients)[0])]
            dusk.eval(*flatten(both(weights, x, target))[0])  # names of modules that were met first are known now
            programs[count] = both.program
    for one, four in zip(found[1], found[4], strict=True):
        np.testing.assert_allclose(four, one, rtol=1e-12, atol=1e-15)

    program = programs[4]
    assert program.stats.copies == 2 * 8, "each piece crosses three borders and comes back: forward, and its gradient"
    program.together = True
    with using(ThreadedEngine(4)), dusk.config.using(tier="native"):
        for _ in range(50):  # on a busy machine a device may be done before the next one gets a turn
            with dusk.engine.timeline() as timeline:
                dusk.eval(*flatten(both(weights, x, target))[0])
            spans = [span for span in timeline.spans if not span.row.endswith("copies")]
            assert {span.row for span in spans} == {f"cpu:{i}" for i in range(4)}
            if any(a.row != b.row and max(a.began, b.began) < min(a.ended, b.ended) for a in spans for b in spans):
                return
    pytest.fail("never two devices at the same time")
