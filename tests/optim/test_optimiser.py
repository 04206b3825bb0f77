"""What all optimisers share: names, groups, clipping, precision, state that is saved, and errors."""

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import optim


def tree(seed: int = 0) -> dict[str, Any]:
    rng = numpy.random.default_rng(seed)
    return {
        "embed": np.array(rng.standard_normal((5, 3))),
        "layers": [{"weight": np.array(rng.standard_normal(3)), "bias": np.array(rng.standard_normal(2))}],
    }


def flat(x: Any) -> dict[str, Any]:
    return {"embed": x["embed"], "layers.0.weight": x["layers"][0]["weight"], "layers.0.bias": x["layers"][0]["bias"]}


def copies(params: dict[str, Any]) -> dict[str, Any]:
    return {name: numpy.array(p) for name, p in params.items()}


def test_trees_and_models_and_flat_dicts_are_met_by_the_same_names() -> None:
    one, two, three = tree(), tree(), flat(tree())
    model = SimpleNamespace(parameters=lambda: flat(two))
    for params, gradients in ((one, tree(1)), (model, flat(tree(1))), (three, tree(1))):
        optimiser = optim.Adam()
        optimiser.update(params, gradients)
        assert list(optimiser.state["mean"]) == ["embed", "layers.0.weight", "layers.0.bias"]
    for name, wanted in flat(one).items():
        assert_array_equal(numpy.array(flat(two)[name]), numpy.array(wanted))
        assert_array_equal(numpy.array(three[name]), numpy.array(wanted))


def test_whoever_holds_a_parameter_or_a_view_of_it_sees_the_update() -> None:
    w = np.array([1.0, 2.0, 3.0])
    held, view = w, w[1:]
    optim.SGD(1.0).update({"w": w}, {"w": np.array([1.0, 1.0, 1.0])})
    assert_array_equal(numpy.array(held), [0, 1, 2])
    assert_array_equal(numpy.array(view), [1, 2])


def test_numpys_own_arrays_are_parameters_as_well() -> None:
    w = numpy.array([1.0, 2.0])
    optimiser = optim.SGD(0.5, momentum=0.5)
    for _ in range(3):
        optimiser.update({"w": w}, {"w": numpy.array([2.0, 2.0])})
    assert_allclose(w, [1 - 4.25, 2 - 4.25])


def test_parameters_without_a_gradient_stay_as_they_are() -> None:
    params, optimiser = flat(tree()), optim.Adam(0.1)
    before = copies(params)
    optimiser.update(params, {"embed": np.ones((5, 3)), "layers.0.bias": None})
    changed = [name for name, p in params.items() if (numpy.array(p) != before[name]).any()]
    assert changed == ["embed"] == list(optimiser.state["mean"])
    optimiser.update(params, {"layers.0.bias": np.ones(2)})
    assert set(optimiser.state["square"]) == {"embed", "layers.0.bias"}
    optimiser.update(params, {})
    assert int(optimiser.steps) == 2


def test_groups_have_factors_for_rate_and_decay() -> None:
    params, gradients = flat(tree()), flat(tree(1))
    before = copies(params)
    groups = {"*.bias": {"weight_decay": 0.0}, "embed*": {"rate": 0.1, "weight_decay": 2.0}, "e*": {"rate": 0.5}}
    optim.SGD(0.5, weight_decay=0.2, groups=groups).update(params, gradients)
    factors = {"embed": (0.025, 0.4), "layers.0.weight": (0.5, 0.2), "layers.0.bias": (0.5, 0.0)}
    for name, (rate, decay) in factors.items():
        wanted = before[name] - rate * (numpy.array(gradients[name]) + decay * before[name])
        assert_allclose(numpy.array(params[name]), wanted)


def test_a_rate_that_is_set_is_used_and_compiles_nothing() -> None:
    w, optimiser = np.array([0.0]), optim.SGD(1.0)
    for _ in range(3):
        optimiser.update([w], [np.array([1.0])])
        dusk.wait()
    before = dusk.stats()
    for rate in (0.5, 0.25):
        optimiser.rate = rate
        optimiser.update([w], [np.array([1.0])])
        dusk.wait()
    after = dusk.stats()
    assert (after["programs"], after["compiled"]) == (before["programs"], before["compiled"])
    assert float(w[0]) == -3.75
    optimiser.rate = optim.constant(2.0)
    optimiser.update([w], [np.array([1.0])])
    assert float(w[0]) == -5.75


def test_a_number_of_the_rule_may_be_changed() -> None:
    w, optimiser = np.array([0.0]), optim.SGD(1.0, momentum=0.5)
    optimiser.update([w], [np.array([1.0])])
    optimiser.momentum = 0.25
    optimiser.update([w], [np.array([1.0])])
    assert float(w[0]) == -1 - 1.25


@pytest.mark.parametrize(
    ("clip", "wanted"),
    [
        (optim.clip_by_value(1.0), {"a": [1.0, -1.0], "b": [0.5, 0.0]}),
        (optim.clip_by_norm(1.0), {"a": [0.6, -0.8], "b": [0.5, 0.0]}),
        (optim.clip_by_global_norm(2.0), {"a": [6 / 25.25**0.5, -8 / 25.25**0.5], "b": [1 / 25.25**0.5, 0.0]}),
        (optim.clip_by_global_norm(9.0), {"a": [3.0, -4.0], "b": [0.5, 0.0]}),
        (lambda gradients: {name: 2 * g for name, g in gradients.items()}, {"a": [6.0, -8.0], "b": [1.0, 0.0]}),
    ],
)
def test_gradients_are_clipped_before_the_rule_sees_them(clip: Any, wanted: dict[str, Any]) -> None:
    params = {name: np.zeros(2) for name in "ab"}
    optim.SGD(1.0, clip=clip).update(params, {"a": np.array([3.0, -4.0]), "b": np.array([0.5, 0.0])})
    for name, g in wanted.items():
        assert_allclose(-numpy.array(params[name]), g, rtol=1e-12)


def test_gradients_that_are_all_0_are_clipped_to_0() -> None:
    for clip in (optim.clip_by_norm(1.0), optim.clip_by_global_norm(1.0)):
        assert_array_equal(clip({"w": numpy.zeros(2)})["w"], [0, 0])


def test_small_steps_of_bfloat16_are_kept_by_float32_masters() -> None:
    kind = ml_dtypes.bfloat16
    with_masters, without = np.ones(4, dtype=kind), np.ones(4, dtype=kind)
    kept, lost = optim.SGD(1e-4, master=True), optim.SGD(1e-4)
    for _ in range(100):
        kept.update([with_masters], [np.ones(4, dtype=kind)])
        lost.update([without], [np.ones(4, dtype=kind)])
    assert without.dtype == with_masters.dtype == kind
    assert_array_equal(numpy.array(without).astype("f4"), numpy.ones(4, "f4"))
    assert_array_equal(numpy.array(with_masters), numpy.full(4, 0.99).astype(kind))
    assert_allclose(numpy.array(kept.state["master"]["0"]), numpy.full(4, 0.99), rtol=1e-5)


def test_a_loss_scale_grows_falls_and_leaves_out_steps_without_numbers() -> None:
    scale = optim.LossScale(8.0, interval=2)
    w, optimiser = np.array([1.0, 1.0], dtype="float16"), optim.SGD(0.5, momentum=0.5, scale=scale)
    factors = []
    for g in (8.0, 8.0, numpy.inf, 8.0, numpy.nan):
        before = copies({"w": w, "m": optimiser.state["momentum"]["0"]}) if factors else {}
        steps = int(optimiser.steps)
        optimiser.update([w], [np.array([g, 0.0], dtype="float16")])
        if not numpy.isfinite(g):
            assert_array_equal(numpy.array(w), before["w"])
            assert_array_equal(numpy.array(optimiser.state["momentum"]["0"]), before["m"])
            assert int(optimiser.steps) == steps
        factors.append(float(scale.factor))
    assert factors == [8, 16, 8, 8, 4]
    assert_allclose(numpy.array(w)[1], 1.0)
    assert scale(np.array(3.0, dtype="float16")).dtype == "float32"


@pytest.mark.parametrize("kind", ["sgd", "adam", "ftrl"])
def test_what_was_saved_goes_on_to_the_same_bits(kind: str, tier: str) -> None:
    def run(params: Any, optimiser: optim.Optimiser, times: range) -> None:
        for seed in times:
            optimiser.update(params, flat(tree(seed + 2)))

    def make() -> optim.Optimiser:
        return optim.create(kind, rate=optim.cosine(0.1, 10), scale=optim.LossScale(4.0, interval=2))

    whole, first = flat(tree()), flat(tree())
    run(whole, make(), range(6))
    before = make()
    run(first, before, range(3))
    saved = before.state_dict()
    assert all(isinstance(value, int | float | numpy.ndarray) for value in saved.values())
    second, after = {name: np.array(p) for name, p in copies(first).items()}, make()
    after.load_state_dict(saved)
    run(first, before, range(3, 4))  # what was saved is a copy
    run(second, after, range(3, 6))
    for name, p in whole.items():
        assert_array_equal(numpy.array(second[name]), numpy.array(p))
    assert int(after.steps) == 6


def test_a_plateau_is_saved_with_its_optimiser() -> None:
    schedule = optim.ReduceOnPlateau(1.0, patience=0)
    schedule.observe(1.0)
    schedule.observe(1.0)
    saved = optim.SGD(schedule).state_dict()
    after = optim.SGD(optim.ReduceOnPlateau(1.0, patience=0))
    after.load_state_dict(saved)
    w = np.array([0.0])
    after.update([w], [np.array([1.0])])
    assert float(w[0]) == pytest.approx(-0.1)


def test_an_optimiser_of_ones_own_is_one_rule() -> None:
    class Heavy(optim.Optimiser):
        def __init__(self, rate: float, mass: float) -> None:
            super().__init__(rate, {"speed": 0.0})
            self.mass = mass

        def rule(self, parameter: Any, gradient: Any, state: Any, rate: Any, step: Any) -> Any:
            speed = self.mass * state["speed"] - rate * gradient
            return parameter + speed, {"speed": speed}

    w, optimiser = np.array([1.0]), Heavy(0.5, 0.5)
    optimiser.update([w], [np.array([1.0])])
    optimiser.update([w], [np.array([0.0])])
    assert float(w[0]) == 0.25


def test_optimisers_show_their_numbers_and_can_be_copied() -> None:
    w, optimiser = np.array([0.0]), optim.SGD(0.5, momentum=0.5)
    optimiser.update([w], [np.array([1.0])])
    assert repr(optimiser) == "SGD(rate=0.5, momentum=0.5, dampening=0.0, nesterov=False, weight_decay=0.0)"
    for again in (copy.deepcopy(optimiser), pickle.loads(pickle.dumps(optimiser))):
        v = np.array([-0.5])
        again.update([v], [np.array([0.0])])
        assert float(v[0]) == -0.75
    assert float(optimiser.state["momentum"]["0"][0]) == 1.0


def test_unknown_names_are_told_with_the_known_ones() -> None:
    assert isinstance(optim.create("AdamW"), optim.AdamW)
    with pytest.raises(ValueError, match=r"no optimiser 'adem' \(did you mean 'adam'\?\); known are adadelta, "):
        optim.create("adem")


def test_gradients_that_do_not_fit_are_named() -> None:
    w, optimiser = np.ones((2, 3)), optim.SGD()
    for gradient, error, text in (
        (np.ones((3, 2)), ValueError, r"of parameter 'w' is float64\[3, 2\], the parameter float64\[2, 3\]"),
        (np.ones((2, 3), dtype="float32"), ValueError, r"of parameter 'w' is float32\[2, 3\], the parameter f"),
        (np.ones((2, 3), dtype="int64"), TypeError, r"of parameter 'w' is int64\[2, 3\], not an array of real"),
        (3.0, TypeError, "gradient of parameter 'w' is float, not an array of real numbers"),
    ):
        with pytest.raises(error, match=text):
            optimiser.update({"w": w}, {"w": gradient})
    with pytest.raises(ValueError, match=r"gradients of \['v'\], which are no parameters; those are \['w'\]"):
        optimiser.update({"w": w}, {"v": w})
    with pytest.raises(TypeError, match=r"parameter 'w' is int64\[2\], not an array of real numbers"):
        optimiser.update({"w": np.ones(2, dtype="int64")}, {"w": np.ones(2, dtype="int64")})
    assert_array_equal(numpy.array(w), numpy.ones((2, 3)))


def test_groups_that_match_nothing_or_name_what_is_unknown_are_told() -> None:
    params = {"w": np.ones(2)}
    with pytest.raises(ValueError, match=r"group 'x\*' matches none of the parameters \['w'\]"):
        optim.SGD(groups={"x*": {"rate": 0.5}}).update(params, params)
    with pytest.raises(ValueError, match=r"factors for \['lr'\]; SGD knows \['rate', 'weight_decay'\]"):
        optim.SGD(groups={"w": {"lr": 0.5}}).update(params, params)
    with pytest.raises(ValueError, match=r"Ftrl knows \['rate'\]"):
        optim.Ftrl(groups={"w": {"weight_decay": 0.5}}).update(params, params)


def test_state_of_something_else_is_refused() -> None:
    params = {"w": np.ones(2)}
    adam = optim.Adam()
    adam.update(params, params)
    saved = adam.state_dict()
    with pytest.raises(ValueError, match=r"state 'mean' of parameter 'w'; this optimiser keeps \[\]"):
        optim.SGD().load_state_dict(saved)
    with pytest.raises(ValueError, match="'weights' is nothing that Adam keeps"):
        adam.load_state_dict({**saved, "weights": 1})
    with pytest.raises(ValueError, match=r"the state 'square' is there for \[\], but not"):
        adam.load_state_dict({key: value for key, value in saved.items() if "square" not in key})
    with pytest.raises(ValueError, match="'steps' is missing"):
        adam.load_state_dict({"rate": 1.0})
    adam.load_state_dict(saved)
    with pytest.raises(ValueError, match=r"state 'mean' of parameter 'w' is float64\[2\], the parameter float64\[3\]"):
        adam.update({"w": np.ones(3)}, {"w": np.ones(3)})
    adam.load_state_dict(saved)
    with pytest.raises(ValueError, match=r"state of \['w'\]"):
        adam.update({"v": np.ones(2)}, {"v": np.ones(2)})


def test_limits_of_clipping_are_positive() -> None:
    for clip in (optim.clip_by_value, optim.clip_by_norm, optim.clip_by_global_norm):
        with pytest.raises(ValueError, match="positive limit, not to 0"):
            clip(0.0)


def test_nesterovs_form_needs_a_momentum() -> None:
    with pytest.raises(ValueError, match="needs a momentum and no dampening"):
        optim.SGD(nesterov=True)
