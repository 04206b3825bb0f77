"""The statements of random programs that write, and those with control flow."""

from __future__ import annotations

import numpy as np

from surface_statements import fancy, kind, number, places, ring, window
from surface_writer import Statement, Writer, apart, between, root


def given(w: Writer, name: str, index: str) -> str | None:
    """A value to be assigned to a part of a variable."""
    v = w.scope[name]
    try:
        part = eval(f"{name}[{index}]", w.scope)
    except Exception:
        return number(w, v.dtype)
    kinds = {"b": "b", "i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}[v.dtype.kind]
    c = w.rng.random()
    if c < 0.35:
        return number(w, v.dtype)
    if c < 0.5 and part.ndim:
        return f"{name}[{index}][::-1]"  # overlaps
    if c < 0.6 and v.ndim:
        return w.rng.choice((f"{name}[{window(w, v.shape, 0)}]", f"{name}[:1]", f"{name}.T", f"{name}[-1]"))
    if c < 0.65 and part.ndim == 1 and part.size:
        return str([int(i % 3) for i in range(part.shape[0])])
    if c < 0.67:
        return w.pick(kinds)
    return w.fitting(part.shape, kinds)


def settled(w: Writer, name: str, index: str, equals: str, value: str) -> str:
    """An assignment to a part of a variable, as text: what it is given is copied for NumPy, wherever that changes what
    NumPy does: it reads some of its own memory as it writes, or writes one place twice in the order an index lies in.
    """
    plain = f"{name}[{index}] {equals} {value}"
    through = f"{name}[apart(np, {f'np.s_[{index}]' if ':' in index or ',' in index else index})]"
    copied = f"{through} {equals} apart(np, {value})"
    for scope in w.scopes:
        memory = root(scope[name])
        before, found = memory.copy(), []
        for text in (plain, copied):
            try:
                with np.errstate(all="ignore"):
                    exec(text, {**scope, "apart": apart})
            except Exception:
                return plain
            finally:
                found.append(memory.copy())
                memory[...] = before
        if found[0].tobytes() != found[1].tobytes():
            return copied
    return plain


@kind(8, writes=True)
def assigned(w: Writer) -> Statement | None:
    a = w.writable()
    if a is None:
        return None
    index = window(w, w.scope[a].shape) if w.rng.random() < 0.7 else fancy(w, a)
    value = index and given(w, a, index)
    if not value:
        return None
    rough = any(c in index for c in "<>=!%") and not w.exact(a)
    return Statement(settled(w, a, index, "=", value), "rough" if rough else "exact", a)


@kind(7, writes=True)
def updated(w: Writer) -> Statement | None:
    """Through an index, in place."""
    a = w.writable("biufc")
    if a is None:
        return None
    index = window(w, w.scope[a].shape) if w.rng.random() < 0.7 else fancy(w, a)
    value = index and given(w, a, index)
    if not value:
        return None
    rough = any(c in index for c in "<>=!%") and not w.exact(a)
    op = w.rng.choice(("+=", "-=", "*=", "+=", "/=", "//=", "|=", "&="))
    k = "rough" if rough or op in ("//=", "|=", "&=") else ring(w, a, value) if "j" not in value else "ring"
    if op == "/=":
        k = "rough" if k == "exact" else "smooth"
        if k == "smooth":
            return None
    return Statement(settled(w, a, index, op, value), k, a)


@kind(5, writes=True)
def in_place(w: Writer) -> Statement | None:
    a = w.writable()
    b = a and (w.fitting(w.scope[a].shape) if w.rng.random() < 0.6 else number(w, w.scope[a].dtype))
    if not b:
        return None
    op = w.rng.choice(("+=", "-=", "*=", "*=", "/=", "//=", "^=", "**="))
    if op == "**=":
        return Statement(f"{a} **= 2", ring(w, a), a)
    k = "rough" if op in ("//=", "^=") else ring(w, a, b) if "j" not in b else "ring"
    if op == "/=":
        k = "rough"
        if w.scope[a].dtype.kind == "c":
            return None
    return Statement(f"{a} {op} {b}", k, a)


@kind(4, writes=True)
def into(w: Writer) -> Statement | None:
    """Functions with out=, which may be a view, an operand, or memory of one seen otherwise."""
    r = w.rng
    o = w.writable()
    if o is None:
        return None
    v = w.scope[o]
    kinds = {"b": "b", "i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}[v.dtype.kind]
    a, b = w.fitting(v.shape, kinds), w.fitting(v.shape, kinds) or number(w, v.dtype)
    if a is None:
        return None
    c = r.random()
    f = r.choice(("add", "subtract", "multiply", "maximum", "minimum"))
    k = ring(w, a, b) if f in ("add", "subtract", "multiply") and "j" not in b else "ring" if "j" in b else "exact"
    words = ""
    if r.random() < 0.3:
        mask = w.fitting(v.shape, "b")
        words = f", where={mask}" if mask else ""
    if c < 0.3:
        return Statement(f"np.{f}({a}, {b}, out={o}{words})", k, o)
    if c < 0.45 and v.ndim:
        index = window(w, v.shape, 0)
        return Statement(f"np.{f}({o}[{index}], {number(w, v.dtype)}, out={o}[{index}])", k, o)
    if c < 0.6 and v.ndim and v.shape[0] > 1:
        x, y = r.choice((("1:", ":-1"), (":-1", "1:"), ("::-1", ":"), (":", "::-1")))
        return Statement(f"np.{f}({o}[{x}], {o}[{y}], out={o}[{x}])", k, o)
    if c < 0.7 and v.dtype.kind == "f":
        return Statement(f"np.{r.choice(('tanh', 'sin', 'cos', 'arctan'))}({a}, out={o}{words})", "smooth", o,
                         lambda s: between(s[a], -1e4, 1e4))  # fmt: skip
    if c < 0.76:
        return Statement(f"np.negative({o}[::-1], out={o})" if v.ndim else f"np.negative({o}, out={o})", "exact", o)
    if c < 0.9 and v.ndim:
        i = r.randrange(v.ndim)
        # (of a wider one NumPy casts what it has so far, as often as its buffer is full)
        fits = w.arrays(v.dtype.kind, v.ndim + 1, v.ndim + 1, where=lambda u: u.shape[1:] == v.shape)
        big = next((n for n in fits if w.scope[n].dtype <= v.dtype), None)
        texts = [f"np.cumsum({o}, axis={i}, out={o})", f"np.add.accumulate({o}, axis={i}, out={o})"]
        texts += [f"np.sum({big}, axis=0, out={o})", f"np.max({big}, axis=0, out={o})"] * 2 if big else []
        texts += [f"np.clip({o}, 0, 2, out={o})"] if v.dtype.kind in "if" else []
        texts += [f"np.matmul({o}, {o}, out={o})"] if v.ndim == 2 and v.shape[0] == v.shape[1] else []
        texts += [f"np.take({o}, {[r.randrange(v.shape[0]) for _ in range(v.shape[0])]}, axis=0, out={o}, mode='clip')"
                  ] if v.shape[0] else []  # fmt: skip
        texts += [f"np.concatenate([{o}[1:], {o}[:1]], out={o})"]
        return Statement(r.choice(texts), "ring", o)
    return Statement(f"np.{f}({o}, {o}, out={o}{words})", k, o)


@kind(3, writes=True)
def at(w: Writer) -> Statement | None:
    """ufunc.at: repeated places count again and again."""
    r = w.rng
    a = w.writable("biuf", 1)
    if a is None or not w.scope[a].shape[0]:
        return None
    v = w.scope[a]
    index = r.choice((places(w, v.shape[0], 4), "[0, 0, 0]", f"({places(w, v.shape[0], 3)},)", "slice(None, None, 2)"))
    f = r.choice(("add", "subtract", "multiply", "maximum", "minimum"))
    if v.dtype == np.uint64:  # with Python's integers in float64: what is too large there is anything
        return None
    value = number(w, v.dtype)
    k = "exact" if v.ndim == 1 else "smooth" if f == "multiply" else "ring"  # Dusk multiplies what meets first
    if v.dtype.kind == "f" and v.dtype.itemsize < 8 and f not in ("maximum", "minimum"):
        k = "smooth"  # with numbers NumPy computes in float64, and rounds each time, Dusk once
    if r.random() < 0.1:
        return Statement(f"np.negative.at({a}, {index})", "exact", a)
    return Statement(f"np.{f}.at({a}, {index}, {value})", k, a)


@kind(5, writes=True)
def function(w: Writer) -> Statement | None:
    """Functions and methods that write into what they are given."""
    r = w.rng
    a = w.writable()
    if a is None:
        return None
    v = w.scope[a]
    kinds = {"b": "b", "i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}[v.dtype.kind]
    b = w.fitting(v.shape, kinds) or number(w, v.dtype)
    mask = w.pick("b", where=lambda m: m.shape == v.shape)
    mask = mask or f"(np.arange({v.size}) % 3 == 0).reshape({v.shape})"
    texts = [f"np.copyto({a}, {b})", f"np.copyto({a}, {b}, where={mask})",
             f"np.putmask({a}, {mask}, {number(w, v.dtype)})",
             f"np.place({a}, {mask}, [{number(w, v.dtype)}, {number(w, v.dtype)}])", f"{a}.fill({number(w, v.dtype)})",
             f"{a}[...] = {b}", f"{a}[()] = {b}", f"np.putmask({a}, {mask}, {b})"]  # fmt: skip
    if v.size:
        texts += [f"np.put({a}, {[r.randrange(-v.size, v.size) for _ in range(2)]}, [{number(w, v.dtype)}, 1])",
                  f"{a}.flat[{r.randrange(v.size)}] = {number(w, v.dtype)}", f"{a}.flat[::2] = {number(w, v.dtype)}",
                  f"{a}.flat = {number(w, v.dtype)}", f"{a}.put([0, -1], 1)",
                  f"np.put({a}, [{v.size + 1}, 0], [1, 2], mode={r.choice(('wrap', 'clip', 'raise'))!r})"]  # fmt: skip
    if v.ndim >= 1:
        texts += [f"{a}.T[...] = {number(w, v.dtype)}", f"{a}[::-1] = {a}", f"{a}[1:] = {a}[:-1]",
                  f"{a}[:-1] += {a}[1:]"]
        texts += [f"for row in {a}[:2]:\n    row[...] = {number(w, v.dtype)}"] if v.ndim > 1 else []
        if v.dtype.kind in "biuf" and w.exact(a):
            texts += [f"{a}.sort(axis={r.randrange(v.ndim)})"]
        texts += [f"np.add(np.swapaxes({a}, 0, -1), 1, out=np.swapaxes({a}, 0, -1))"] if v.dtype.kind != "b" else []
    if v.ndim == 2:
        texts += [f"np.fill_diagonal({a}, {number(w, v.dtype)})",
                  f"np.fill_diagonal({a}, {number(w, v.dtype)}, wrap=True)",
                  f"{a}[np.diag_indices({min(v.shape)})] = 1",
                  f"{a}[np.tril_indices({v.shape[0]}, 0, {v.shape[1]})] = 0"]  # fmt: skip
        if v.shape[1]:
            texts += [f"np.put_along_axis({a}, np.zeros(({v.shape[0]}, 1), int), {number(w, v.dtype)}, 1)"]
    if v.dtype.kind == "c":
        texts += [f"{a}.real[...] = {number(w)}", f"{a}.imag = 2", f"{a}.real *= 0.5", f"{a}.imag[...] += 1"] * 2
    if w.plain(a) and v.flags.c_contiguous:
        texts += [f"{a}.reshape(-1)[::2] = {number(w, v.dtype)}", f"{a}.ravel()[:3] = {number(w, v.dtype)}"] * 2
        texts += [f"{a}.shape = {v.shape[::-1]}"] if r.random() < 0.3 else []
    text = r.choice(texts)
    beyond = text.startswith("np.put(") and "mode" not in text  # until it meets what is beyond, NumPy puts
    return Statement(text, "exact", a, (lambda s: s[a].size == v.size) if beyond else None)


@kind(1, writes=True)
def outside(w: Writer) -> Statement | None:
    """Memory shared with NumPy, written from outside."""
    a = w.writable("fc")
    return a and Statement(f"numpy.asarray({a})[...] *= 0.5", "exact", a)


@kind(1, writes=True)
def frozen(w: Writer) -> Statement | None:
    a = w.writable(least=1)
    if a is None or w.rng.random() < 0.7:
        return None
    return Statement(f"{a} = {a}.view(); {a}.flags.writeable = False; {a}[...] = 0", "exact", a)


# -- control flow ------------------------------------------------------------------------------------------------------


@kind(1.5)
def branch(w: Writer) -> Statement | None:
    a, b = w.pick("biuf", exact=True, where=lambda v: v.size), w.pick("biufc")
    if not a or not b:
        return None
    name, c = w.new(), w.rng.choice((0, 1, 0.5))
    test = w.rng.choice((f"{a}.max() > {c}", f"{a}.ravel()[0] <= {c}", f"({a} > {c}).any()", f"np.all({a} != {c})",
                         f"float({a}.flat[-1]) > {c}", f"bool(({a} == {c}).sum())",
                         f"len({a}.ravel()) > 4"))  # fmt: skip
    return Statement(f"if {test}:\n    {name} = {b} * 2\nelse:\n    {name} = {b} + 1", "ring")


@kind(1.5)
def loop(w: Writer) -> Statement | None:
    r = w.rng
    a = w.writable("f", 1)
    if a is None or not w.scope[a].shape[0]:
        return None
    v = w.scope[a]
    n = v.shape[0]
    texts = [f"for i in range({r.randrange(2, 5)}):\n    {a}[{window(w, v.shape, 0)}] *= 0.5\n    {a} += 0.25",
             f"for i in range(1, {min(n, 6)}):\n    {a}[i] = {a}[i - 1] * 0.5 + {a}[i]",
             f"for i in range({min(n, 5)}):\n    {a}[i] = i\n    {a}[-1 - i] -= {a}[i] * 0.5",
             f"for i in range({r.randrange(2, 6)}):\n    {a}[...] = {a} * 0.75 - {a}[::-1] * 0.25"]  # fmt: skip
    return Statement(r.choice(texts), "exact", a)


@kind(1.5)
def rounds(w: Writer) -> Statement | None:
    """A function called again and again; a while loop on values; a sum by elements."""
    r = w.rng
    a = w.pick("f", 1, exact=True, where=lambda v: v.size)
    if a is None:
        return None
    name = w.new()
    texts = [f"def step(a, b):\n    c = a[::-1] * 0.5\n    c[:1] += b[:1]\n    return c\n{name} = {a}\n"
             f"for i in range({r.randrange(2, 5)}):\n    {name} = step({name}, {a})",
             f"{name} = {a} * 1\nk = 0\n"
             f"while k < 5 and np.abs({name}).max() > 0.5:\n    {name} = {name} * 0.5\n    k += 1",
             f"{name} = {a}.dtype.type(0)\nfor x in {a}.ravel()[:5]:\n    {name} = {name} + x * 2",
             f"{name} = np.zeros({min(w.scope[a].size, 6)}, {a}.dtype)\nfor i in range({min(w.scope[a].size, 6)}):\n"
             f"    {name}[i] = {a}.flat[i] if {a}.flat[i] > 0 else -{a}.flat[i]",
             f"{name} = np.stack([np.sqrt(abs(x)) + i for i, x in enumerate({a}[:4])])"]  # fmt: skip
    return Statement(r.choice(texts), "exact")
