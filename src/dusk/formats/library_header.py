"""The C header of a library."""

from __future__ import annotations

from collections.abc import Sequence

from dusk.graph.types import dtype_name
from dusk.tracing.described import Description, Named

_TYPES = {
    "bool": "uint8_t", "int8": "int8_t", "int16": "int16_t", "int32": "int32_t", "int64": "int64_t",
    "uint8": "uint8_t", "uint16": "uint16_t", "uint32": "uint32_t", "uint64": "uint64_t",
    "float32": "float", "float64": "double",
}  # fmt: skip


def header(told: Description, name: str) -> str:
    """The text that declares a library's functions and says what its arrays are."""
    n = len(told.arguments)
    shown = [
        *_shown("inputs", told.arguments, [i in told.written for i in range(n)]),
        *_shown("outputs", told.results, [False] * len(told.results)),
        *_shown("states", told.states, [n + i in told.written for i in range(len(told.states))]),
    ]
    guard = f"{name.upper()}_H"
    about = "\n".join(f" * {line}".rstrip() for line in shown)
    return f"""/* {name}: written by Dusk. Needs the C library only.
 *
 * Arrays lie in C order. An input that is written to holds the new values after a run.
 *
{about}
 */
#ifndef {guard}
#define {guard}
#include <stdint.h>
#ifdef __cplusplus
extern "C" {{
#endif

/* The memory of runs, and the states. One thread may use a context at a time; different ones are independent. */
typedef struct {name} {name};

typedef struct {name}_array {{
    const char *name;     /* "x", "model.layers.0.weight" */
    const char *dtype;    /* as NumPy has it: "float32" */
    int64_t ndim;
    const int64_t *shape;
    int64_t nbytes;
    int64_t written;      /* 1: runs write to it */
}} {name}_array;

/* A context whose states have the values that were exported; NULL: no memory. */
{name} *{name}_create(void);

/* Run once, on the arrays at these addresses, in the order above. 0: done; -1: an address is NULL; else a check has
 * failed, and outputs, and states and inputs that are written to, may hold anything. */
int32_t {name}_run({name} *context, void *const inputs[], void *const outputs[]);

/* What the last run said; "" if it was done. */
const char *{name}_last_error(const {name} *context);

/* What the i-th input, output or state is; NULL: there are no more. */
const {name}_array *{name}_input(int64_t i);
const {name}_array *{name}_output(int64_t i);
const {name}_array *{name}_state(int64_t i);

/* The memory of a state, by its name, to be read and written between runs; NULL: there is none. */
void *{name}_find({name} *context, const char *state);

void {name}_destroy({name} *context);

/* Of this interface: 1. */
int32_t {name}_version(void);

#ifdef __cplusplus
}}
#endif
#endif
"""


def _shown(title: str, arrays: Sequence[Named], written: Sequence[bool]) -> list[str]:
    lines = [f"{title}:" if arrays else f"{title}: none"]
    for i, (one, writes) in enumerate(zip(arrays, written, strict=True)):
        dtype = dtype_name(one.type.dtype)
        sizes = "".join(f"[{n}]" for n in one.type.shape) or "[1]"
        label = one.name.replace("*/", "* /")
        lines.append(
            f"  {i:3}  {_TYPES.get(dtype, dtype)} {label}{sizes}{', written' if writes and title != 'outputs' else ''}"
        )
    return lines
