"""Checks that users run on their own functions: styles of execution against each other, gradients, graphs."""

from dusk.testing.check_gradients import check_grads
from dusk.testing.pairs import Divergence, pairtest
from dusk.testing.same_graph import assert_same_graph

__all__ = ["Divergence", "assert_same_graph", "check_grads", "pairtest"]
