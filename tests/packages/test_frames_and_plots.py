"""pandas and Matplotlib take Dusk's arrays as they take NumPy's."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk.numpy as np

pytestmark = pytest.mark.once


def test_frames_are_made_of_dusk_arrays_and_back() -> None:
    pandas = pytest.importorskip("pandas")
    x, m = np.linspace(0, 1, 5), np.arange(6.0).reshape(2, 3)
    frame = pandas.DataFrame(m * 2, columns=list("abc"))
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(numpy.arange(6.0).reshape(2, 3) * 2, columns=list("abc")))
    by_name = pandas.DataFrame({"a": x, "b": x**2})
    by_name["c"] = x + 1
    assert [kind.name for kind in by_name.dtypes] == ["float64"] * 3
    numpy.testing.assert_allclose(pandas.Series(x) * 2, numpy.linspace(0, 2, 5))
    numpy.testing.assert_allclose(np.array(frame) @ np.ones(3), [6, 24])
    assert pandas.cut(x, 2).codes.tolist() == [0, 0, 0, 1, 1]


def surface(np: Any, axes: Any) -> Any:
    x, y = np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9))
    return axes.contourf(x, y, np.exp(-x * x - y * y))


PLOTS: dict[str, Callable[[Any, Any], Any]] = {
    "plot": lambda np, axes: axes.plot(np.linspace(0, 1, 9), np.linspace(0, 1, 9) ** 2),
    "scatter": lambda np, axes: axes.scatter(np.arange(5.0), np.arange(5.0), c=np.arange(5.0), s=np.arange(5.0) * 9),
    "imshow": lambda np, axes: axes.imshow(np.arange(16.0).reshape(4, 4)),
    "hist": lambda np, axes: axes.hist(np.linspace(0, 1, 30) ** 2, bins=np.linspace(0, 1, 5)),
    "bar": lambda np, axes: axes.bar(np.arange(3), np.arange(3.0) + 1),
    "contourf": surface,
    "errorbar": lambda np, axes: axes.errorbar(np.arange(4.0), np.arange(4.0), yerr=np.ones(4) / 3),
    "fill_between": lambda np, axes: axes.fill_between(np.arange(4.0), np.zeros(4), np.arange(4.0)),
    "quiver": lambda np, axes: axes.quiver(np.arange(4.0), np.arange(4.0), np.ones(4), np.arange(4.0)),
    "boxplot": lambda np, axes: axes.boxplot(np.arange(12.0).reshape(4, 3)),
    "limits": lambda np, axes: axes.set_xlim(np.arange(4.0).min(), np.arange(4.0).max()),
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_of_dusk_arrays_is_that_of_numpys(name: str) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = []
    for module in (np, numpy):
        canvas = FigureCanvasAgg(Figure(figsize=(2, 2)))
        PLOTS[name](module, canvas.figure.add_subplot())
        canvas.draw()
        drawn.append(numpy.array(canvas.buffer_rgba()))
    numpy.testing.assert_array_equal(*drawn)
