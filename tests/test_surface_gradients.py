"""Random programs of floats have the slopes that finite differences say: their gradients, and their tangents.

`python tests/surface_gradients.py 1000 --tier native` runs more of them.
"""

import pytest

import surface_gradients
from dusk.kernel import native


@pytest.mark.parametrize("block", range(4))
def test_random_programs_have_the_slopes_of_finite_differences_in_the_interpreter(block):
    different = surface_gradients.run(range(block * 75, (block + 1) * 75), "interpreter")
    assert not different, "\n".join(different)


@pytest.mark.skipif(not native.available(), reason="no native code")
def test_random_programs_have_the_slopes_of_finite_differences_natively():
    different = surface_gradients.run(range(24), "native")
    assert not different, "\n".join(different)
