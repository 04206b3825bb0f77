"""Derivatives of functions of arrays: `grad`, `vjp`, `jvp` and what is made of them."""

from dusk.gradients.autograd import deriv, grad_and_aux, grad_named, holomorphic_grad, multigrad_dict
from dusk.gradients.custom import custom_gradient, defjvp, defvjp, no_grad, primitive
from dusk.gradients.linear import jvp, vjp
from dusk.gradients.matrices import (
    hessian,
    hessian_tensor_product,
    hessian_vector_product,
    hvp,
    jacobian,
    make_ggnvp,
    make_hvp,
    make_jvp,
    make_vjp,
    tensor_jacobian_product,
    vector_jacobian_product,
)
from dusk.gradients.reverse import elementwise_grad, grad, stop_gradient, value_and_grad
from dusk.gradients.vmap import vmap

__all__ = [
    "custom_gradient",
    "defjvp",
    "defvjp",
    "deriv",
    "elementwise_grad",
    "grad",
    "grad_and_aux",
    "grad_named",
    "hessian",
    "hessian_tensor_product",
    "hessian_vector_product",
    "holomorphic_grad",
    "hvp",
    "jacobian",
    "jvp",
    "make_ggnvp",
    "make_hvp",
    "make_jvp",
    "make_vjp",
    "multigrad_dict",
    "no_grad",
    "primitive",
    "stop_gradient",
    "tensor_jacobian_product",
    "value_and_grad",
    "vector_jacobian_product",
    "vjp",
    "vmap",
]
