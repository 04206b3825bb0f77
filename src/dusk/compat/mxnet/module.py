"""Modules: a symbol with its parameters and an optimiser, as MXNet's documentation teaches them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

import dusk.numpy as dnp
from dusk.compat.mxnet import initializer as init
from dusk.compat.mxnet import kvstore as kvstores
from dusk.compat.mxnet import optimizer as optimizers
from dusk.compat.mxnet.base_module import BaseModule
from dusk.compat.mxnet.io import DataDesc
from dusk.compat.mxnet.model import load_checkpoint, save_checkpoint
from dusk.formats.mxnet import params as params_files
from dusk.graph.provenance import describe, here
from dusk.symbol import Executor
from dusk.symbol.outputs import Outputs
from dusk.symbol.places import places_of
from dusk.symbol.shapes import typed
from dusk.train.checkpoint import load as load_state
from dusk.train.checkpoint import save as save_state

__all__ = ["BaseModule", "Module"]


def _described(given: Any) -> list[DataDesc]:
    return [x if isinstance(x, DataDesc) else DataDesc(*x) for x in given or ()]


class Module(BaseModule):
    """A symbol's parameters, an executor for the shapes of batches, and an optimiser.

    Arguments of the symbol that are neither data nor labels, nor `state_names`, are parameters; those in
    `fixed_param_names` are not trained.
    """

    def __init__(
        self,
        symbol: Outputs,
        data_names: Sequence[str] | None = ("data",),
        label_names: Sequence[str] | None = ("softmax_label",),
        logger: Any = logging,
        context: Any = None,
        work_load_list: Any = None,
        fixed_param_names: Sequence[str] | None = None,
        state_names: Sequence[str] | None = None,
        group2ctxs: Any = None,
        compression_params: Any = None,
    ) -> None:
        super().__init__(logger)
        self.symbol = symbol
        arguments = symbol.list_arguments()
        self.data_names = list(data_names or ())
        self.label_names = [n for n in label_names or () if n in arguments]
        self._context, self._groups = _first(context), _first(group2ctxs)
        self.fixed, self.state_names = set(fixed_param_names or ()), list(state_names or ())
        known = {*self.data_names, *self.label_names, *self.state_names}
        unknown = [n for n in (*self.data_names, *self.state_names, *self.fixed) if n not in arguments]
        if unknown:
            raise ValueError(
                f"no argument of the symbol is named {', '.join(unknown)}: there are {', '.join(arguments)} "
                f"(Module at {describe(here())})"
            )
        self.param_names = [n for n in arguments if n not in known]
        self.executor: Executor | None = None
        self.optimizer: optimizers.Optimizer | None = None
        self._preloaded: tuple[Any, Any] | None = None
        self._states: Any = None
        self._kvstore: kvstores.KVStore | None = None
        self._sizes: dict[Any, Executor] = {}

    @staticmethod
    def load(prefix: str, epoch: int, load_optimizer_states: bool = False, **more: Any) -> Module:
        """A module of a checkpoint; its parameters are set when it is bound."""
        symbol, arguments, states = load_checkpoint(prefix, epoch)
        made = Module(symbol, **more)
        made._preloaded = arguments, states
        if load_optimizer_states:
            made._states = f"{prefix}-{epoch:04d}.states"
        return made

    def save_checkpoint(self, prefix: str, epoch: int, save_optimizer_states: bool = False) -> None:
        """Write symbol, parameters and, if asked for, the optimiser's state."""
        save_checkpoint(prefix, epoch, self.symbol, *self.get_params())
        if save_optimizer_states:
            self.save_optimizer_states(f"{prefix}-{epoch:04d}.states")

    @property
    def output_names(self) -> list[str]:
        """The names of outputs."""
        return self.symbol.list_outputs()

    @property
    def data_shapes(self) -> list[DataDesc]:
        """What data it is bound for."""
        return self._data

    @property
    def label_shapes(self) -> list[DataDesc]:
        """What labels it is bound for."""
        return self._label

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """Names and shapes of outputs."""
        shapes = self.symbol.infer_shape(**{d.name: d.shape for d in (*self._data, *self._label)})[1]
        return list(zip(self.output_names, shapes or [], strict=True))

    def bind(
        self,
        data_shapes: Any,
        label_shapes: Any = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: Module | None = None,
        grad_req: str = "write",
        **more: Any,
    ) -> None:
        """Make arrays for batches of these shapes; those of `shared_module` serve both."""
        if self.binded and not force_rebind:
            return
        kept = self.get_params() if self.params_initialized else None
        self._data, self._label = _described(data_shapes), _described(label_shapes)
        self.for_training = for_training
        requests = {n: grad_req if for_training and n not in self.fixed else "null" for n in self.param_names}
        requests |= {n: grad_req if inputs_need_grad else "null" for n in self.data_names}
        given = {d.name: d for d in (*self._data, *self._label) if d.name in self.symbol.list_inputs()}
        if [d.name for d in self._data] != self.data_names and {*given} - {*self.label_names} != {*self.data_names}:
            raise ValueError(f"data is {[d.name for d in self._data]}, the module's is {self.data_names}")
        dtypes = {n: d.dtype for n, d in given.items() if np.dtype(d.dtype).kind == "f"}
        if shared_module is not None and shared_module.executor is not None:
            own = shared_module.executor
            kinds = typed(self.symbol.symbols, dtypes, {n: d.shape for n, d in given.items()})
            arrays: dict[str, Any] = {}
            places = self._places([*kinds])
            for name in (*self.symbol.list_arguments(), *self.symbol.list_auxiliary_states()):
                there = own.arg_dict.get(name, own.aux_dict.get(name))
                fits = there is not None and there.shape == kinds[name].shape
                arrays[name] = there if fits else dnp.zeros(kinds[name].shape, kinds[name].dtype, device=places[name])
            gradients = {n: own.grad_dict.get(n) for n in self.param_names if requests[n] != "null"}
            gradients = {n: dnp.zeros_like(arrays[n]) if g is None else g for n, g in gradients.items()}
            self.executor = self.symbol.bind(
                self._context, arrays, gradients, requests, group2ctx=self._groups
            )  # fmt: skip
            self.params_initialized = shared_module.params_initialized
        else:
            self.executor = self.symbol.simple_bind(
                self._context, requests, dtypes, self._groups, **{n: d.shape for n, d in given.items()}
            )  # fmt: skip
        self._sizes = {self._key(given): self.executor}
        self.binded = True
        if kept is not None:
            self.executor.copy_params_from(*kept)
        elif self._preloaded is not None:
            self.init_params(None, arg_params=self._preloaded[0], aux_params=self._preloaded[1])

    def _places(self, names: Sequence[str]) -> dict[str, str]:
        """The devices of arguments and states, by name."""
        places = places_of(self._context, self._groups)
        return {**dict.fromkeys(names, places.rest), **places.variables(self.symbol.symbols)}

    @staticmethod
    def _key(given: Mapping[str, Any]) -> Any:
        return tuple(sorted((n, tuple(d.shape)) for n, d in given.items()))

    def init_params(
        self,
        initializer: Any = None,
        arg_params: Mapping[str, Any] | None = None,
        aux_params: Mapping[str, Any] | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
        **more: Any,
    ) -> None:
        """Give parameters the values in `arg_params` and `aux_params`, those that are not there an initialiser's.

        RuntimeError: they are missing and not `allow_missing`; ValueError: there are others, and not `allow_extra`.
        """
        if self.params_initialized and not force_init:
            return
        executor = self._executor()
        told = self.symbol.attr_dict()
        filled = initializer if initializer is not None else init.Uniform(0.01)
        for given, own, names in (
            (arg_params, executor.arg_dict, self.param_names),
            (aux_params, executor.aux_dict, [*executor.aux_dict]),
        ):
            extra = [n for n in given or () if n not in names]
            if extra and not allow_extra:
                raise ValueError(f"no parameter is named {', '.join(extra)} (init_params at {describe(here())})")
            for name in names:
                if given is not None and name in given:
                    value = np.asarray(given[name])
                    if value.shape != own[name].shape:
                        raise ValueError(f"{name} is of shape {own[name].shape}, given is {value.shape}")
                    own[name][...] = value
                elif given is not None and not allow_missing and (initializer is None or given):
                    raise RuntimeError(f"{name} is not among the parameters given, and allow_missing is not set")
                else:
                    filled(init.InitDesc(name, told.get(name)), own[name])
        self.params_initialized = True

    def init_optimizer(
        self,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
        **more: Any,
    ) -> None:
        """Choose the optimiser; unless told otherwise gradients are divided by the size of a batch."""
        self._needs(binded="bind", params_initialized="init_params")
        if self.optimizer_initialized and not force_init:
            return
        settings = dict(optimizer_params)
        if isinstance(kvstore, str) and "dist" in kvstore:
            kvstore = kvstores.create(kvstore)
        self._kvstore = kvstore if isinstance(kvstore, kvstores.KVStore) else None
        workers = 1 if self._kvstore is None else self._kvstore.num_workers
        if isinstance(optimizer, str):
            settings.setdefault("rescale_grad", 1.0 / (workers * self._data[0].shape[0]))
        made = optimizers.create(optimizer, **settings)
        made.attributes(self.symbol.attr_dict())
        self.optimizer = made
        self.optimizer_initialized = True
        if self._kvstore is not None:
            arrays = self._executor().arg_dict
            names = [n for n in self.param_names if self._executor().grad_dict.get(n) is not None]
            self._kvstore.set_optimizer(made)
            self._kvstore.init(names, [arrays[n] for n in names])
            self._kvstore.pull(names, [arrays[n] for n in names])
        if self._states is not None:
            self.load_optimizer_states(self._states)
            self._states = None

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        self._needs(binded="bind", params_initialized="init_params")
        train = self.for_training if is_train is None else is_train
        arrays = dict(zip(self.data_names, data_batch.data, strict=True))
        if data_batch.label:
            arrays |= dict(zip([d.name for d in self._label] or self.label_names, data_batch.label, strict=False))
        arrays = {n: x for n, x in arrays.items() if n in self.symbol.list_arguments()}
        executor = self._executor()
        if any(executor.arg_dict[n].shape != x.shape for n, x in arrays.items()):
            executor = self._of_size(executor, arrays)
        executor.forward(train, **arrays)

    def _of_size(self, executor: Executor, arrays: Mapping[str, Any]) -> Executor:
        """The executor for batches of another size."""
        key = self._key(arrays)
        found = self._sizes.get(key)
        if found is None:
            found = executor.reshape(partial_shaping=True, **{n: x.shape for n, x in arrays.items()})
            self._sizes[key] = found
        self.executor = found
        return found

    def backward(self, out_grads: Any = None) -> None:
        self._executor().backward(out_grads)

    def update(self) -> None:
        self._needs(optimizer_initialized="init_optimizer")
        executor = self._executor()
        gradients = {n: g for n in self.param_names if (g := executor.grad_dict.get(n)) is not None}
        assert self.optimizer is not None
        if self._kvstore is not None:
            for place, name in enumerate(reversed(gradients)):  # what is needed first is wanted back first
                self._kvstore.push(name, gradients[name], -place)
            self._kvstore.pull(list(gradients), [executor.arg_dict[n] for n in gradients])
            return
        self.optimizer.update({n: executor.arg_dict[n] for n in gradients}, gradients)

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        return self._executor().outputs

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Gradients of data (after `bind(inputs_need_grad=True)`)."""
        return [self._executor().grad_dict[n] for n in self.data_names]

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        executor = self._executor()
        arguments = {n: dnp.array(executor.arg_dict[n]) for n in self.param_names}
        return arguments, {n: dnp.array(x) for n, x in executor.aux_dict.items()}

    def save_params(self, fname: str) -> None:
        """Write the parameters to a file."""
        params_files.save_parameters(fname, *self.get_params())

    def load_params(self, fname: str) -> None:
        """Read them."""
        self.set_params(*params_files.load_parameters(fname))

    def save_optimizer_states(self, fname: str) -> None:
        """Write what the optimiser keeps."""
        assert self.optimizer is not None
        save_state(fname, self.optimizer.state_dict())

    def load_optimizer_states(self, fname: str) -> None:
        """Read it."""
        assert self.optimizer is not None
        parameters = {n: self._executor().arg_dict[n] for n in self.param_names}
        self.optimizer.load_state_dict(load_state(fname), parameters)

    def install_monitor(self, monitor: Any) -> None:
        monitor.install(self._executor())

    def _executor(self) -> Executor:
        if self.executor is None:
            raise RuntimeError(f"call bind() first (at {describe(here())})")
        return self.executor


def _first(given: Any) -> Any:
    """Of several contexts the first: a batch is not split over them."""
    return cast("list[Any]", given)[0] if isinstance(given, list | tuple) else given
