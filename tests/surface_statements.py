"""The statements of random programs: each a function from a `Writer` to a `Statement`, with how often it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from surface_writer import DTYPES, Statement, Writer, between

Maker = Callable[[Writer], Statement | None]
KINDS: list[tuple[float, Maker]] = []
WRITES: list[tuple[float, Maker]] = []


def kind(weight: float, *, writes: bool = False) -> Callable[[Maker], Maker]:
    def add(maker: Maker) -> Maker:
        (WRITES if writes else KINDS).append((weight, maker))
        return maker

    return add


# -- parts -------------------------------------------------------------------------------------------------------


def number(w: Writer, dtype: Any = np.float64, fits: bool = True) -> str:
    """A Python number or a scalar of NumPy's, as text; `fits`: one that an array of `dtype` takes."""
    r = w.rng
    k = np.dtype(dtype).kind
    ints = ("0", "1", "2", "3") if k in "ub" else ("-3", "-1", "0", "1", "2", "5")
    if k == "b":
        return r.choice(("True", "False"))
    if k in "iu":
        text = r.choice(ints)
        if r.random() < 0.25:
            return f"np.{np.dtype(dtype).name}({text})"
        return text
    if r.random() < 0.2:
        return f"np.{r.choice(('float64', 'float32', 'float16', 'int64', 'int8'))}({r.choice(('2', '1', '-1', '3'))})"
    if k == "c" and r.random() < 0.4:
        return r.choice(("1j", "(0.5-2j)", "2.0"))
    return r.choice((*ints, "0.5", "-1.25", "2.0", "True", "0.1"))


def window(w: Writer, shape: tuple[int, ...], wrong: float = 0.01) -> str:
    """A basic index, as text: slices of all steps, numbers, new axes, an ellipsis; at times one that is not there."""
    r = w.rng
    parts = []
    for n in shape:
        c = r.random()
        if r.random() < wrong:
            parts.append(str(r.choice((n, n + 2, -n - 1))))
        elif c < 0.25 or n == 0:
            parts.append(r.choice((":", ":", "::-1", "::2")))
        elif c < 0.4:
            parts.append(f"{r.randrange(-n, n)}:")
        elif c < 0.5:
            parts.append(f":{r.randrange(-n, n + 2)}")
        elif c < 0.6:
            parts.append(f"{r.randrange(n)}:{r.randrange(n + 3)}:{r.choice((1, 2, 3))}")
        elif c < 0.7:
            parts.append(f"{r.randrange(-1, n)}:{r.choice(('', '0', str(-n - 1)))}:{r.choice((-1, -2, -3))}")
        elif c < 0.85:
            parts.append(str(r.randrange(-n, n)))
        else:
            parts.append(":")
    if r.random() < 0.3 and parts:
        parts = parts[: r.randrange(len(parts) + 1)]
    elif r.random() < 0.15:
        at = r.randrange(len(parts) + 1)
        if at < len(parts):
            kept = parts[len(parts) - r.randrange(len(parts) - at + 1) :] if r.random() < 0.5 else []
            parts[at:] = ["...", *kept]
        else:
            parts.append("...")
    if r.random() < 0.12:
        parts.insert(r.randrange(len(parts) + 1), r.choice(("None", "np.newaxis")))
    return ", ".join(parts) or "..."


def places(w: Writer, n: int, count: int, wrong: float = 0.01) -> str:
    values = [w.rng.randrange(-n, n) for _ in range(count)] if n else []
    if w.rng.random() < wrong and values:
        values[0] = n
    text = str(values)
    plain_list = w.rng.random() < 0.5 and values
    return text if plain_list else f"np.array({text}, dtype={w.rng.choice(('int', 'np.int32', 'np.int8'))})"


def fancy(w: Writer, name: str) -> str | None:
    """An index with arrays of integers or bools."""
    r, v = w.rng, w.scope[name]
    if v.ndim == 0:
        return r.choice(("True", "None, True", "np.array(False)", "..."))
    c = r.random()
    shape = v.shape
    if c < 0.15:
        mask = w.pick("b", 1, where=lambda m: m.shape == shape[: m.ndim])
        return mask
    if c < 0.3:
        return f"{name} {r.choice(('>', '<=', '==', '!='))} {number(w, v.dtype) if v.dtype.kind != 'b' else 'True'}"
    if c < 0.4:
        i = w.pick("iu", 1, 2, exact=True)
        lasting = {s[name].shape[:1] for s in w.scopes} == {shape[:1]}
        return f"{i} % {shape[0]}" if i and shape[0] and lasting else None
    if c < 0.6:
        return places(w, shape[0], r.randrange(0, 5))
    if c < 0.67 and {s[name].shape[:1] for s in w.scopes} == {shape[:1]}:
        return f"np.array({[r.random() < 0.5 for _ in range(shape[0])]}, bool)"
    if v.ndim == 1:
        return f"np.array({[[r.randrange(-shape[0], shape[0])], [0]]})" if shape[0] else None
    if min(shape) == 0:
        return None
    count = r.randrange(1, 5)
    if c < 0.78:
        return f"{places(w, shape[0], count)}, {places(w, shape[1], count)}"
    if c < 0.85:
        return f"{places(w, shape[0], count)}, {r.choice((':', '::-1', '0', '1:', 'None'))}"
    if c < 0.92:
        return f"{r.choice((':', '::-1', '0', '...'))}, {places(w, shape[-1 if v.ndim == 2 else 1], count)}"
    if c < 0.96:
        return f"np.ix_({[r.randrange(shape[0]) for _ in range(2)]}, {[r.randrange(shape[1]) for _ in range(3)]})"
    return f"np.array({[r.random() < 0.5 for _ in range(shape[0])]}), {r.randrange(shape[1])}"


def axis(w: Writer, ndim: int, several: bool = True, wrong: float = 0.01) -> str:
    r = w.rng
    if r.random() < wrong:
        return r.choice((str(ndim), "(0, 0)", "1.0", str(-ndim - 1)))
    if ndim == 0 or r.random() < 0.2:
        return "None"
    if several and ndim > 1 and r.random() < 0.25:
        return str(tuple(r.sample(range(-ndim, 0), r.randrange(1, ndim + 1))))
    return str(r.randrange(-ndim, ndim))


def operand(w: Writer, like: str, exact: bool = False) -> str | None:
    """What stands beside a variable: one that it broadcasts with, or a number."""
    v = w.scope[like]
    if w.rng.random() < 0.35:
        return number(w, v.dtype)
    if w.rng.random() < 0.02:
        return w.pick(exact=exact)
    return w.fitting(v.shape, exact=exact) or number(w, v.dtype)


# -- element by element ---------------------------------------------------------------------------------------------

EXACT = ("negative", "positive", "absolute", "square", "conjugate", "real", "imag", "sqrt", "reciprocal", "logical_not",
         "isfinite", "isnan", "isinf", "fabs", "nan_to_num", "ones_like", "zeros_like", "copy")  # fmt: skip
ROUGH = ("floor", "ceil", "trunc", "rint", "sign", "signbit", "spacing", "invert", "bitwise_count", "fix",
"logical_not",
         "isposinf", "isneginf", "iscomplex", "isreal", "round")  # fmt: skip
SMOOTH = ("sin({})", "cos({})", "tanh({})", "exp(-np.abs({}))", "log1p(np.abs({}))", "arctan({})", "arcsinh({})",
          "expm1(np.tanh({}))", "exp2(-np.abs({}))", "cbrt(np.abs({}) + 1)", "sqrt(np.abs({}) + 0.5)", "deg2rad({})",
          "arctanh(np.tanh({}) * 0.5)", "arcsin(np.sin({}) * 0.5)", "log(np.abs({}) + 1)", "log10(np.abs({}) + 1)",
          "sinc({})", "hypot({}, 1.0)", "logaddexp({}, 0.5)", "power(np.abs({}) + 1, 0.5)", "sinh(np.tanh({}))",
          "arctan2({}, 1.5)", "angle({})", "radians({})", "arccos(np.tanh({}) * 0.5)", "i0(np.tanh({}))")  # fmt: skip
BINARY = ("+", "-", "*", "+", "-", "*", "/")
JUMPS = ("//", "%", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", "**")
PAIRS = ("maximum", "minimum", "fmax", "fmin", "add", "subtract", "multiply", "divide", "true_divide")
ROUGH_PAIRS = ("floor_divide", "remainder", "fmod", "mod", "gcd", "lcm", "copysign", "heaviside", "nextafter", "less",
               "greater_equal", "equal", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_xor",
               "left_shift", "right_shift", "power", "divmod")  # fmt: skip


def ring(w: Writer, *names: str | None) -> str:
    """Products of complex numbers are exact on small numbers only."""
    return "ring" if any(n in w.scope and w.scope[n].dtype.kind == "c" for n in names if n) else "exact"


def modest(v: Any) -> bool:
    """Integers that powers and shifts take."""
    return v.dtype.kind == "b" or between(v, 0, 6)


@kind(3)
def unary(w: Writer) -> Statement | None:
    rough = w.rng.random() < 0.35
    f = w.rng.choice(ROUGH if rough else EXACT)
    a = w.pick(exact=rough)
    if a is None:
        return None
    complex_ = w.scope[a].dtype.kind == "c"
    kind_ = "rough" if rough or f in ("isfinite", "isnan", "isinf", "logical_not") else "exact"
    if complex_ and f in ("absolute", "sqrt", "reciprocal", "sign", "square"):
        kind_ = "smooth" if f != "square" else "ring"
    needs = None if f not in ("sqrt", "reciprocal") or w.exact(a) else (lambda s: between(s[a], 0.1, 1e3))
    return Statement(f"{w.new()} = np.{f}({a})", kind_, needs=needs)


@kind(2)
def smooth(w: Writer) -> Statement | None:
    a = w.pick("fiub" if w.rng.random() < 0.85 else "fc")
    if a is None:
        return None
    f = w.rng.choice(SMOOTH)
    return Statement(f"{w.new()} = np.{f.format(a)}", "smooth", needs=lambda s: between(s[a], -1e4, 1e4))


@kind(6)
def binary(w: Writer) -> Statement | None:
    a = w.pick()
    b = a and operand(w, a)
    if not b:
        return None
    op = w.rng.choice(BINARY)
    pair = (a, b) if w.rng.random() < 0.6 else (b, a)
    sure = op != "/" or all(w.exact(n) for n in pair if n in w.scope)
    if not sure:
        return Statement(f"{w.new()} = {a} / (1.5 + np.abs({b}))", "smooth")
    kind_ = ring(w, a, b) if "j" not in b else "ring"
    if op == "/" and kind_ == "ring":
        kind_ = "smooth"
    return Statement(f"{w.new()} = {pair[0]} {op} {pair[1]}", kind_)


@kind(3)
def jump(w: Writer) -> Statement | None:
    a = w.pick("biuf", exact=True)
    b = a and operand(w, a, exact=True)
    if not b:
        return None
    op = w.rng.choice(JUMPS)
    if op == "**":
        if w.scope[a].dtype.kind == "f" or "." in b or "float" in b or (b in w.scope and w.scope[b].dtype.kind == "f"):
            return Statement(f"{w.new()} = {a} ** {w.rng.choice((2, 0.5, 3, -1))}", "smooth",
                             needs=lambda s: between(s[a], 0.25, 100))  # fmt: skip
        return Statement(f"{w.new()} = {a} ** {b}", "rough", needs=lambda s: b not in s or modest(s[b]))
    if op in ("<<", ">>"):
        return Statement(f"{w.new()} = {a} {op} {b}", "rough", needs=lambda s: b not in s or modest(s[b]))
    return Statement(f"{w.new()} = {a} {op} {b}", "rough")


@kind(3)
def ufunc(w: Writer) -> Statement | None:
    """A call with keywords: dtype, where with out, casting."""
    r = w.rng
    rough = r.random() < 0.5
    a = w.pick("biuf" if rough else "biufc", exact=rough)
    b = a and operand(w, a, exact=rough)
    if not b:
        return None
    f = r.choice(ROUGH_PAIRS if rough else PAIRS)
    words = ""
    if r.random() < 0.25:
        words = f", dtype={r.choice(DTYPES)!r}"
        if r.random() < 0.3:
            words += ", casting='unsafe'" if r.random() < 0.3 else ", casting='same_kind'"
    if f == "divmod":
        return Statement(f"{w.new()}, {w.new()} = np.divmod({a}, {b})", "rough")
    if f == "power":
        if w.scope[a].dtype.kind == "f" or "." in b or "float" in b or (b in w.scope and w.scope[b].dtype.kind == "f"):
            return None
        words = ""
    needs = (lambda s: b not in s or modest(s[b])) if "shift" in f or f == "power" else None
    if "unsafe" in words or "int" in words:
        needs = lambda s: all(s[n].dtype.kind in "biu" or between(s[n], 0, 8) for n in (a, b) if n in s)  # noqa: E731
        if not b.isdigit() and b not in w.scope:
            return None
    kind_ = "rough" if rough else ring(w, a, b) if "complex" not in words else "ring"
    if "divide" in f and f != "floor_divide":
        kind_ = "rough" if kind_ == "exact" else "smooth"
        if kind_ == "smooth":
            return None
    if f in ("maximum", "minimum", "fmax", "fmin") and w.scope[a].dtype.kind in "fc":
        kind_ = "exact" if w.scope[a].dtype.kind == "f" else "rough"
    return Statement(f"{w.new()} = np.{f}({a}, {b}{words})", kind_, needs=needs)


@kind(1.5)
def chosen(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick()
    b = a and operand(w, a)
    c = a and operand(w, a, exact=True)
    if not a or not b or not c:
        return None
    mask = w.fitting(w.scope[a].shape, "b") or (f"{a} > {c}" if w.exact(a) and w.scope[a].dtype.kind != "c" else None)
    if mask is None:
        return None
    texts = [f"np.where({mask}, {a}, {b})", f"np.select([{mask}], [{a}], {number(w)})", f"np.where({mask}, {b}, {a})",
             f"np.choose(np.where({mask}, 1, 0), [{a}, {b}])"]  # fmt: skip
    return Statement(f"{w.new()} = {r.choice(texts)}")


@kind(1)
def clip(w: Writer) -> Statement | None:
    a = w.pick("biuf", exact=True)
    low, high = w.rng.choice((("-1", "2"), ("0", "None"), ("None", "1"), ("0.5", "1.5"), ("1", "0"), ("np.int8(1)",
    "3")))
    return a and Statement(f"{w.new()} = np.clip({a}, {low}, {high})", "rough")


@kind(1.5)
def cast(w: Writer) -> Statement | None:
    a = w.pick()
    if a is None:
        return None
    dtype = w.rng.choice(DTYPES)
    low = 0 if dtype.startswith("u") else -8
    needs = (lambda s: s[a].dtype.kind in "biu" or between(s[a], low, 8)) if "int" in dtype else None
    text = w.rng.choice((f"{a}.astype({dtype!r})", f"np.asarray({a}, dtype='{dtype}')", f"np.array({a}, {dtype!r})"))
    return Statement(f"{w.new()} = {text}", "exact" if np.dtype(dtype).kind in "fc" else "rough", needs=needs)


# -- reduced --------------------------------------------------------------------------------------------------------


@kind(4)
def reduction(w: Writer) -> Statement | None:
    r = w.rng
    f = r.choice(("sum", "sum", "prod", "max", "min", "any", "all", "mean", "argmax", "argmin", "ptp", "count_nonzero",
                  "var", "std", "median", "nansum", "nanmax", "nanmin", "nanmean", "cumsum", "cumprod", "average",
                  "nanprod", "nancumsum", "amax", "logical"))  # fmt: skip
    rough = f in ("any", "all", "argmax", "argmin", "count_nonzero", "logical")
    a = w.pick("biuf" if r.random() < 0.9 else "c", exact=rough)
    if a is None:
        return None
    v = w.scope[a]
    floats = v.dtype.kind in "fc"
    kind_ = "rough" if rough else "exact" if "max" in f or "min" in f or f == "ptp" else "ring"
    if floats and f in ("prod", "cumprod", "nanprod", "var", "std", "median", "average"):
        kind_ = "smooth"
    if f == "mean" and v.dtype.kind == "c":
        kind_ = "smooth"  # quotients of complex numbers round as it comes
    if not floats and f in ("mean", "var", "std", "median", "average", "nanmean"):
        kind_ = "smooth"
    words = [f"axis={axis(w, v.ndim, not f.startswith(('cum', 'arg', 'nancum')))}"]
    if f in ("sum", "prod", "max", "min", "any", "all", "mean", "var", "std", "argmax", "argmin", "ptp", "median"):
        words += [f"keepdims={r.random() < 0.5}"] if r.random() < 0.4 else []
    if f in ("sum", "prod", "max", "min", "mean", "any") and r.random() < 0.25:
        mask = w.fitting(v.shape, "b")
        words += [f"where={mask}"] if mask else []
    if f in ("sum", "prod", "max", "min", "amax") and r.random() < 0.25:
        words += [f"initial={number(w, v.dtype)}"]
        kind_ = "smooth" if "0.1" in words[-1] and kind_ == "ring" else kind_  # where it is added is free
    if f in ("sum", "prod", "cumsum", "cumprod") and r.random() < 0.2:
        dtypes = ("float64", "float32") if floats else ("float64", "int64", "float32", "complex128")
        words += [f"dtype={r.choice(dtypes)!r}"]
    needs = None
    if "prod" in f and any("dtype='float" in word or "complex" in word for word in words):
        kind_, needs = "smooth", lambda s: exponents(s[a]) < 120  # or infinity times 0, in some order
    if f == "logical":
        f = "logical_or.reduce"
    text = f"np.{f}({a}, {', '.join(words)})"
    methods = ("sum", "prod", "max", "min", "any", "all", "mean", "argmax", "argmin", "var", "std", "cumsum", "cumprod")
    if f in methods and r.random() < 0.4:
        text = f"{a}.{f}({', '.join(words)})"
    return Statement(f"{w.new()} = {text}", kind_, needs=needs)


def exponents(x: Any) -> float:
    """The binary exponent of the product of all but the zeros."""
    with np.errstate(all="ignore"):
        return float(np.sum(np.log2(np.abs(x[x != 0].astype(complex)))))


@kind(1.5)
def method(w: Writer) -> Statement | None:
    """reduce, accumulate, reduceat, outer of a universal function."""
    r = w.rng
    a = w.pick("biuf", 1)
    if a is None:
        return None
    v = w.scope[a]
    f = r.choice(("add", "multiply", "maximum", "minimum", "logical_and", "bitwise_or", "subtract"))
    k = "exact" if f in ("maximum", "minimum") else "rough" if f in ("logical_and", "bitwise_or") else "ring"
    k = "smooth" if f == "multiply" and v.dtype.kind == "f" else k
    along = r.randrange(-v.ndim, v.ndim)
    n = v.shape[along]
    form = r.choice(("reduce", "accumulate", "reduceat", "outer"))
    if form == "outer":
        b = w.pick("biuf", 0, 1)
        return Statement(f"{w.new()} = np.{f}.outer({a}, {b})", "exact" if k in ("ring",
        "smooth") else k) if b else None
    if form == "reduceat":
        if not n:
            return None
        at = [r.randrange(n) for _ in range(r.randrange(1, 4))]
        return Statement(f"{w.new()} = np.{f}.reduceat({a}, {at}, axis={along})", k)
    if f == "subtract" and form == "reduce":
        k = "ring"
    return Statement(f"{w.new()} = np.{f}.{form}({a}, axis={along})", k)


# -- views and movement -----------------------------------------------------------------------------------------------


@kind(6)
def view(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick(least=1, where=lambda v: isinstance(v, np.ndarray))
    if a is None:
        return None
    v = w.scope[a]
    texts = [f"{a}[{window(w, v.shape)}]"] * 6
    texts += [f"{a}.T", f"np.swapaxes({a}, 0, {r.randrange(v.ndim)})", f"np.squeeze({a})", f"{a}[...]", f"{a}.view()"]
    texts += [f"np.expand_dims({a}, {r.randrange(-v.ndim, v.ndim + 1)})", f"np.flip({a}, {r.randrange(v.ndim)})"]
    texts += [f"np.transpose({a}, {tuple(r.sample(range(v.ndim), v.ndim))})", f"np.moveaxis({a}, 0, -1)"]
    texts += [f"np.atleast_2d({a})", f"np.broadcast_to({a}, {(2, *v.shape)})", f"np.asarray({a})", f"np.flip({a})"]
    texts += [f"{a}.real", f"np.real({a})", f"np.atleast_3d({a})", f"np.rollaxis({a}, {v.ndim - 1})"]
    if v.dtype.kind == "c":
        texts += [f"{a}.imag"] * 3
    if w.plain(a):
        whole = v.flags.c_contiguous
        texts += [f"{a}.reshape(-1)", f"{a}.ravel()", f"np.reshape({a}, {v.shape[::-1]})", f"{a}.reshape(1, -1)"]
        texts += [f"{a}.reshape({(*v.shape, 1)})"] + ([f"np.ravel({a})"] if whole else [])
        if v.size % 2 == 0 and v.size:
            texts += [f"{a}.reshape(2, -1)", f"{a}.reshape((-1, 2))"]
    if v.ndim >= 2:
        texts += [f"np.diagonal({a})", f"{a}.diagonal({r.choice((-1, 1))})", f"np.rot90({a}, {r.randrange(4)})"]
        texts += [f"np.matrix_transpose({a})", f"{a}.mT", f"np.split({a}, [1], axis=1)[0]", f"np.fliplr({a})"]
    if v.shape[0]:
        texts += [f"np.array_split({a}, 2)[{r.randrange(2)}]", f"np.unstack({a})[0]", f"list({a})[-1]"]
        texts += [f"np.lib.stride_tricks.sliding_window_view({a}, 2, axis=0)"] if v.shape[0] > 1 and v.ndim < 3 else []
    return Statement(f"{w.new()} = {r.choice(texts)}")


@kind(3)
def picked(w: Writer) -> Statement | None:
    a = w.pick(where=lambda v: isinstance(v, np.ndarray))  # what NumPy's own scalars give is NumPy's own array
    index = a and fancy(w, a)
    if not index:
        return None
    rough = any(c in index for c in "<>=!%")
    return Statement(f"{w.new()} = {a}[{index}]", "rough" if rough and not w.exact(a) else "exact")


@kind(1.5)
def made(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick()
    dtype = r.choice(DTYPES)
    shape = r.choice((f"{w.n}", f"({w.m}, {w.n})", "()", f"(0, {w.m})", f"({w.m}, 1)"))
    texts = [f"np.zeros({shape}, {dtype!r})", f"np.ones({shape}, {dtype!r})", f"np.full({shape}, {number(w, dtype)})",
             f"np.arange({w.n})", f"np.arange({w.n}, -2, -3)", "np.linspace(0, 1, 5)", f"np.eye({w.m}, {w.n}, 1)",
             f"np.identity({w.m}, {dtype!r})", f"np.full({shape}, 1, {dtype!r})", "np.arange(0.0, 2.0, 0.5)",
             "np.array([[1, 2.5], [3, 4]])", f"np.indices(({w.m}, 2))", f"np.tri({w.m})", "np.array(2.5)",
             "np.array([])",
             f"np.fromfunction(lambda i, j: i * 2 - j, ({w.m}, {w.n}))", "np.float32(1.5)", "np.int8(100)"]  # fmt: skip
    if a:
        texts += [f"np.zeros_like({a})", f"np.ones_like({a}, dtype={dtype!r})", f"np.full_like({a}, 2)",
                  f"{a}.copy()"] * 2
    return Statement(f"{w.new()} = {r.choice(texts)}")


@kind(1)
def scalar(w: Writer) -> Statement | None:
    """Elements, as scalars and as Python's numbers."""
    r = w.rng
    a = w.pick(least=1, exact=True, where=lambda v: v.size)
    if a is None:
        return None
    v = w.scope[a]
    at = ", ".join(str(r.randrange(-n, n)) for n in v.shape)
    b = w.pick("biuf", exact=True)
    texts = [f"{a}[{at}]", f"{a}[{at}] + 1", f"{a}[{at}] * {a}[{at}]", f"{b} * {a}.item({r.randrange(v.size)})",
             f"{a}[{at}] - {b}", f"np.array([{a}[{at}], {a}[{at}]])", f"{a}.flat[{r.randrange(v.size)}]",
             f"{a}.flat[1:4]",
             f"np.array({a}.tolist())", f"{b} + float({a}[{at}].real)", f"np.maximum({a}[{at}], {b})", f"-{a}[{at}]",
             f"abs({a}[{at}])", f"np.full(2, {a}[{at}])"]  # fmt: skip
    text = r.choice(texts)
    size = text.startswith("abs")  # of complex numbers: a scalar's hypot and an array's are two
    return Statement(f"{w.new()} = {text}", ("smooth" if size else "ring") if v.dtype.kind == "c" else "rough")
