"""Workers and servers on Ray: what they compute, what they refuse, and what becomes of them when some are killed."""

import fcntl
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import cluster_hosts
from dusk import kvstore
from dusk.kvstore.cluster import session

TESTS = Path(__file__).parents[1]
needs_ray = [
    pytest.mark.ray,
    pytest.mark.once,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray (the dist extra) is not installed"),
]

lacking = cluster_hosts.missing()
needs_hosts = [*needs_ray, pytest.mark.skipif(bool(lacking), reason=f"no hosts of one's own: {lacking}")]


def ran(script: str, *words: str, **variables: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **variables}
    command = [sys.executable, str(TESTS / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install \"dusk\[dist\]\""):
        kvstore.create("dist")


@pytest.mark.parametrize("address", ["nowhere", ":6379", "ray://here:10001", "here:99999", "here:port"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="write HOST:PORT"):
        session.join(address)


@pytest.mark.parametrize("name", ["address", "workers", "rank", "group"])
def test_what_only_clusters_take_is_refused_elsewhere(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        kvstore.create("local", **{name: 1})


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of each case: of one run for all processes of xdist's."""
    folder = tmp_path_factory.mktemp("cases")
    shared = folder.parents[1] / f"cases-{os.environ.get('PYTEST_XDIST_TESTRUNUID', os.getpid())}"
    with open(shared, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed
        file.seek(0)
        told = file.read()
        if not told:
            told = ran("kvstore/cluster_cases.py", TMPDIR=str(folder))
            file.write(told)
    rows = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    return {row["case"]: row for row in rows}


class TestCases:
    pytestmark = needs_ray

    def test_servers_compute_what_this_process_does(self, cases: dict[str, Any]) -> None:
        assert cases["the_same_as_here"]["found"] == [True, True, True]

    def test_servers_end_with_their_workers(self, cases: dict[str, Any]) -> None:
        assert cases["a_group_ends_with_its_workers"]["found"] == [[], []]

    def test_workers_join_and_leave_and_every_sample_is_seen_once(self, cases: dict[str, Any]) -> None:
        stayed, left, joined = cases["one_joins_and_one_leaves"]["found"]
        assert stayed == [[[0, 1], [0, 1, 2], [0, 2]], 1.0, 1.0]
        assert left[0] == [[0, 1], [0, 1, 2]] and joined[1:] == [1.0, 1.0] and joined[0][-1] == [0, 2]

    @pytest.mark.parametrize(
        ("case", "told"),
        [
            ("other_servers", "has servers=2, and this worker servers=3"),
            ("other_models", "in this worker's model, but float64"),
            ("other_staleness", "for this worker, but"),
            ("gradients_that_are_not_finite", "NanError: the gradient of 'w' at clock 0 is not finite"),
            ("a_server_that_is_gone", "server 0 of 127.0.0.1:"),
            ("a_log_that_is_damaged", "FormatError: "),
        ],
    )
    def test_what_does_not_fit_is_refused(self, cases: dict[str, Any], case: str, told: str) -> None:
        assert told in json.dumps(cases[case]["found"])

    def test_a_folder_is_gone_on_from(self, cases: dict[str, Any]) -> None:
        assert cases["a_log_that_is_damaged"]["found"][0] == [5]

    def test_a_server_that_was_killed_comes_back_with_what_it_had(self, cases: dict[str, Any]) -> None:
        assert cases["a_server_killed_comes_back"]["found"] == [[2.0, 2.0], 1]

    def test_a_server_that_hangs_is_waited_for_and_then_named(self, cases: dict[str, Any]) -> None:
        value, told = cases["a_server_that_hangs"]["found"]
        assert value == [2.0, 2.0] and "server 0 of 127.0.0.1:" in told and "it is there, but has said nothing" in told

    def test_a_full_disk_loses_nothing_and_is_told(self, cases: dict[str, Any]) -> None:
        found = cases["a_disk_that_is_full"]["found"]
        if isinstance(found, str):
            pytest.skip(found)
        assert found[0] == [4.0] and "No space left" in found[1] and "server 0" in found[1]

    def test_a_vault_fences_who_has_been_replaced_and_who_knows_nothing_of_its_end(self, cases: dict[str, Any]) -> None:
        assert cases["vaults_fence"]["found"] == [2, 3, {"0": 2}]

    @pytest.mark.parametrize("case", ["without_a_token", "with_another_token"])
    def test_strangers_are_refused_and_told_what_to_do(self, cases: dict[str, Any], case: str) -> None:
        assert "RAY_AUTH_TOKEN to the cluster's own" in cases[case]["found"] and cases[case]["seconds"] < 30
        assert cases["with_the_token"]["found"] == ""


class TestKilled:
    pytestmark = needs_ray

    @pytest.mark.parametrize(("mode", "kills"), [("bsp", 5), ("ssp", 4), ("broken", 2)])
    def test_the_killed_are_not_missed_unless_servers_count_twice_what_comes_twice(self, mode: str, kills: int) -> None:
        told = ran("cluster_kills.py", str(kills), "1", mode)
        assert f"{mode}: {0 if mode == 'broken' else 1} of 1 as they must be" in told


class TestLinks:
    pytestmark = needs_hosts

    def test_training_goes_on_without_a_host_that_is_lost_and_one_whose_link_is_cut(self) -> None:
        ran("cluster_links.py", "bsp", "kill", "cut")
