"""What the machine's time goes by: measured once a host, kept within reason, and never seen in a result."""

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.backends import calibrate
from dusk.backends.cpu import machine
from dusk.compiler.schedule import chunks
from dusk.config import config
from dusk.kernel import costs, native
from dusk.kernel.contraction_plan import Side, make_plan
from dusk.kernel.contraction_tile import tile_for
from dusk.kernel.costs import DEFAULTS, Costs
from dusk.kernel.targets import cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="no native code here")
FAST = Costs(4e10, 1.6e11, 2e10, 5e-7)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    with config.using(cache_dir=str(tmp_path)):
        costs.forget()
        yield tmp_path / "kernels"
        costs.forget()


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Costs]:
    """The measurements made: all find a machine twice as fast as the default."""
    made: list[Costs] = []

    def measure() -> Costs:
        made.append(FAST)
        return FAST

    monkeypatch.setattr(calibrate, "measure", measure)
    return made


def test_light_programs_go_by_defaults_and_the_first_heavy_one_measures(measured: list[Costs]) -> None:
    assert machine.costs() == machine.costs(calibrate.HEAVY_S / 2) == DEFAULTS
    assert not measured and not dusk.costs()["measured"]
    assert machine.costs(calibrate.HEAVY_S) == FAST
    assert machine.costs() == machine.costs(1.0) == FAST
    shown = dusk.costs()
    assert len(measured) == 1 and shown.pop("measured")
    assert shown == {name: getattr(FAST, name) for name in ("flops_s", "product_s", "bytes_s", "handoff_s", "split_s")}


def test_another_process_finds_what_one_has_measured(measured: list[Costs]) -> None:
    machine.costs(1.0)
    costs.forget()
    assert machine.costs() == FAST and len(measured) == 1


@pytest.mark.parametrize("damage", [b"", b"nonsense", bytes(200)])
def test_a_damaged_file_is_measured_again(damage: bytes, folder: Path, measured: list[Costs]) -> None:
    machine.costs(1.0)
    (file,) = folder.glob("*.p")
    file.write_bytes(damage)
    costs.forget()
    assert machine.costs() == DEFAULTS
    assert machine.costs(1.0) == FAST and len(measured) == 2
    costs.forget()
    assert machine.costs() == FAST


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_takes_no_file_is_measured_for_once_a_process(folder: Path, measured: list[Costs]) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    assert machine.costs(1.0) == machine.costs(1.0) == FAST
    assert len(measured) == 1 and not [*folder.iterdir()]
    folder.chmod(0o700)


def test_without_a_folder_it_is_measured_once_a_process(folder: Path, measured: list[Costs]) -> None:
    folder.parent.rmdir()
    folder.parent.write_text("no folder")
    assert machine.costs(1.0) == machine.costs(1.0) == FAST and len(measured) == 1


def test_what_is_reproducible_measures_nothing_and_goes_by_defaults(measured: list[Costs]) -> None:
    with config.using(reproducible=True):
        assert machine.costs(1.0) == DEFAULTS and not measured
    machine.costs(1.0)
    with config.using(reproducible=True):
        assert machine.costs(1.0) == DEFAULTS and not dusk.costs()["measured"]


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_what_cannot_be_is_the_default(value: float) -> None:
    assert costs.keep(Costs(value, value, value, value)) == DEFAULTS


def test_what_can_hardly_be_is_kept_within_reach() -> None:
    wild = costs.keep(Costs(1.0, 1e30, DEFAULTS.bytes_s, 1.0))
    assert wild == Costs(DEFAULTS.flops_s / 8, DEFAULTS.product_s * 8, DEFAULTS.bytes_s, DEFAULTS.handoff_s * 8)


def test_steps_are_split_where_they_run_for_many_handoffs() -> None:
    extent, apart = np.array([1000, 1000]), np.array([True, True])
    for handoff_s in (1e-7, 1e-6, 1e-5):
        split_s = replace(DEFAULTS, handoff_s=handoff_s).split_s
        assert split_s == pytest.approx(20 * handoff_s)
        short, long = chunks(extent, np.array([0.99 * split_s, 1.01 * split_s]), apart, 2, split_s)
        assert short == 1000 and long < 1000


def test_products_are_split_where_they_run_for_many_handoffs() -> None:
    tile, side = tile_for(np.dtype(np.float32), cpu.host()), Side("depth", 4, False)
    for n, handoff_s, split in ((64, 1e-6, False), (64, 1e-7, True), (256, 1e-6, True), (256, 8e-5, False)):
        plan = make_plan(tile, 1, n, n, n, 2, side, side, False, replace(DEFAULTS, handoff_s=handoff_s).serial)
        assert (plan.chunk < plan.extent) is split


def test_a_measurement_is_of_a_machine_that_can_be() -> None:
    found = calibrate.measure()
    assert all(0 < value < math.inf for value in (found.flops_s, found.product_s, found.bytes_s, found.handoff_s))
    assert found.flops_s < found.product_s < 1e13
    assert found.handoff_s < 0.1


def test_results_do_not_depend_on_the_costs() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((300, 257)), rng.standard_normal((257, 311))

    def f(x: dnp.ndarray, y: dnp.ndarray) -> dnp.ndarray:
        return np.exp(np.tanh(x @ y) - np.cos(x @ y)).sum(axis=0)

    results: list[bytes] = []
    for handoff_s in (DEFAULTS.handoff_s / 8, DEFAULTS.handoff_s, DEFAULTS.handoff_s * 8):
        costs.keep(replace(DEFAULTS, handoff_s=handoff_s))
        results.append(np.asarray(dusk.compile(f)(dnp.array(a), dnp.array(b))).tobytes())
    assert len({*results}) == 1
