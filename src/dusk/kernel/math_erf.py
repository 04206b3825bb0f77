"""The error function as vector code. Coefficients: scripts/minimax.py."""

from __future__ import annotations

from dusk.kernel.emit_code import Value
from dusk.kernel.math_exp import at_most, horner, magnitude, one_minus_exp, polynomial

ERF32 = (
    0.12837916612625122,
    -0.3761262893676758,
    0.11283625662326813,
    -0.026855746284127235,
    0.005192497279495001,
    -0.0008051481563597918,
    8.006536518223584e-05,
)
ERF64 = (
    0.1283791670955126,
    -0.37612638903184104,
    0.1128379167097173,
    -0.026866170648212246,
    0.0052239776549827645,
    -0.0008548328693672424,
    0.00012055392779617447,
    -1.492705699507471e-05,
    1.648411565602794e-06,
    -1.6591766557364906e-07,
    1.6259336498143724e-08,
    -1.7460589210658787e-09,
    1.609440515083357e-10,
)
# where the parts meet; what is left beyond is fitted from there on: a shift further out would cancel where it matters
NEAR = {"float": 0.96875, "double": 1.0}
ROOT_ERFC32 = (
    0.4131354093551636,
    -0.5342683792114258,
    0.17216289043426514,
    0.06603740155696869,
    -0.04550258442759514,
    -0.006667007692158222,
    0.01117598358541727,
    -0.0029387972317636013,
    2.4574452254455537e-05,
    0.00010199099779129028,
    -1.2290698577999137e-05,
)
LOG_ERFC64 = (
    -1.8496055099332482,
    -2.6389675142347926,
    -0.8431072563584847,
    -0.04156109804534222,
    0.010033825409224838,
    -0.0019779027771060363,
    0.00023732330978514576,
    2.6275602653330886e-05,
    -2.7154645678154445e-05,
    9.602468632542691e-06,
    -2.0528921487407385e-06,
    1.3737132382593743e-07,
    1.0084067696769753e-07,
    -5.3500686529512876e-08,
    1.5385659843741202e-08,
    -2.972787756004674e-09,
    3.849254287383961e-10,
    -3.034701961774938e-11,
    1.1026624480130434e-12,
)


def erf(x: Value) -> Value:
    """2 / sqrt(pi) times the integral of e**-t**2 from 0 to x."""
    single = x.elem == "float"
    a = magnitude(x)
    near = a.fma(horner(a * a, ERF32) if single else polynomial(a * a, ERF64), a)
    t = at_most(a, 4.0 if single else 6.0) - NEAR[x.elem]
    far = _one_minus_square(horner(t, ROOT_ERFC32)) if single else one_minus_exp(polynomial(t, LOG_ERFC64))
    value = a.compare("olt", NEAR[x.elem]).select(near, far)
    return (value.as_int() | (x.as_int() & -(1 << (x.bits - 1)))).as_float()


def _one_minus_square(root: Value) -> Value:
    return (-root).fma(root, 1.0)
