"""Further programs of control flow, and which of all of them stand for what of `jax.lax`'s documented behaviour."""

from __future__ import annotations

from typing import NamedTuple

import numpy as onp

import plain_control
from control_cases import F, M, V, case


class Pair(NamedTuple):
    a: object
    b: object


# --- shapes
@case(onp.array(2.5), onp.int64(3), order=1)
def arrays_without_dimensions(lax, np, x, n):
    return lax.fori_loop(0, n, lambda i, y: y * x + i, x), lax.while_loop(lambda y: y < 9, lambda y: y * 2, x)


@case(onp.arange(24.0).reshape(2, 3, 4) / 24, onp.int64(2), order=1)
def carries_of_three_dimensions(lax, np, x, n):
    return lax.fori_loop(0, n, lambda i, y: y[::-1] * x + x.sum(axis=2)[:, :, None], x)


@case(onp.arange(24.0).reshape(2, 3, 4) / 24, order=1)
def scan_along_the_first_of_three_axes(lax, np, x):
    return lax.scan(lambda c, p: (c + p.T @ p, p[0] * c[0, 0]), np.zeros((4, 4)), x)


@case(V[:1], order=2)
def scan_of_one_round(lax, np, x):
    return lax.scan(lambda c, y: (np.sin(c) * y, c + y), x[0] * 2, x)


@case(V, M, onp.int64(2), order=1)
def carries_of_several_shapes(lax, np, v, m, n):
    def one(i, s):
        v, m, x = s
        return m @ v * 0.5, m * v, x + v.sum()

    return lax.fori_loop(0, n, one, (v, m, v[0]))


@case(V, onp.int64(5))
def a_carry_seen_through_a_view(lax, np, x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1][::-1] + x), (n * 0, x[::-1]))


@case(onp.zeros((0, 2)), onp.int64(3))
def fori_of_empty_arrays(lax, np, x, n):
    return lax.fori_loop(0, n, lambda i, y: y * 2 + i, x)


# --- dtypes
@case(onp.array([1, 2], "i4"), onp.int64(3))
@case(onp.array([250, 2], "u1"), onp.int64(3))
@case(onp.array([0.5, 2], "f4"), onp.int64(3))
@case(onp.array([0.5, 2], "f2"), onp.int64(3))
@case(onp.array([1 + 1j, 2], "c8"), onp.int64(3))
def fori_keeps_dtypes(lax, np, x, n):
    return lax.fori_loop(0, n, lambda i, y: y + y, x)


@case(onp.array([True, False, True]), onp.int64(3))
def fori_of_bools(lax, np, x, n):
    return lax.fori_loop(0, n, lambda i, y: y ^ x[::-1], x)


@case(onp.array([1, 2], "i2"), onp.int64(1))
@case(onp.array([1, 2], "f4"), onp.int64(0))
@case(onp.array([1, 2], "c8"), onp.int64(2))
def switch_keeps_dtypes(lax, np, x, i):
    return lax.switch(i, [lambda x: x, lambda x: x + x, lambda x: -x], x)


@case(onp.array([0.5, 2], "f4"), onp.array([3, 4], "i4"), onp.array([True, False]))
def carries_of_several_dtypes(lax, np, f, i, b):
    def one(s, k):
        f, i, b = s
        return (np.where(b, f * 2, f), i + b, ~b), (f, i, b)

    return lax.scan(one, (f, i, b), None, length=3)


# --- trees
@case(V, onp.int64(3), order=1)
def fori_of_trees(lax, np, x, n):
    def one(i, s):
        return {"p": (s["p"][1] * 0.5, s["p"][0] + x), "q": [s["q"][0] + i, None]}

    return lax.fori_loop(0, n, one, {"p": (x, x * 2), "q": [x[0], None]})


@case(V, onp.int64(1), order=1)
@case(V, onp.int64(0), order=1)
def switch_of_trees(lax, np, x, i):
    return lax.switch(i, [lambda t: {"a": t[0], "b": [t[1]]}, lambda t: {"a": t[1], "b": [t[0] * x]}], (x, x * x))


@case(V, onp.int64(3), order=1)
def while_of_named_tuples(lax, np, x, n):
    made = lax.while_loop(lambda s: s.a < n, lambda s: Pair(s.a + 1, s.b * x), Pair(n * 0, x))
    return made.a, made.b


@case(onp.arange(6.0).reshape(3, 2), order=1)
def scan_of_named_tuples(lax, np, x):
    made, left = lax.scan(lambda c, p: (Pair(c.b, c.a + p), (c.a, p)), Pair(x[0], x[1]), x)
    return (made.a, made.b), left


@case(V, onp.int64(2), order=1)
def a_tree_within_a_tree_of_loops(lax, np, x, n):
    def outer(i, s):
        inner = lax.fori_loop(0, i + 1, lambda j, t: (t[1], {"u": t[0] * 0.5}["u"] + j), (s["v"], x))
        return {"v": inner[0] + inner[1]}

    return lax.fori_loop(0, n, outer, {"v": x})


# --- zero trips
@case(V, order=1)
def while_of_no_rounds(lax, np, x):
    return lax.while_loop(lambda s: s.sum() > 1e9, lambda s: s * x, x)


@case(V, onp.int64(0), order=2)
def zero_trips_within_rounds(lax, np, x, n):
    return lax.fori_loop(0, 3, lambda i, y: lax.fori_loop(0, n, lambda j, z: z * 100, y) + np.sin(x), x)


@case(onp.zeros((0, 3)), V, order=1)
def scan_of_no_rounds_gives_the_carry(lax, np, rows, x):
    return x if lax is plain_control else lax.scan(lambda c, r: (c * r, None), x, rows)[0]


@case(onp.array([1.0, 2.0, 3.0]), onp.array([0, 0, 0]), order=1)
def zero_trips_over_an_axis(lax, np, x, n):
    return lax.vmap(lambda x, n: lax.fori_loop(0, n, lambda i, y: y * x, x))(x, n)


# --- captured
@case(V, M, onp.int64(3), order=1)
def captured_by_both_functions(lax, np, x, m, n):
    return lax.while_loop(lambda s: (s[0] < n) & (m[0, 0] > 0), lambda s: (s[0] + 1, m @ s[1] * x), (n * 0, x))


@case(V, onp.int64(2), order=2)
def captured_through_two_loops(lax, np, x, n):
    scale = np.cos(x)
    return lax.fori_loop(0, n, lambda i, y: lax.fori_loop(0, 2, lambda j, z: z * scale + x, y), x)


@case(V, F(0.3), order=1)
def captured_by_one_side(lax, np, x, t):
    big = np.exp(x)
    return lax.cond(t > 0, lambda y: y * t, lambda y: y + big, x)


@case(V, order=1)
def an_operand_that_is_captured_too(lax, np, x):
    return lax.fori_loop(0, 3, lambda i, y: y * x, x), lax.scan(lambda c, y: (c + y * x[0], c), x[1], x)


# --- numbers of Python's own
@case(V.astype("f4"), onp.int64(3))
def weak_numbers_beside_float32_in_loops(lax, np, x, n):
    def one(i, s):
        return s[0] * 2, s[1] + s[0] * x * (i + 0.5)

    return lax.fori_loop(0, n, one, (1, x))[1], lax.scan(lambda c, y: (c + 1, y * c), 0, x)[1]


@case(onp.int64(1), V.astype("f4"))
def weak_numbers_of_sides_beside_float32(lax, np, i, x):
    return x * lax.switch(i, [lambda: 1, lambda: 2, lambda: 3]), x + lax.cond(i > 0, lambda: 0.5, lambda: 2.5)


@case(onp.int64(4))
def weak_numbers_alone(lax, np, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 0.5, s[2] & True), (0, 1, True))


GROUPS = {
    "shapes": (
        "arrays_without_dimensions carries_of_three_dimensions scan_along_the_first_of_three_axes scan_of_one_round "
        "carries_of_several_shapes a_carry_seen_through_a_view fori_of_empty_arrays while_of_empty_arrays "
        "cond_of_empty_arrays cond_of_an_array_without_dimensions an_index_into_arrays scan_of_scans_turned"
    ),
    "dtypes": (
        "fori_keeps_dtypes fori_of_bools switch_keeps_dtypes carries_of_several_dtypes while_keeps_dtypes "
        "scan_keeps_dtypes cond_keeps_dtypes while_of_bools complex_iteration cond_of_an_integer_flag powers "
        "switch_of_four"
    ),
    "trees": (
        "fori_of_trees switch_of_trees while_of_named_tuples scan_of_named_tuples a_tree_within_a_tree_of_loops "
        "carries_are_trees carries_swap cond_of_trees scan_of_trees one_value_in_two_carries one_side_is_the_operand"
    ),
    "zero trips": (
        "while_of_no_rounds zero_trips_within_rounds scan_of_no_rounds_gives_the_carry zero_trips_over_an_axis "
        "scan_of_no_rounds while_of_so_many_rounds powers_of_known_bounds fori_of_mapped_bounds"
    ),
    "captured": (
        "captured_by_both_functions captured_through_two_loops captured_by_one_side an_operand_that_is_captured_too "
        "cond_of_captured cond_writes_captured while_writes_captured scan_writes_captured methods_as_bodies "
        "closures_over_python_values functions_given_by_partial captured_writes_over_an_axis "
        "while_writes_what_its_test_reads"
    ),
    "numbers of Python's own": (
        "weak_numbers_beside_float32_in_loops weak_numbers_of_sides_beside_float32 weak_numbers_alone "
        "an_index_beside_float32 an_index_alone operands_that_are_numbers python_numbers_beside_float32 "
        "python_numbers_take_the_dtype_of_the_body sides_of_numbers sides_of_numbers_of_two_kinds"
    ),
    "within each other": (
        "cond_in_cond switch_in_switch while_in_while loop_in_branch_in_loop loops_after_loops scan_of_scans "
        "scan_of_branches scan_of_whiles while_of_scans vmap_within_scan vmap_of_vmap_of_while "
        "branch_in_loop_over_an_axis"
    ),
    "over an axis": (
        "while_of_other_counts newton_over_an_axis collatz_over_an_axis cond_of_mapped_flags cond_of_one_flag "
        "cond_where_one_side_has_the_axis switch_of_mapped_indices scan_over_an_axis"
    ),
}
