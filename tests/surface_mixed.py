"""The statements of random programs that mix: masks with views, memory with itself, draws, elements, narrow numbers."""

from __future__ import annotations

import numpy as np

from surface_functions import finite
from surface_statements import kind, number, places, ring
from surface_writer import Statement, Writer, between

SIGNED = ("int8", "int16", "int32", "int64")


def seen_through(w: Writer, a: str) -> str:
    """A view that can be written, as text."""
    v = w.scope[a]
    texts = [f"{a}[::2]", f"{a}[::-1]", f"{a}[1:]", f"{a}.T", f"{a}[...]", f"{a}[None]", f"{a}[..., ::-1]"]
    if v.ndim > 1:
        texts += [f"np.swapaxes({a}, 0, -1)", f"{a}[:, 1:]", f"{a}[::-1].T", f"{a}.T[::2]",
                  f"{a}[:, 0]" if v.shape[1] else f"{a}.T",
                  f"np.moveaxis({a}, 0, -1)"]  # fmt: skip
    if v.ndim == 2 and all(s[a].shape[0] == s[a].shape[1] for s in w.scopes):  # of (0, 1) NumPy reads what is none
        texts += [f"np.einsum('ii->i', {a})"] * 3
    if v.ndim == 2 and w.plain(a) and v.flags.c_contiguous:
        texts += [f"{a}.reshape(-1)[::{v.shape[1] + 1}]", f"{a}.ravel()[1:-1]"]
    if v.dtype.kind == "c":
        texts += [f"{a}.real", f"{a}.imag.T"]
    return w.rng.choice(texts)


@kind(6, writes=True)
def masked_view(w: Writer) -> Statement | None:
    """Writes where a mask holds, through views."""
    r = w.rng
    a = w.writable("biufc", 1)
    if a is None:
        return None
    v = w.scope[a]
    view, x = seen_through(w, a), number(w, v.dtype)
    part = ".real" if v.dtype.kind == "c" else ""
    test = f"t{part} {r.choice(('>', '<=', '!=', '=='))} {r.choice(('0', '1', '2'))}"
    ring_ = r.choice(("+", "-", "*")) if v.dtype.kind != "b" else "|"
    texts = [f"t[{test}] = {x}", f"t[{test}] {ring_}= {x}", f"t[{test}] = t[{test}] {ring_} {x}",
             f"m = {test}\nt[m] = t[m][::-1]",
             f"np.copyto(t, {x}, where={test})", f"np.putmask(t, {test}, {x})",
             f"np.place(t, {test}, [{x}, {number(w, v.dtype)}])",
             f"m = {test}\nt[~m] = {x}\nt[m] {ring_}= {x}", f"t[...] = np.where({test}, t, {x})",
             f"t[({test}).nonzero()] = {x}",
             f"np.maximum(t, {x}, out=t, where={test})" if v.dtype.kind in "biuf" else f"t[{test}] = 0"]  # fmt: skip
    k = "rough" if v.dtype.kind in "biuf" else "ring"
    if not w.exact(a):
        return None
    return Statement(f"t = {view}\n{r.choice(texts)}", k, a)


@kind(4, writes=True)
def repeated(w: Writer) -> Statement | None:
    """ufunc.at of arrays of values, through views, along several axes."""
    r = w.rng
    a = w.writable("iuf", 1, 2)
    if a is None or not w.scope[a].size or w.scope[a].dtype == np.uint64:
        return None
    v = w.scope[a]
    f = r.choice(("add", "subtract", "maximum", "minimum", "add"))
    count = r.randrange(1, 6)
    values = [r.randrange(0 if v.dtype.kind == "u" else -3, 4) for _ in range(count)]
    given = r.choice((f"np.array({values}, {str(v.dtype)!r})", str(values), number(w, v.dtype)))
    k = "ring" if v.dtype.kind != "f" or v.dtype.itemsize == 8 else "smooth"
    if v.ndim == 1:
        view = r.choice((a, a, f"{a}[::-1]", f"{a}[...]"))
        return Statement(f"np.{f}.at({view}, {places(w, v.shape[0], count)}, {given})", k, a)
    both = f"({places(w, v.shape[0], count)}, {places(w, v.shape[1], count)})"
    transposed = f"({places(w, v.shape[1], count)}, {places(w, v.shape[0], count)})"
    texts = [f"np.{f}.at({a}, {both}, {given})", f"np.{f}.at({a}.T, {transposed}, {given})",
             f"np.{f}.at({a}, (slice(None), {places(w, v.shape[1], 2)}), {number(w, v.dtype)})"]  # fmt: skip
    return Statement(r.choice(texts), k, a)


@kind(5, writes=True)
def overlapping(w: Writer) -> Statement | None:
    """Results that go where operands are."""
    r = w.rng
    o = w.writable("iuf", 1)
    if o is None or not w.scope[o].shape[0]:
        return None
    v = w.scope[o]
    i = r.randrange(v.ndim)
    f = r.choice(("add", "subtract", "multiply", "maximum"))
    texts = [f"np.{f}({o}[1:], {o}[:-1], out={o}[1:])", f"np.{f}({o}[:-1], {o}[1:], out={o}[1:])",
             f"np.{f}({o}[::-1], {o}, out={o})",
             f"np.{f}({o}, {o}[:1], out={o})", f"np.{f}({o}, {o}[-1], out={o})", f"np.copyto({o}[1:], {o}[:-1])",
             f"np.negative({o}[1:], out={o}[:-1])", f"{o}[1:] {r.choice(('+', '-', '*'))}= {o}[:-1]",
             f"{o}[::-1] {r.choice(('+', '-'))}= {o}", f"np.cumsum({o}, axis={i}, out={o}[::-1])",
             f"np.add.reduce({o}, axis=0, out={o}[0])"
             if v.ndim > 1 else f"np.clip({o}[1:], 0, 2, out={o}[:-1])",
             f"np.maximum.accumulate({o}[::-1], axis={i}, out={o})", f"{o}[...] = np.roll({o}, 1, axis={i})",
             f"{o}[:2], {o}[-2:] = {o}[-2:].copy(), {o}[:2].copy()",
             f"np.multiply({o}, 2, out={o}, where={o} > 0)"]  # fmt: skip
    if v.ndim == 2 and v.shape[0] == v.shape[1]:
        texts += [f"np.{f}({o}, {o}.T, out={o})", f"np.{f}({o}.T, {o}, out={o}.T)", f"{o} += {o}.T",
                  f"np.matmul({o}, {o}, out={o}.T)",
                  f"{o}.T[...] = {o}", f"np.{f}({o}[0], {o}, out={o}.T)",
                  f"np.{f}.outer({o}[0], {o}[:, 0], out={o})"] * 2  # fmt: skip
    text = r.choice(texts)
    if "> 0" in text and not w.exact(o):
        return None
    return Statement(text, "ring", o)


@kind(5, writes=True)
def turned(w: Writer) -> Statement | None:
    """In-place operators on transposes and diagonals."""
    r = w.rng
    a = w.writable("iufc", 1)
    if a is None:
        return None
    v = w.scope[a]
    view, x = seen_through(w, a), number(w, v.dtype)
    op = r.choice(("+=", "-=", "*="))
    b = w.fitting(v.shape, {"i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}[v.dtype.kind])
    texts = [f"t {op} {x}", f"t {op} t", f"t {op} t[::-1]", f"t[...] {op} {x}", f"t[::2] {op} {x}", f"t[-1:] {op} {x}"]
    if b and view.startswith(f"{a}.T") and view.endswith(".T"):
        texts += [f"t {op} {b}.T"] * 3
    k = "ring" if v.dtype.kind == "c" or "j" in x else ring(w, a, b)
    return Statement(f"t = {view}\n{r.choice(texts)}", k, a)


@kind(3, writes=True)
def flat(w: Writer) -> Statement | None:
    r = w.rng
    a = w.writable("biuf", 0)
    if a is None or not w.scope[a].size:
        return None
    v = w.scope[a]
    n, x = v.size, number(w, v.dtype)
    at = [r.randrange(-n, n) for _ in range(3)]
    many = [number(w, "int8" if v.dtype.kind in "if" else v.dtype) for _ in range(2)]
    pair = f"[{', '.join(many)}]"
    end = f"{r.randrange(n)}:{r.randrange(n + 2)}:{r.choice((1, 2, 3))}"
    texts = [f"{a}.flat[{at}] = {x}", f"{a}.flat[{at[:2]}] = {pair}", f"{a}.flat[{end}] = {x}",
             f"{a}.T.flat[{at[0]}] = {x}",
             f"{a}.flat[{end}] = {pair}", f"{a}.T.flat = {x}", f"{a}.flat = {pair}", f"{a}[...].flat[::-1] = {x}",
             f"for i in range({min(n, 4)}):\n    {a}.flat[i] = {a}.flat[i - 1]"]  # fmt: skip
    text = r.choice(texts)
    several = ".flat[[" in text  # until it meets what is beyond, NumPy writes
    return Statement(text, "exact", a, (lambda s: s[a].size == n) if several else None)


@kind(2)
def flat_read(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick("biufc", where=lambda v: v.size and isinstance(v, np.ndarray))
    if a is None:
        return None
    n = w.scope[a].size
    elements = f"np.asarray({a}.flat)" if w.plain(a) else f"{a}.flatten()"  # a view where they lie together
    texts = [f"{a}.flat[{[r.randrange(-n, n) for _ in range(3)]}]", f"{a}.T.flat[{r.randrange(n)}]",
             f"np.array(list({a}.flat))",
             f"{a}.flat[::{r.choice((2, 3, -1))}]", elements, f"{a}.T.flat[:3]", f"{a}.flat.copy()",
             f"np.stack([x for x in {a}.flat][:4])", f"{a}.flat[{r.randrange(n)}] * {a}.flat[-1]"]  # fmt: skip
    return Statement(f"{w.new()} = {r.choice(texts)}", "ring")


@kind(3)
def held_back(w: Writer) -> Statement | None:
    """where= of functions and reductions."""
    r = w.rng
    a = w.pick("iuf", 1)
    if a is None:
        return None
    v = w.scope[a]
    b = w.fitting(v.shape, "biuf") or number(w, v.dtype)
    mask = w.fitting(v.shape, "b") or (f"({a} {r.choice(('>', '!=', '<'))} {r.choice((0, 1))})" if w.exact(a) else None)
    if mask is None:
        return None
    i = r.randrange(-v.ndim, v.ndim)
    whole = f"np.full({a}.shape, {r.choice((0, 7))}, {r.choice((str(v.dtype), 'float64'))!r})"
    texts = [f"np.add({a}, {b}, where={mask}, out={whole})", f"np.multiply({a}, {b}, where={mask}, out={whole})",
             f"np.negative({a}, where={mask}, out={whole})" if v.dtype.kind != "b" else f"np.invert({a})",
             f"np.sum({a}, axis={i}, where={mask})",
             f"np.max({a}, axis={i}, where={mask}, initial={number(w, v.dtype)})",
             f"np.add.reduce({a}, axis={i}, where={mask}, initial=2)",
             f"np.minimum.reduce({a}, axis=None, where={mask}, initial=5)",
             f"np.any({a}, axis={i}, where={mask})", f"np.all({a}, where={mask})", f"{a}.mean(axis={i}, where={mask})",
             f"np.count_nonzero(np.where({mask}, {a}, 0), axis={i})"]  # fmt: skip
    text = r.choice(texts)
    rough = any(t in text for t in ("any", "all(", "count"))
    return Statement(f"{w.new()} = {text}", "rough" if rough else "smooth" if "mean" in text else "ring")


@kind(3)
def complexes(w: Writer) -> Statement | None:
    r = w.rng
    a = w.pick("c") if r.random() < 0.7 else w.pick("f")
    if a is None:
        return None
    c = a if w.scope[a].dtype.kind == "c" else f"({a} + 1j)"
    z = r.choice(("1j", "(0.5-2j)", "2.0", "np.complex64(1+1j)", "3"))
    smooth = r.random() < 0.4
    texts = [f"{c} * {z}", f"{c} + {z}", f"{z} - {c}", f"np.conj({c}) * {c}", f"({c} * np.conj({c})).real",
             f"{c}.imag + {c}.real",
             f"np.sum({c})", f"{c} ** 2", f"-{c}", f"{c} == {c}", f"{c} != {z}", f"np.where({c} == {z}, {c}, 0)",
             f"{c}.conj().T",
             f"np.real_if_close({c})", f"np.multiply({c}, {c})", f"np.square({c})", f"np.cumsum({c})",
             f"{c}.astype('complex64')",
             f"np.iscomplex({c})", f"np.dot({c}.ravel(), {c}.ravel())", f"{c} * True", f"np.max({c}.real)"]  # fmt: skip
    slow = [f"np.abs({c})", f"np.angle({c} + 3)", f"np.exp({c} * 0.1)", f"np.sqrt({c} + 4)", f"1 / ({c} + 20)",
            f"np.log({c} + 20)",
            f"np.sin({c} * 0.1)", f"np.prod({c}.ravel()[:3])", f"np.tanh({c} * 0.1)", f"{c} / 1.5",
            f"np.mean({c})"]  # fmt: skip
    k = "smooth" if smooth else "ring"
    if not smooth and not w.exact(a):
        texts = texts[:8]
    return Statement(f"{w.new()} = {r.choice(slow if smooth else texts)}", k, needs=lambda s: between(s[a], -8, 8))


@kind(3)
def narrow(w: Writer) -> Statement | None:
    """float16, integers that overflow."""
    r = w.rng
    if r.random() < 0.45:
        a = w.pick("f", exact=True)
        if a is None:
            return None
        h = f"{a}.astype('float16')"
        x = r.choice(("2", "0.5", "np.float16(1.5)", "np.float32(2)", "np.int8(3)", "0.1", "1e4", "True"))
        texts = [f"{h} * {x}", f"{h} + {x}", f"{h} / 3", f"{x} - {h}", f"np.sqrt(np.abs({h}))",
                 f"np.maximum({h}, {x})", f"{h} > {x}",
                 f"np.add({h}, {h}, dtype='float32')", f"np.ldexp({h}, 3)", f"np.frexp({h})[1]", f"np.spacing({h})",
                 f"np.nextafter({h}, np.float16(0))", f"np.float16(0.1) * {h}", f"np.floor({h} * 3)",
                 f"np.sort({h}.ravel())",
                 "np.arange(3, dtype='float16') * 0.1", f"{h} // 1.5", f"{h} % np.float16(0.75)",
                 f"np.cumsum({h}.ravel()[:3])",
                 f"np.where({h} > 0, {h}, {x})", f"np.clip({h}, -1, 1.5)", f"np.rint({h})",
                 f"{h}.astype('int8')"]  # fmt: skip
        needs = lambda s: between(s[a], -100, 100)  # noqa: E731
        text = r.choice(texts)
        return Statement(f"{w.new()} = {text}", "ring" if "cumsum" in text else "rough", needs=needs)
    a = w.pick("iu", exact=True)
    if a is None:
        return None
    d = r.choice(("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"))
    n = f"{a}.astype({d!r})"
    info = np.iinfo(d)
    m = r.choice((f"np.{d}({info.max})", f"np.{d}({info.max // 2 + 1})", f"np.{d}({info.min})", f"np.{d}(3)"))
    texts = [f"{n} + {m}", f"{n} * {m}", f"{n} - {m}", f"{m} - {n}", f"-{n}", f"np.abs({n} + {m})",
             f"np.cumsum({n}, dtype={d!r})",
             f"np.prod({n}, dtype={d!r})", f"np.sum({n} * {m}, dtype={d!r})", f"{n} // {m}", f"{n} % {m}", f"{n} ** 3",
             f"~{n}",
             f"{n} << np.{d}(3)", f"({n} + {m}) >> np.{d}(1)", f"np.multiply({n}, {n}, dtype={d!r})",
             f"({n} * {m}) > {n}",
             f"np.dot({n}.ravel(), {n}.ravel())", f"{n} + {n} * {m}", f"np.square({n} + {m})", f"{m} // {n}",
             f"{m} % {n}",
             f"np.gcd({n}, {m})", f"np.add.reduce({n} + {m}, dtype={d!r})", f"np.bitwise_count({n} + {m})"]  # fmt: skip
    return Statement(f"{w.new()} = {r.choice(texts)}", "rough")


@kind(2)
def dimensionless(w: Writer) -> Statement | None:
    """Arrays of no dimensions."""
    r = w.rng
    a = w.pick("iuf", exact=True, where=lambda v: v.size)
    if a is None:
        return None
    name, x = w.new(), r.choice(("2.5", "3", "True", "np.float32(1.5)", "np.int8(2)", f"{a}.ravel()[0]", f"{a}.max()"))
    texts = [f"{name} = np.array({x})\n{name}[...] = 1", f"{name} = np.array({x}) * {a}",
             f"{name} = {a} + np.array({x})",
             f"{name} = np.array({x})[()]", f"{name} = np.asarray({a}.sum())", f"{name} = np.array({x})[None]",
             f"{name} = np.array({x}).reshape(1, 1)", f"{name} = np.array({a}.min()) * 2",
             f"{name} = np.array({x}).astype('float32') + {a}",
             f"z = np.array({x}) * 1.0\n{name} = np.asarray(z)\n{name} *= 3",
             f"{name} = np.maximum(np.array({x}), {a})",
             f"{name} = np.zeros(())\n{name} += {x}\n{name}[()] = {name} * 2", f"{name} = np.array({x}).ravel()",
             f"{name} = np.stack([np.array({x}), np.array(1)])", f"{name} = np.where(np.array({x}) > 1, {a}, 0)",
             f"{name} = np.full({a}.shape, np.array({x}))", f"{name} = np.array({x}, ndmin=2)",
             f"{name} = {a}[..., None][..., 0]",
             f"{name} = {a} * np.array({x})[...]"]  # fmt: skip
    return Statement(r.choice(texts), "ring")


@kind(3)
def along(w: Writer) -> Statement | None:
    """Parts of sums, sorting and running results along axes."""
    r = w.rng
    a = w.pick("iuf", 1, exact=True, where=lambda v: v.size)
    if a is None:
        return None
    v = w.scope[a]
    i = r.randrange(-v.ndim, v.ndim)
    n = v.shape[i]
    at = [r.randrange(n) for _ in range(r.randrange(1, 5))]
    k, d = r.randrange(n), r.choice(("float64", "float32", "int64"))
    seen = r.choice((a, a, f"{a}.T", f"np.flip({a}, {i})"))
    i, n, at, k = (i, n, at, k) if seen != f"{a}.T" else (-1 - i if i < 0 else v.ndim - 1 - i, n, at, k)
    sums = [f"np.add.reduceat({seen}, {at}, axis={i})", f"np.maximum.reduceat({seen}, {at}, axis={i})",
            f"np.add.reduceat({seen}, {at}, axis={i}, dtype={d!r})", f"np.logical_or.reduceat({seen}, {at}, axis={i})",
            f"np.cumsum({seen}, axis={i}, dtype={d!r})", f"np.cumulative_sum({seen}, axis={i}, include_initial=True)",
            f"np.add.accumulate({seen}, axis={i})", f"np.nancumsum({seen}, axis={i})",
            f"np.logical_and.accumulate({seen}, axis={i})",
            f"np.minimum.accumulate({seen}, axis={i})", f"np.diff({seen}, axis={i}, prepend=0)",
            f"np.diff({seen}, axis={i}, append=1)",
            f"np.subtract.accumulate({seen}, axis={i})", f"np.diff({seen}, 2, axis={i})"]  # fmt: skip
    sorts = [f"np.sort({seen}, axis={i})", f"np.take(np.partition({seen}, {k}, axis={i}), {k}, axis={i})",
             f"np.sort(np.partition({seen}, {k}, axis={i}), axis={i})", f"np.argsort({seen}, axis={i}, stable=True)",
             f"np.take_along_axis({seen}, np.argsort({seen}, axis={i}, kind='stable'), {i})",
             f"np.median({seen}, axis={i})",
             f"np.take_along_axis({seen}, np.argpartition({seen}, {k}, axis={i}), {i}).take({k}, axis={i})",
             f"np.sort({seen}, axis={i}, kind='stable')", f"np.quantile({seen}, 0.25, axis={i}, method='lower') + 0",
             f"np.unique({seen}, axis={i})", f"np.sort({seen}, axis=None)[::-1]"]  # fmt: skip
    if r.random() < 0.55:
        text = r.choice(sums)
        return Statement(f"{w.new()} = {text}", "rough" if "logical" in text else "ring")
    text = r.choice(sorts)
    needs = (lambda s: between(s[a], -1e6, 1e6)) if "median" in text else None
    return Statement(f"{w.new()} = {text}", "smooth" if "median" in text else "rough", needs=needs)


@kind(2, writes=True)
def sorted_views(w: Writer) -> Statement | None:
    a = w.writable("biuf", 1)
    if a is None or not w.exact(a) or w.scope[a].ndim > 2:
        return None
    v = w.scope[a]
    i = w.rng.randrange(v.ndim)
    texts = [f"{a}[::-1].sort(axis={i})", f"{a}.T.sort(axis={i})", f"{a}[1:].sort(axis={i})",
             f"{a}[::2].sort(axis={i}, kind='stable')",
             f"t = {a}[..., ::2]\nt.sort()", f"{a}.sort(axis={i})"]  # fmt: skip
    return Statement(w.rng.choice(texts), "rough", a)


@kind(2)
def drawn(w: Writer) -> Statement | None:
    """Random numbers, of a generator of a seed; NumPy's to the last bit."""
    r = w.rng
    a = w.pick(least=1, where=lambda v: v.shape[0] and isinstance(v, np.ndarray))
    if a is None:
        return None
    name, other, n = w.new(), w.new(), r.randrange(1, 6)
    size = r.choice((str(n), f"({n}, 2)", f"{a}.shape", f"len({a})"))
    first = r.choice((f"g.random({size})", f"g.integers(-3, 9, {size})", f"g.standard_normal({size})",
                      f"g.uniform(-1, 2, {size})",
                      f"g.permutation({a})", f"g.choice({a}, 3)", f"g.random({size}, dtype='float32')",
                      f"g.integers(0, 200, {size}, 'uint8')",
                      f"g.permutation({n})", "g.choice(5, 3, replace=False)", f"g.normal(1, 2, {size})",
                      f"g.permuted({a}, axis=0)",
                      f"g.standard_exponential({size})"))  # fmt: skip
    then = r.choice((f"g.random({n})", f"g.integers(0, 4, {n})", f"g.standard_normal({n})"))
    legacy = r.random() < 0.2
    head = f"np.random.seed({r.randrange(9)})" if legacy else f"g = np.random.default_rng({r.randrange(9)})"
    if legacy:
        first = r.choice((f"np.random.rand({n}, 2)", f"np.random.randint(0, 9, {n})", f"np.random.randn({n})",
                          f"np.random.permutation({n})"))
        then = f"np.random.random_sample({n})"
    return Statement(f"{head}\n{name} = {first}\n{other} = {then}", "exact")


@kind(3)
def element(w: Writer) -> Statement | None:
    """Python's numbers of elements that are read, in what is computed then."""
    r = w.rng
    a = w.pick("iuf", 1, exact=True, where=lambda v: v.size)
    b = a and w.pick("iuf", 1, where=lambda v: v.shape[0] and isinstance(v, np.ndarray))
    if not a or not b:
        return None
    name, n = w.new(), w.scope[b].shape[0]
    at = r.randrange(w.scope[a].size)
    number_ = r.choice((f"float({a}.flat[{at}])", f"{a}.item({at})", f"{a}.ravel().tolist()[{at}]",
                        f"{a}.reshape(-1)[{at}]"))
    whole = f"int({a}.flat[{at}]) % {n}"
    texts = [f"s = {number_}\n{name} = {b} * s + s", f"s = {number_}\n{name} = np.full(3, s) - {b}[0]",
             f"k = {whole}\n{name} = {b}[k:]",
             f"k = {whole}\n{name} = {b}[k]", f"k = {whole}\n{name} = {b}[k] * {b}",
             f"k = {whole}\n{name} = np.roll({b}, k, axis=0)",
             f"k = {whole}\n{name} = np.arange(k + 1) * {b}.size", f"s = {number_}\n{name} = {b} + s\n{name} -= s",
             f"s = {number_}\n{name} = np.array([s, s * 2, 1])",
             f"s = {number_}\n{name} = {b} * 2 if s > 0 else {b} + 1",
             f"k = {whole}\n{name} = {b}.copy()\n{name}[k] = {name}[k - 1]",
             f"k = {whole}\n{name} = np.take({b}, [k, 0], axis=0)",
             f"s = sum({a}.ravel().tolist()[:4])\n{name} = {b} * s",
             f"k = {whole}\n{name} = {b}[:k].sum() + {b}[k:].sum()"]  # fmt: skip
    return Statement(r.choice(texts), "ring", needs=lambda s: finite(s[a]) and between(s[a], -1e6, 1e6))

