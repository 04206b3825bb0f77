"""What every test shares: a kernel cache of their own, hypothesis settings that never flake, both tiers by name."""

import contextlib
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

# One folder a session, inherited by xdist's workers: tests neither trust nor touch the user's compiled kernels.
OWN_CACHE = None
if "DUSK_CACHE_DIR" not in os.environ:
    OWN_CACHE = os.environ["DUSK_CACHE_DIR"] = tempfile.mkdtemp(prefix="dusk-tests-")

# Compiled at the second visit, whatever it costs, so that counters do not hang on times.
# record/test_background.py is about the other way.
os.environ.setdefault("DUSK_BACKGROUND", "0")

# Wall time means nothing on shared cores; new examples are looked for with HYPOTHESIS_PROFILE=explore.
settings.register_profile("fixed", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_unconfigure() -> None:
    if OWN_CACHE is not None:
        shutil.rmtree(OWN_CACHE, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are objects that live to the end: no collection has to look at them."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=["interpreter", "native"])
def tier(request: pytest.FixtureRequest) -> Iterator[str]:
    """Runs the test once on each tier, forced."""
    from dusk.config import config

    with config.using(tier=request.param):
        yield request.param


@pytest.fixture(autouse=True)
def nothing_left_pending() -> Iterator[None]:
    """What a test recorded and did not look at is not the next one's business, nor are the lengths it met."""
    yield
    record = sys.modules.get("dusk.record")
    if record is not None:
        with contextlib.suppress(Exception):
            record.run_pending()
        sys.modules["dusk.record.lengths"].forget()


@pytest.fixture
def without_collections() -> Iterator[None]:
    """What is measured is what is done, not a collection of what all tests before have left."""
    gc.disable()
    yield
    gc.enable()
