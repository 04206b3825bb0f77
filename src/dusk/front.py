"""The functions of the top of the package that belong to no one front door."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, cast

from dusk.backends import calibrate
from dusk.compiler.budget import bytes_of
from dusk.devices import as_device
from dusk.later import Later
from dusk.symbol import Group, Symbol
from dusk.symbol import compile as compile_symbols
from dusk.tracing import Compiled, compile_function
from dusk.tracing.parallel import parallel
from dusk.tracing.placing import on_device
from dusk.transform.custom import register as rewrite
from dusk.transform.pipeline import checked

__all__ = [
    "checkpoint",
    "compile",
    "costs",
    "data_parallel",
    "load",
    "memory_report",
    "rewrite",
]

_formats = Compiled.ways_out = Later("dusk.formats")


def compile(
    f: Any = None,
    *,
    math: str | None = None,
    memory: int | str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    device: Any = None,
) -> Any:
    """Compile a function of arrays, a symbol, or a list of symbols; also a decorator.

    A function is traced once for each combination of structure, shapes, dtypes, aliasing and Python values of its
    arguments. Arrays it captures are inputs, read anew at each call; writes to arguments reach the caller.

    `math` is "exact" or "relaxed". `exclude` names passes (`"cse"`), rules (`"algebra.divide_by_itself"`) or `"all"`,
    which then do not run: compiling takes less time, the program more. `include` wins over it, and turns on single
    relaxed rules. A call that becomes part of a larger program is optimised once more, with that. ValueError: there is
    no such pass or rule.

    `memory` ("300MB", or bytes) bounds what a call holds, arguments and results included: what lives long is computed
    again where that makes it fit (sums may be rounded in another order, nothing else changes). MemoryBudgetError, at
    the call, if nothing found fits; it names the smallest budget that would do, and the lines that hold most. Calls
    recorded into other programs, by gradients and other compiled functions, have no memory of their own and no bound.

    `device` (`dusk.cpu(1)`, or its name) says where all of a function is computed: what it reads is taken there, its
    results lie there, and what it writes to stays where it is. Over a list of devices the cost model places it, where
    that is faster than on the first alone, and copies what has to be copied: what is put on a device other than the
    default in the function stays there, results lie where they would without, and `.explain()` says what lies where and
    what it is estimated to take. Calls that are recorded into other programs are not placed.

    >>> import dusk, dusk.numpy as np
    >>> @dusk.compile
    ... def norm(x):
    ...     return np.sqrt((x * x).sum())
    >>> norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    """
    if f is None:
        return functools.partial(compile, math=math, memory=memory, include=include, exclude=exclude, device=device)
    asked = checked(math, include, exclude)
    passes: dict[str, Any] = {"math": math, "include": asked.include, "exclude": asked.exclude}
    nbytes = None if memory is None else bytes_of(memory)
    if isinstance(f, Symbol | Group | list | tuple):
        if device is not None:
            raise TypeError("dusk.compile(device=) takes a function; of a symbol say it as symbol.bind(device, ...)")
        return compile_symbols(f, memory=nbytes, **{**passes, "math": math or "relaxed"})  # type: ignore[arg-type]
    if not callable(f):
        raise TypeError(f"dusk.compile takes a function or symbols, not {type(f).__name__}")
    options = passes if any(passes.values()) else {}
    if isinstance(device, list | tuple):
        names = [as_device(one).name for one in cast("Iterable[Any]", device)]
        return compile_function(f, memory=nbytes, devices=names, **options)
    return compile_function(f if device is None else on_device(f, device), memory=nbytes, **options)


def checkpoint(f: Any) -> Any:
    """A function whose gradient computes what is inside of it once more, instead of keeping it; also a decorator.

    Between the forward and the backward pass only its arguments (and the arrays it captures) are held. Results and
    gradients are the same, but for the order in which sums may be rounded. It is traced as by `dusk.compile`: where it
    looks at values while it runs, or draws random numbers, everything is kept as without it.

    >>> import dusk, dusk.numpy as np
    >>> block = dusk.checkpoint(lambda x: np.tanh(np.tanh(x)))
    >>> dusk.grad(lambda x: block(x).sum())(np.zeros(2))
    array([1., 1.])
    """
    if not callable(f):
        raise TypeError(f"dusk.checkpoint takes a function, not {type(f).__name__}")
    return compile_function(f, recompute=True)


def data_parallel(
    f: Any = None,
    devices: Any = (),
    *,
    batch: Any = 0,
    slices: int | None = None,
    reduction: Any = None,
) -> Any:
    """A function of a batch that is computed on several devices, a slice of the batch on each; also a decorator.

    `batch` names the arguments (by position or name, or several of these) whose arrays are cut along their first axis
    into `slices` (as many as devices; of uneven sizes, if need be), neighbours on one device. Of all else that the
    function reads each device gets a copy. Results of the slices are put together in their order on the first device:
    those that are longer for a longer batch "concatenate", others are the "mean", in which each slice weighs as much as
    it has elements: so the loss that is a mean over the batch, and its gradients, come out as those of the whole batch.
    `reduction` says otherwise, for all results or in a tuple for each: "mean", "sum", "concatenate", "first". Arrays
    that the function writes to, as running statistics, get the mean.

    It is compiled, and its `.graph` shows what is done where. Each slice is compiled by itself: with the same number of
    slices bits are the same on any devices. With `dusk.value_and_grad(loss)` inside, not around, gradients are as well.
    A random key that the function reads is the same for all slices. TypeError: the function looks at values, or writes
    to its batch; ValueError: lengths of the batch differ, or there is no mean of what comes out.

    >>> import dusk, dusk.numpy as np
    >>> loss = lambda w, x: ((x * w) ** 2).mean()
    >>> both = dusk.data_parallel(dusk.value_and_grad(loss), [dusk.cpu(0), dusk.cpu(1)], batch=1)
    >>> both(np.array(2.0), np.arange(4.0))
    (np.float64(14.0), np.float64(14.0))
    """
    if f is None:
        return functools.partial(data_parallel, devices=devices, batch=batch, slices=slices, reduction=reduction)
    if not callable(f):
        raise TypeError(f"dusk.data_parallel takes a function, not {type(f).__name__}")
    return parallel(f, devices, batch, slices, reduction)


def costs() -> dict[str, float | bool]:
    """The figures that work is shared out by, of one thread: operations (`flops_s`; in products `product_s`) and bytes
    of memory (`bytes_s`) a second; seconds until another thread helps (`handoff_s`), and from which a step is split
    (`split_s`). `measured` says whether they are this machine's, which heavy programs have measured once a host, or
    defaults, as under `config.reproducible`. Results never depend on them."""
    return calibrate.shown()


def load(path: Any) -> Any:
    """What a file holds, told apart by its beginning: a compiled function, symbols, or a tree of arrays.

    See `Compiled.save`, `Symbol.save` and `train.save`; any safetensors file is a dict of arrays. Nothing in it is
    executed. FormatError: it is none of these, damaged, hostile, or of another version; OSError: it cannot be read.

    >>> import os, tempfile, dusk
    >>> path = os.path.join(tempfile.mkdtemp(), "double.dusk")
    >>> (dusk.symbol.Variable("A") * 2).save(path)
    >>> dusk.compile(dusk.load(path))(A=dusk.numpy.arange(3.0))
    array([0., 2., 4.])
    """
    return _formats.load(path)


def memory_report(compiled: Any) -> Any:
    """What a compiled function or symbol needs, in bytes; see `Compiled.memory`."""
    return compiled.memory()
