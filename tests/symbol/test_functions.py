"""Functions with shared variables, updates and givens, as in Theano; symbols called from array code; sessions."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol as sym
from dusk.symbol import Session, Variable, assign, function, placeholder, shared

RNG = numpy.random.default_rng(0)
X = RNG.standard_normal((20, 3))
W = numpy.array([1.0, -2.0, 0.5])


def test_logistic_regression_as_theano_teaches_it(tier: str) -> None:
    y = (X @ W > 0).astype(float)
    x, t = Variable("x"), Variable("t")
    w, b = shared(numpy.zeros(3), "w"), shared(0.0, "b")
    p = 1 / (1 + sym.exp(-(x @ w) - b))
    loss = sym.mean(-t * sym.log(p) - (1 - t) * sym.log(1 - p)) + 0.01 * sym.sum(w**2)
    gw, gb = loss.grad([w, b])
    train = function([x, t], [p > 0.5, loss], updates=((w, w - 0.5 * gw), (b, b - 0.5 * gb)))
    predict = function(inputs=[x], outputs=p > 0.5)
    losses = [float(train(X, y)[1]) for _ in range(60)]
    assert losses[-1] < 0.6 * losses[0] < 0.6
    assert numpy.mean(numpy.asarray(predict(X)) == y) > 0.9
    v, c = numpy.zeros(3), 0.0
    for _ in range(60):
        q = 1 / (1 + numpy.exp(-(X @ v) - c))
        v, c = v - 0.5 * (X.T @ (q - y) / 20 + 0.02 * v), c - 0.5 * (q - y).mean()
    assert_allclose(w.get_value(), v, rtol=1e-9)
    assert_allclose(b.get_value(), c, rtol=1e-9)


def test_all_updates_read_what_was_there_before(tier: str) -> None:
    a, b = shared(1.0), shared(2.0)
    swap = function([], updates={a: b, b: a})
    assert swap() is None
    assert (float(a.get_value()), float(b.get_value())) == (2, 1)


def test_givens_stand_in_for_variables() -> None:
    data, i = shared(X, "data"), Variable("i")
    x = Variable("x")
    row = function([i], sym.sum(x * 2), givens={x: sym.take(data, i, axis=0)})
    assert_allclose(row(4), 2 * X[4].sum())
    same = function([x], sym.sum(x * 2))
    assert_allclose(same(X[4]), 2 * X[4].sum())


def test_variables_of_one_name_are_told_apart() -> None:
    x, y = Variable("x"), Variable("x")
    assert float(function([x, y], x - y)(5.0, 2.0)) == 3


def test_missing_and_unused_inputs_are_named() -> None:
    x, y = Variable("x"), Variable("y")
    with pytest.raises(TypeError, match=r"function at test_functions.py:\d+ needs y: give it as an input"):
        function([x], x + y)
    with pytest.raises(TypeError, match="does not use its input y"):
        function([x, y], x + 1)
    with pytest.raises(TypeError, match="which is no shared variable"):
        function([x], x, updates=[(y, x)])
    f = function([x, y], x - y)
    assert float(f(1.0, y=3.0)) == float(f(y=3.0, x=1.0)) == -2
    for args, more in (((1.0,), {}), ((1.0, 2.0), {"y": 3.0}), ((), {"x": 1.0, "z": 2.0})):
        with pytest.raises(TypeError, match="takes x, y"):
            f(*args, **more)


def test_shared_values_keep_their_shape() -> None:
    w = shared(numpy.zeros(3), "w")
    with pytest.raises(ValueError, match=r"w is of shape \(3,\), not \(2,\)"):
        w.set_value(numpy.zeros(2))
    w.set_value(numpy.ones(3))
    x = Variable("x")
    with pytest.raises(ValueError, match=r"an update of w, of shape \(3,\), is of shape \(2, 3\)"):
        function([x], updates=[(w, w + x)])(numpy.ones((2, 3)))
    assert_array_equal(w.get_value(), [1, 1, 1])


def test_a_symbol_is_a_function_of_arrays_of_any_size_called_often_before_a_gradient(tier: str) -> None:
    net = function(sym.tanh(sym.FullyConnected(Variable("x"), num_hidden=2, no_bias=True, name="fc")))

    def loss(w: Any) -> Any:
        return sum((net(x=np.array(X[:n]), fc_weight=w) ** 2).sum() for n in (3, 7, 20))

    w = RNG.standard_normal((2, 3))
    value, gradient = dusk.value_and_grad(loss)(np.array(w))
    wanted, by = 0.0, numpy.zeros((2, 3))
    for n in (3, 7, 20):
        y = numpy.tanh(X[:n] @ w.T)
        wanted, by = wanted + (y**2).sum(), by + (2 * y * (1 - y * y)).T @ X[:n]
    assert_allclose(value, wanted, rtol=1e-12)
    assert_allclose(gradient, by, rtol=1e-10)


def test_symbolic_gradients_in_an_imperative_loop() -> None:
    x, w = Variable("x"), Variable("w")
    loss = sym.sum((x @ w - 1) ** 2)
    step = dusk.compile([loss, loss.grad(w)])
    weights = np.zeros(3)
    losses = []
    for _ in range(50):
        value, gradient = step(x=X, w=weights)
        weights -= 0.01 * gradient
        losses.append(float(value))
    assert losses[-1] < losses[0] and losses == sorted(losses, reverse=True)


def test_a_python_function_is_a_node_of_a_symbol(tier: str) -> None:
    seen = []

    @dusk.op(name="test_softmax_loss", vjp=lambda g, out, x, t: (out - t, None))
    def softmax_loss(x: Any, t: Any) -> Any:
        seen.append(type(x))
        e = numpy.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    t = numpy.eye(3)[X.argmax(1)]
    net = sym.test_softmax_loss(sym.FullyConnected(Variable("x"), num_hidden=3, name="fc"), Variable("t"))
    run = net.simple_bind(x=(20, 3), t=(20, 3), type_dict={"x": float})
    losses = []
    for _ in range(30):
        (p,) = run.forward(is_train=True, x=X, t=t)
        run.backward()
        for name in ("fc_weight", "fc_bias"):
            run.arg_dict[name][...] -= 0.2 * run.grad_dict[name]
        losses.append(-float(numpy.log(numpy.asarray(p))[t == 1].mean()))
    assert seen and losses[-1] < 0.8 * losses[0]


def test_a_session_runs_what_it_is_asked_for(tier: str) -> None:
    x = placeholder("x", dtype="float64", shape=[None, 3])
    y = placeholder()
    w = shared(numpy.zeros(3))
    loss = sym.mean((x @ w - y) ** 2)
    step = assign(w, w - 0.1 * loss.grad(w))
    with Session() as session:
        first = float(session.run(loss, {x: X, y: X @ W}))
        for _ in range(200):
            assert session.run([step, loss], {x: X, y: X @ W})[0] is None
        assert float(session.run(loss, {x: X, y: X @ W})) < 1e-3 * first
        assert session.run(assign(w, W)) is None
        assert float(session.run([loss, w], {x: X, y: X @ W})[0]) < 1e-30
        with pytest.raises(TypeError, match="needs placeholder"):
            session.run(loss, {x: X})
