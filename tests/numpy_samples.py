"""One call of each public function of NumPy's, as an expression: what the page of coverage and its test try.

`v` and `w` are vectors of five numbers between 0.1 and 0.9, `m` and `n` 3x3 matrices, `i` and `j` vectors of five
integers, `b` one of bools. Universal functions need no entry: they are called on what they take.
"""

from __future__ import annotations

from typing import Any

import numpy

EXPRESSIONS: dict[str, str] = {}


def _add(part: str, text: str) -> None:
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, expression = line.partition(": ")
        EXPRESSIONS[f"{part}{name}"] = expression.replace("@", f"np.{part}{name}")


_add("", """
    allclose: @(v, w)
    all: @(b)
    amax: @(m, axis=0)
    amin: @(m, axis=0)
    angle: @(v + 1j)
    any: @(b, axis=0)
    append: @(v, w)
    apply_along_axis: @(np.sum, 0, m)
    apply_over_axes: @(np.sum, m, [0])
    arange: @(5)
    argmax: @(m, axis=1)
    argmin: @(m)
    argpartition: @(v, 2)
    argsort: @(v)
    argwhere: @(b)
    around: @(v, 1)
    array: @(v)
    array2string: @(v)
    array_equal: @(v, w)
    array_equiv: @(v, w)
    array_repr: @(v)
    array_split: @(v, 2)
    array_str: @(v)
    asanyarray: @(v)
    asarray: @(v)
    asarray_chkfinite: @(v)
    ascontiguousarray: @(v)
    asfortranarray: @(v)
    asmatrix: @(m)
    astype: @(v, np.complex128)
    atleast_1d: @(v)
    atleast_2d: @(v)
    atleast_3d: @(v)
    average: @(v, weights=w)
    bartlett: @(5)
    base_repr: @(5)
    binary_repr: @(5)
    bincount: @(i, v)
    blackman: @(5)
    block: @([[m, n], [n, m]])
    bmat: @([[m, n]])
    broadcast_arrays: @(v, m[:, :1])
    broadcast_shapes: @((2, 1), (3,))
    broadcast_to: @(v, (2, 5))
    busday_count: @(numpy.datetime64("2026-01-01"), numpy.datetime64("2026-02-01"))
    busday_offset: @(numpy.datetime64("2026-01-01"), 3, roll="forward")
    can_cast: @(v, np.float32)
    choose: @(i[:3] % 2, [m[0], n[0]])
    clip: @(v, 0.25, 0.6)
    column_stack: @((v, w))
    common_type: @(v)
    compress: @(b, v)
    concat: @((v, w))
    concatenate: @((v, w))
    convolve: @(v, w)
    copy: @(v)
    copyto: @(v.copy(), w)
    corrcoef: @(v, w)
    correlate: @(v, w, "full")
    count_nonzero: @(i)
    cov: @(v, w)
    cross: @(m, n)
    cumprod: @(v)
    cumsum: @(m, axis=1)
    cumulative_prod: @(v)
    cumulative_sum: @(v)
    datetime_as_string: @(numpy.datetime64("2026-01-01"))
    datetime_data: @(numpy.dtype("M8[D]"))
    delete: @(v, 2)
    diag: @(v)
    diag_indices: @(3)
    diag_indices_from: @(m)
    diagflat: @(v)
    diagonal: @(m)
    diff: @(v)
    digitize: @(v, np.array([0.2, 0.5]))
    dot: @(m, n)
    dsplit: @(m.reshape(1, 3, 3), 3)
    dstack: @((v, w))
    ediff1d: @(v)
    einsum: @("ij,jk->ik", m, n)
    einsum_path: @("ij,jk->ik", m, n)
    empty: @(3)
    empty_like: @(v)
    expand_dims: @(v, 0)
    extract: @(b, v)
    eye: @(3)
    fill_diagonal: @(m.copy(), 1.0)
    fix: @(v)
    flatnonzero: @(i)
    flip: @(v)
    fliplr: @(m)
    flipud: @(m)
    format_float_positional: @(0.5)
    format_float_scientific: @(0.5)
    from_dlpack: @(v)
    frombuffer: @(b"12345678")
    fromfunction: @(lambda a, c: a + c, (2, 3))
    fromiter: @(iter([1.0, 2.0]), float)
    frompyfunc: @(abs, 1, 1)
    fromstring: @("1 2 3", sep=" ")
    full: @(3, 2.0)
    full_like: @(v, 2.0)
    geomspace: @(1.0, 8.0, 4)
    get_include: @()
    get_printoptions: @()
    getbufsize: @()
    geterr: @()
    geterrcall: @()
    gradient: @(v)
    hamming: @(5)
    hanning: @(5)
    histogram: @(v, 3)
    histogram2d: @(v, w, 2)
    histogram_bin_edges: @(v, 3)
    histogramdd: @(m, 2)
    hsplit: @(m, 3)
    hstack: @((v, w))
    i0: @(v)
    identity: @(3)
    imag: @(v + 1j * w)
    in1d: @(i, j)
    indices: @((2, 3))
    inner: @(v, w)
    insert: @(v, 1, 2.0)
    interp: @(v, np.arange(5.0), w)
    intersect1d: @(i, j)
    is_busday: @(numpy.datetime64("2026-01-01"))
    isclose: @(v, w)
    iscomplex: @(v)
    iscomplexobj: @(v)
    isdtype: @(numpy.dtype(float), "real floating")
    isfortran: @(m)
    isin: @(i, j)
    isneginf: @(v)
    isposinf: @(v)
    isreal: @(v)
    isrealobj: @(v)
    isscalar: @(3.0)
    issubdtype: @(float, numpy.floating)
    iterable: @(v)
    ix_: @(i, j)
    kaiser: @(5, 2.0)
    kron: @(v, w)
    lexsort: @((v, w))
    linspace: @(0.0, 1.0, 5)
    logspace: @(0.0, 1.0, 5)
    mask_indices: @(3, np.triu)
    matrix_transpose: @(m)
    max: @(m)
    may_share_memory: @(v, w)
    mean: @(m, axis=0)
    median: @(v)
    meshgrid: @(v, w)
    min: @(m)
    min_scalar_type: @(10)
    mintypecode: @(["f", "d"])
    moveaxis: @(m, 0, 1)
    nan_to_num: @(v)
    nanargmax: @(v)
    nanargmin: @(v)
    nancumprod: @(v)
    nancumsum: @(v)
    nanmax: @(m, axis=0)
    nanmean: @(m, axis=0)
    nanmedian: @(m, axis=0)
    nanmin: @(m, axis=0)
    nanpercentile: @(v, 30)
    nanprod: @(v)
    nanquantile: @(v, 0.3)
    nanstd: @(v)
    nansum: @(m, axis=0)
    nanvar: @(v)
    ndim: @(m)
    nested_iters: @(numpy.ones((2, 2)), [[0], [1]])
    nonzero: @(i)
    ones: @(3)
    ones_like: @(v)
    outer: @(v, w)
    packbits: @(b)
    pad: @(v, 1)
    partition: @(v, 2)
    percentile: @(v, 30)
    permute_dims: @(m, (1, 0))
    piecewise: @(v, [v < 0.5, v >= 0.5], [0.0, 1.0])
    place: @(v.copy(), b, [1.0])
    poly: @(v)
    polyadd: @(v, w)
    polyder: @(v)
    polydiv: @(v, w[:2])
    polyfit: @(v, w, 1)
    polyint: @(v)
    polymul: @(v, w)
    polysub: @(v, w)
    polyval: @(v, w)
    printoptions: @()
    prod: @(v)
    promote_types: @(float, int)
    ptp: @(v)
    put: @(v.copy(), [0], [1.0])
    put_along_axis: @(m.copy(), np.argmax(m, axis=1)[:, None], 0.0, 1)
    putmask: @(v.copy(), b, w)
    quantile: @(v, 0.3)
    ravel: @(m)
    ravel_multi_index: @((i % 3, j % 3), (3, 3))
    real: @(v + 1j * w)
    real_if_close: @(v + 0j)
    repeat: @(v, 2)
    require: @(v)
    reshape: @(v, (5, 1))
    resize: @(v, (2, 3))
    result_type: @(v, w)
    roll: @(v, 1)
    rollaxis: @(m, 1)
    roots: @(v)
    rot90: @(m)
    round: @(v, 1)
    row_stack: @((v, w))
    searchsorted: @(np.arange(5.0), v)
    select: @([v < 0.4, v < 0.6], [v, w], 0.0)
    set_printoptions: @()
    setbufsize: @(8192)
    setdiff1d: @(i, j)
    seterr: @()
    seterrcall: @(None)
    setxor1d: @(i, j)
    shape: @(v)
    shares_memory: @(v, w)
    sinc: @(v)
    size: @(v)
    sort: @(v)
    sort_complex: @(v)
    split: @(v, 5)
    squeeze: @(v[None])
    stack: @((v, w))
    std: @(v)
    sum: @(m, axis=0)
    swapaxes: @(m, 0, 1)
    take: @(v, i % 5)
    take_along_axis: @(m, np.argsort(m, axis=1), 1)
    tensordot: @(m, n, 1)
    tile: @(v, 2)
    trace: @(m)
    transpose: @(m)
    trapezoid: @(v)
    tri: @(3)
    tril: @(m)
    tril_indices: @(3)
    tril_indices_from: @(m)
    trim_zeros: @(v)
    triu: @(m)
    triu_indices: @(3)
    triu_indices_from: @(m)
    typename: @("d")
    union1d: @(i, j)
    unique: @(i)
    unique_all: @(i)
    unique_counts: @(i)
    unique_inverse: @(i)
    unique_values: @(i)
    unpackbits: @(np.packbits(b))
    unravel_index: @(i % 9, (3, 3))
    unstack: @(m)
    unwrap: @(v * 9)
    vander: @(v)
    var: @(v)
    vdot: @(v, w)
    vsplit: @(m, 3)
    vstack: @((v, w))
    where: @(b, v, w)
    zeros: @(3)
    zeros_like: @(v)
""")  # fmt: skip
_add("linalg.", """
    cholesky: @(np.dot(m, m.T))
    cond: @(m)
    cross: @(m, n)
    det: @(m)
    diagonal: @(m)
    eig: @(m)
    eigh: @(m + m.T)
    eigvals: @(m)
    eigvalsh: @(m + m.T)
    inv: @(m)
    lstsq: @(m, w[:3])
    matmul: @(m, n)
    matrix_norm: @(m)
    matrix_power: @(m, 3)
    matrix_rank: @(m)
    matrix_transpose: @(m)
    multi_dot: @([m, n, m])
    norm: @(v)
    outer: @(v, w)
    pinv: @(m)
    qr: @(m)
    slogdet: @(m)
    solve: @(m, w[:3])
    svd: @(m)
    svdvals: @(m)
    tensordot: @(m, n)
    tensorinv: @(m, ind=1)
    tensorsolve: @(m, w[:3])
    trace: @(m)
    vecdot: @(v, w)
    vector_norm: @(v)
""")  # fmt: skip
_add("fft.", """
    fft: @(v)
    fft2: @(m)
    fftfreq: @(5)
    fftn: @(m)
    fftshift: @(v)
    hfft: @(v)
    ifft: @(v)
    ifft2: @(m)
    ifftn: @(m)
    ifftshift: @(v)
    ihfft: @(v)
    irfft: @(v)
    irfft2: @(m)
    irfftn: @(m)
    rfft: @(v)
    rfft2: @(m)
    rfftfreq: @(5)
    rfftn: @(m)
""")  # fmt: skip

METHODS = """
    T: m.T
    all: b.all()
    any: b.any()
    argmax: m.argmax(1)
    argmin: m.argmin()
    argpartition: v.argpartition(2)
    argsort: v.argsort()
    astype: v.astype(np.complex128)
    byteswap: v.byteswap()
    choose: (i[:3] % 2).choose([m[0], n[0]])
    clip: v.clip(0.25, 0.6)
    compress: v.compress(b)
    conj: (v + 1j * w).conj()
    conjugate: (v + 1j * w).conjugate()
    copy: v.copy()
    cumprod: v.cumprod()
    cumsum: m.cumsum(1)
    diagonal: m.diagonal()
    dot: m.dot(n)
    dumps: type(v.dumps())
    fill: v.copy().fill(2)
    flat: v.flat[1:3]
    flatten: m.flatten()
    getfield: v.getfield(np.float32)
    imag: (v + 1j * w).imag
    item: v.item(2)
    mT: m.mT
    max: m.max()
    mean: m.mean(0)
    min: m.min(1)
    nonzero: i.nonzero()
    partition: v.copy().partition(2)
    prod: v.prod()
    put: v.copy().put([0], [1.0])
    ravel: m.ravel()
    real: (v + 1j * w).real
    repeat: v.repeat(2)
    reshape: v.reshape(5, 1)
    resize: v.copy().resize(3)
    round: v.round(1)
    searchsorted: np.arange(5.0).searchsorted(v)
    setfield: v.copy().setfield(1, np.int32)
    setflags: v.copy().setflags(write=False)
    sort: v.copy().sort()
    squeeze: v[None].squeeze()
    std: v.std()
    sum: m.sum(0)
    swapaxes: m.swapaxes(0, 1)
    take: v.take(i % 5)
    to_device: v.to_device("cpu")
    tobytes: v.tobytes()
    tolist: v.tolist()
    trace: m.trace()
    transpose: m.transpose()
    var: m.var(1)
    view: v.view()
"""  # of arrays; attributes that compute something are among them
UFUNC_METHODS = """
    accumulate: np.hypot.accumulate(m)
    at: np.multiply.at(v.copy(), i, w)
    outer: np.multiply.outer(v, w)
    reduce: np.hypot.reduce(m)
    reduceat: np.maximum.reduceat(v, [0, 3, 1])
"""
for _lines, _part in ((METHODS, "ndarray."), (UFUNC_METHODS, "ufunc.")):
    _add(_part, _lines)

PARTS = {"": numpy, "linalg.": numpy.linalg, "fft.": numpy.fft}
UNTRIED = {
    "fromfile": "reads a file",
    "fromregex": "reads a file",
    "genfromtxt": "reads a file",
    "info": "prints",
    "load": "reads a file",
    "ndarray.dump": "writes a file",
    "ndarray.tofile": "writes a file",
    "loadtxt": "reads a file",
    "save": "writes a file",
    "savetxt": "writes a file",
    "savez": "writes a file",
    "savez_compressed": "writes a file",
    "show_config": "prints",
    "show_runtime": "prints",
    "test": "runs NumPy's tests",
}
"""Functions that are not called here, and why."""


ATTRIBUTES = ("T", "flat", "imag", "mT", "real")
"""Attributes of arrays that compute something."""


def names() -> list[str]:
    """The public functions of NumPy's namespaces (classes and numbers are none; numpy.random is all draws), then the
    methods of arrays and of universal functions."""
    found = {part + name: getattr(module, name) for part, module in PARTS.items() for name in module.__all__}
    functions = sorted(name for name, f in found.items() if callable(f) and not isinstance(f, type))
    methods = [n for n in dir(numpy.ndarray) if n in ATTRIBUTES or callable(getattr(numpy.ndarray, n))]
    of_ufuncs = [n for n in dir(numpy.ufunc) if n in ("accumulate", "at", "outer", "reduce", "reduceat")]
    public = sorted(n for n in methods if not n.startswith("_"))
    return [*functions, *(f"ndarray.{n}" for n in public), *(f"ufunc.{n}" for n in of_ufuncs)]


def expression(name: str) -> str | None:
    """The call of a function that is tried (None: there is none)."""
    given = EXPRESSIONS.get(name)
    function = getattr(numpy, name, None)
    if given is not None or not isinstance(function, numpy.ufunc):
        return given
    if name in ("matmul", "vecmat", "matvec", "vecdot"):
        return {"matmul": "np.matmul(m, n)", "vecmat": "np.vecmat(v[:3], m)", "matvec": "np.matvec(m, v[:3])",
                "vecdot": "np.vecdot(v, w)"}[name]  # fmt: skip
    if name == "isnat":
        return 'np.isnat(numpy.datetime64("2026-01-01"))'
    if name == "ldexp":
        return "np.ldexp(v, i)"
    floats = any(t.startswith("d" * function.nin) for t in function.types)
    operands = ("v", "w") if floats else ("i", "j")
    shifted = "v + 1" if name in ("arccosh", "acosh") else operands[0]
    return f"np.{name}({', '.join((shifted, operands[1])[: function.nin])})"


def data(np: Any) -> dict[str, Any]:
    """The operands, as arrays of a namespace."""
    return {
        "v": np.array([0.45, 0.15, 0.83, 0.31, 0.62]),
        "w": np.array([0.7, 0.55, 0.2, 0.35, 0.9]),
        "m": np.array([[2.0, 0.3, 0.5], [0.2, 1.5, 0.4], [0.1, 0.6, 1.1]]),
        "n": np.array([[0.4, 1.3, 0.2], [1.2, 0.6, 0.7], [0.3, 0.9, 1.6]]),
        "i": np.array([1, 4, 0, 2, 3]),
        "j": np.array([2, 4, 6, 1, 1]),
        "b": np.array([True, False, True, True, False]),
    }


WRITES = ("at", "fill", "partition", "put", "resize", "setfield", "setflags", "sort")


def call(name: str, np: Any, **given: Any) -> Any:
    """What a function gives in a namespace, on the operands (or others `given` by name); of a method that writes, the
    array that it has written to."""
    text = expression(name)
    assert text is not None, f"no call of {name} is known"
    scope = {"np": np, "numpy": numpy, **data(np), **given}
    if name.startswith(("ndarray.", "ufunc.")) and name.partition(".")[2] in WRITES:
        text = text.replace("v.copy()", "(x := v.copy())")
        return eval(f"[{text}, x][1]", scope)
    return eval(text, scope)
