"""The pieces of small code that are measured give what they give under NumPy, whether done at once or recorded."""

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from benchmarks import small


@pytest.mark.parametrize("background", [True, False])
@pytest.mark.parametrize("name", small.PIECES)
def test_the_pieces_give_what_numpy_gives(name, background):
    with dusk.config.using(background=background):
        mine, theirs = small.PIECES[name](dnp), small.PIECES[name](numpy)
        for _ in range(2):
            assert not small.differ(mine(), theirs())
