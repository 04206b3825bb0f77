"""What the vector mathematics promises. The functions themselves are in math_exp, math_log, math_trig, math_erf."""

from __future__ import annotations

# Largest error in units in the last place of the exact result: (float32, float64). Measured over every 29th float32,
# and over millions of float64; sin and cos within the range that they reduce, beyond it they are the C library's.
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
    "power": (0.55, 1.3),
}
