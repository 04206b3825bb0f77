"""MXNet's face: `import dusk.compat.mxnet as mx` in place of `import mxnet as mx`.

Symbols, executors, modules, iterators, metrics, initialisers, optimisers, callbacks and files, as the 1.x documentation
has them; all run on `dusk.symbol`. Importing it gives Dusk's arrays MXNet's methods (`asnumpy`, ...).

>>> import dusk.compat.mxnet as mx
>>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
>>> net.infer_shape(data=(8, 3))[0]
[(8, 3), (2, 3), (2,)]
"""

from dusk.compat.mxnet import (
    attribute,
    callback,
    context,
    initializer,
    io,
    kvstore,
    lr_scheduler,
    metric,
    mod,
    model,
    monitor,
    name,
    nd,
    operator,
    optimizer,
    random,
    sym,
)
from dusk.compat.mxnet.attribute import AttrScope
from dusk.compat.mxnet.context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from dusk.errors import DuskError as MXNetError

init, module, mon, ndarray, symbol = initializer, mod, monitor, nd, sym
rnd = random
kv = kvstore

__all__ = [
    "AttrScope",
    "Context",
    "MXNetError",
    "attribute",
    "callback",
    "context",
    "cpu",
    "cpu_pinned",
    "current_context",
    "gpu",
    "init",
    "initializer",
    "io",
    "kv",
    "kvstore",
    "lr_scheduler",
    "metric",
    "mod",
    "model",
    "module",
    "mon",
    "monitor",
    "name",
    "nd",
    "ndarray",
    "num_gpus",
    "operator",
    "optimizer",
    "random",
    "rnd",
    "sym",
    "symbol",
]
