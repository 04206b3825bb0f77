"""Workers of an MPI job: what they hold is what one process computes from all contributions, bit for bit."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import mpi_program
from dusk import kvstore

PROGRAM = Path(mpi_program.__file__)
MPIEXEC = shutil.which("mpiexec", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def job(count: int, what: str) -> list[str]:
    if find_spec("mpi4py") is None or MPIEXEC is None:
        pytest.skip("mpi4py and mpiexec (the mpi extra) are not installed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [MPIEXEC, "-n", str(count), sys.executable, str(PROGRAM), what]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    return re.findall(r"<(.*?)>", done.stdout)  # whose lines may end on others'


def in_one_process(workers: int) -> str:
    """The same training by contributions that are summed here, in the order of ranks."""
    with kvstore.create("local", update=mpi_program.UPDATE) as kv:
        kv.init(mpi_program.KEYS, mpi_program.first())
        values = [np.asarray(value) for value in kv.pull(mpi_program.KEYS)]
        for clock in range(6):
            given = [mpi_program.gradients(rank, clock, values) for rank in range(workers)]
            kv.push(mpi_program.KEYS, [list(of) for of in zip(*given)])
            values = [np.asarray(value) for value in kv.pull(mpi_program.KEYS)]
    return mpi_program.digest(values)


@pytest.mark.once
@pytest.mark.parametrize("workers", [1, 3])
def test_all_workers_have_the_bits_of_one_process(workers: int) -> None:
    assert set(job(workers, "train")) == {in_one_process(workers)}


@pytest.mark.once
@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("shapes", "ValueError: worker 1: 'w' is float64[4] in this worker's model"),
        ("nans", "NanError: worker 1: the gradient of 'w' at clock 0 is not finite"),
        ("alone", "pulls what not all have pushed"),
        ("order", "workers of MPI do the same in the same order"),
    ],
)
def test_what_does_not_fit_is_an_error_of_all_workers(what: str, told: str) -> None:
    found = job(2, what)
    assert len(found) == 2 and sum(told in line for line in found) == (1 if what == "alone" else 2), found


def test_staleness_is_refused() -> None:
    with pytest.raises(ValueError, match="go on together"):
        kvstore.create("mpi", staleness=1)
