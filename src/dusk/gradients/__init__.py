"""Gradients of functions of arrays: `grad`, `value_and_grad` and what is made of them."""

from dusk.gradients.reverse import elementwise_grad, grad, stop_gradient, value_and_grad

__all__ = ["elementwise_grad", "grad", "stop_gradient", "value_and_grad"]
