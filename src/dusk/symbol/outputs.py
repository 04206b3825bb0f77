"""What one symbol and a group of them have in common: the values that an expression gives, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dusk.graph.provenance import describe, here
from dusk.later import Later

if TYPE_CHECKING:
    from dusk.symbol import executor, files, shapes, walk
    from dusk.symbol.expression import Group, Symbol
    from dusk.symbol.shapes import Shapes
else:  # they are about symbols, which are made of this
    executor, files = Later("dusk.symbol.executor"), Later("dusk.symbol.files")
    shapes, walk = Later("dusk.symbol.shapes"), Later("dusk.symbol.walk")


class Outputs:
    """One or several values of expressions, as MXNet's Symbol has them."""

    __slots__ = ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The values, each as a symbol."""
        raise NotImplementedError

    # --- what is in it
    def list_arguments(self) -> list[str]:
        """The names of the variables this depends on, in the order in which they are met; those of states left out."""
        return walk.arguments(self.symbols)

    def list_auxiliary_states(self) -> list[str]:
        """The names of the variables that layers write while they train, as `bn1_moving_mean`."""
        return walk.states(self.symbols)

    def list_inputs(self) -> list[str]:
        """The names of all variables, arguments and states."""
        return [s.name for s in walk.variables(self.symbols)]

    def list_outputs(self) -> list[str]:
        """The names of the values it gives: `fc1_output`."""
        return [s.output_name for s in self.symbols]

    def get_internals(self) -> Group:
        """All values on the way to it, variables too: `net.get_internals()["fc1_output"]`."""
        return walk.internals(self.symbols)

    def get_children(self) -> Group | None:
        """What its last step reads, None for a variable."""
        return walk.children(self.symbols)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """The attributes of all symbols in it that have any, by name; of layers their parameters too, as texts."""
        return walk.attributes(self.symbols)

    def chosen(self, key: int | str) -> Symbol:
        """The output of that number or name (IndexError, ValueError: there is none, or several)."""
        if isinstance(key, int):
            return self.symbols[key]
        names = self.list_outputs()
        if names.count(key) != 1:
            met = "none" if key not in names else "several"
            raise ValueError(f"of {len(names)} outputs {met} is named {key!r} (asked for at {describe(here())})")
        return self.symbols[names.index(key)]

    def __call__(self, *args: Any, name: str | None = None, **wired: Any) -> Any:
        """The same expression of other symbols in place of variables, which are given by name, or in their order."""
        return walk.composed(self, args, name, wired)

    @property
    def digest(self) -> str:
        """A hash of the structure: what is computed from what, not how it is named; the same in every process."""
        return files.digest(self.symbols)

    # --- shapes and types
    def infer_shape(self, *args: Any, **known: Any) -> Shapes:
        """Shapes of arguments, of outputs and of states, in the order of the three lists.

        Given are shapes of variables, by name (or in the order of `list_arguments`); unknown sizes in them are 0 or
        None. The others follow from them, forwards and backwards. Three Nones, and a warning that names them, where
        some do not. ValueError: shapes contradict each other (with the lines of both), or an op does not take them.

        >>> from dusk.symbol import FullyConnected, Variable
        >>> FullyConnected(Variable("x"), num_hidden=10, name="fc").infer_shape(x=(32, 784))
        ([(32, 784), (10, 784), (10,)], [(32, 10)], [])
        """
        return shapes.infer_shape(self.symbols, args, known, partial=False)

    def infer_shape_partial(self, *args: Any, **known: Any) -> Shapes:
        """As `infer_shape`, with what is known: unknown sizes are 0, and a shape of which nothing is known is ()."""
        return shapes.infer_shape(self.symbols, args, known, partial=True)

    def infer_type(self, *args: Any, **known: Any) -> Any:
        """The dtypes of arguments, of outputs and of states, for dtypes of variables; those not given are what the
        first given one is, or float32.

        Values that have a shape too (arrays, tensor types) tell that as well; otherwise shapes are those of the hints.
        """
        return shapes.infer_type(self.symbols, args, known)

    # --- running
    def bind(
        self,
        ctx: Any = None,
        args: Any = None,
        args_grad: Any = None,
        grad_req: Any = "write",
        aux_states: Any = None,
        group2ctx: Mapping[str, Any] | None = None,
    ) -> executor.Executor:
        """An executor on given arrays: of arguments, of their gradients, of states; lists, or dicts by name."""
        return executor.bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    def simple_bind(
        self,
        ctx: Any = None,
        grad_req: Any = "write",
        type_dict: Mapping[str, Any] | None = None,
        group2ctx: Mapping[str, Any] | None = None,
        **known: Any,
    ) -> executor.Executor:
        """An executor on new arrays of zeros, whose shapes follow from those given by name.

        >>> import dusk.numpy as np
        >>> from dusk.symbol import Variable
        >>> run = (Variable("a") * Variable("b")).simple_bind(a=(2,), b=(2,))
        >>> run.forward(a=np.array([1.0, 2.0]), b=np.array([3.0, 4.0]))
        [array([3., 8.], dtype=float32)]
        """
        return executor.simple_bind(self, ctx, grad_req, type_dict, group2ctx, known)

    def eval(self, ctx: Any = None, **arrays: Any) -> list[Any]:
        """The outputs for arrays of all variables, by name."""
        return self.bind(ctx, arrays, grad_req="null").forward()

    # --- files
    def save(self, path: Any) -> None:
        """Write it to a file, whole or not at all; `dusk.symbol.load` reads it. A name in `.json`: MXNet's form."""
        files.save(self.symbols, path)

    def tojson(self) -> str:
        """MXNet's text of it."""
        return files.to_json(self)

    def debug_str(self) -> str:
        """A text of it, one line a symbol."""
        return files.text_of(self.symbols)


def named_in_order(names: Sequence[str], args: Sequence[Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """What is given in the order of names, or by name (TypeError: names that there are not)."""
    if args and known:
        raise TypeError(f"give either values in the order of {', '.join(names)}, or by name (at {describe(here())})")
    found = {n: x for n, x in zip(names, args, strict=False) if x is not None} if args else dict(known)
    return found
