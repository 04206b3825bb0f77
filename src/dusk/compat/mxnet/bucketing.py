"""A module for each length of sequences."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from dusk.compat.mxnet.base_module import BaseModule
from dusk.compat.mxnet.module import Module
from dusk.symbol import Symbol
from dusk.symbol.outputs import Outputs

__all__ = ["BucketingModule"]


class BucketingModule(BaseModule):
    """Modules of one symbol for each length, `sym_gen(key) -> (symbol, data names, label names)`, sharing parameters.

    Batches say by `bucket_key` which they are for.
    """

    def __init__(
        self,
        sym_gen: Callable[[Any], tuple[Symbol, Sequence[str], Sequence[str]]],
        default_bucket_key: Any = None,
        logger: Any = logging,
        context: Any = None,
        fixed_param_names: Sequence[str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(logger)
        self._context, self._groups = context, more.get("group2ctxs")
        self.sym_gen, self.default, self.fixed = sym_gen, default_bucket_key, fixed_param_names
        self._modules: dict[Any, Module] = {}
        self._now: Any = default_bucket_key

    @property
    def symbol(self) -> Outputs:  # type: ignore[override]
        """That of the length at hand."""
        return self._modules[self._now].symbol

    def bind(self, data_shapes: Any, label_shapes: Any = None, for_training: bool = True, **more: Any) -> None:
        if self.binded and not more.get("force_rebind"):
            return
        self.for_training, self._more = for_training, {k: v for k, v in more.items() if k == "grad_req"}
        self.switch_bucket(self.default, data_shapes, label_shapes)
        self.binded = True

    def switch_bucket(self, bucket_key: Any, data_shapes: Any, label_shapes: Any = None) -> None:
        """Go on with the module of a length, made and bound where it is new."""
        found = self._modules.get(bucket_key)
        if found is None:
            symbol, data_names, label_names = self.sym_gen(bucket_key)
            found = Module(
                symbol,
                data_names,
                label_names,
                self.logger,
                context=self._context,
                fixed_param_names=self.fixed,
                group2ctxs=self._groups,
            )
            found.bind(
                data_shapes,
                label_shapes,
                self.for_training,
                shared_module=self._modules.get(self.default),
                **self._more,
            )
            self._modules[bucket_key] = found
        self._now = bucket_key

    def init_params(self, initializer: Any = None, **more: Any) -> None:
        if self.params_initialized and not more.get("force_init"):
            return
        self._modules[self.default].init_params(initializer, **more)
        self.params_initialized = True
        for module in self._modules.values():
            module.params_initialized = True

    def init_optimizer(self, **more: Any) -> None:
        self._modules[self.default].init_optimizer(**more)
        self.optimizer_initialized = True

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._modules[self._now].forward(data_batch, is_train)

    def backward(self, out_grads: Any = None) -> None:
        self._modules[self._now].backward(out_grads)

    def update(self) -> None:
        module, first = self._modules[self._now], self._modules[self.default]
        module.optimizer, module.optimizer_initialized = first.optimizer, True
        module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        return self._modules[self._now].get_outputs()

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._modules[self.default].get_params()

    def install_monitor(self, monitor: Any) -> None:
        for module in self._modules.values():
            module.install_monitor(monitor)
