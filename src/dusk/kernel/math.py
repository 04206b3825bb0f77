"""What the vector mathematics promises. The functions themselves are in math_exp, math_log, math_trig, math_angle,
math_hyperbolic, math_root and math_erf."""

from __future__ import annotations

# Largest error in units in the last place of the exact result: (float32, float64). Measured over every 29th float32,
# and over millions of float64; sin, cos and tan within the range that they reduce, beyond it they are the C library's.
ULPS: dict[str, tuple[float, float]] = {
    "exp": (1.05, 1.1),
    "exp2": (1.2, 1.2),
    "expm1": (1.6, 2.2),
    "log": (0.9, 0.9),
    "log1p": (1.0, 0.9),
    "tanh": (2.4, 2.6),
    "sigmoid": (2.4, 2.3),
    "erf": (1.1, 1.1),
    "sin": (1.6, 1.6),
    "cos": (1.6, 1.6),
    "tan": (1.5, 1.5),
    "arcsin": (0.9, 0.9),
    "arccos": (0.9, 0.9),
    "arctan": (1.3, 0.9),
    "arctan2": (1.6, 0.9),
    "sinh": (1.0, 1.0),
    "cosh": (0.9, 0.9),
    "arcsinh": (1.1, 1.1),
    "arccosh": (1.1, 1.1),
    "arctanh": (2.0, 1.6),
    "cbrt": (0.8, 0.8),
    "log2": (1.1, 1.2),
    "log10": (1.1, 1.1),
    "power": (0.55, 1.3),
}
