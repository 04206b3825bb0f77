"""The workloads, by family: each module's `workloads(all)` gives the usual ones, or with `all` the long ones too."""

from collections.abc import Callable, Iterator

from benchmarks.workload import Workload
from benchmarks.workloads import attention, chain, conv, gemm, lstm_lm, mlp, models, options, recurrent, rows

FAMILIES: dict[str, Callable[[bool], Iterator[Workload]]] = {
    module.__name__.rpartition(".")[2]: module.workloads
    for module in (mlp, recurrent, lstm_lm, models, options, rows, chain, gemm, conv, attention)
}


def find(name: str) -> Workload:
    """The workload of that name; raises KeyError for another."""
    return {workload.name: workload for family in FAMILIES.values() for workload in family(True)}[name]
