"""Automatic placement: which of a graph's nodes are computed on which of some devices.

List scheduling (HEFT: Topcuoglu, Hariri and Wu 2002): nodes in the order of how much depends on them, each on the
device where it is done first, by the cost model's seconds for computing and for copying what is not there yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dusk.backends.branches import body_seconds, seconds_of
from dusk.compiler.parted import is_free, settled
from dusk.config import config
from dusk.engine import available_cores
from dusk.graph import TOKEN, Graph, Node, Value
from dusk.graph.graph import rebuild
from dusk.graph.types import typical
from dusk.kernel.costs import DEFAULTS
from dusk.ops import transfer
from dusk.transform.placed import DEFAULT, device_of, on_device

COPY_S = 20e-6  # of a copy to another device, beside the time that its bytes take
FUSED = 0.25  # of the time for its bytes, what a node takes that is computed element by element with others


@dataclass(frozen=True)
class Placement:
    """A graph with its nodes on devices: `expected_s` until all is done, `several_s` if devices share the work as list
    scheduling has it, `alone_s` on the first of them."""

    graph: Graph
    several_s: float
    alone_s: float

    @property
    def expected_s(self) -> float:
        """The better of the two, which the graph is."""
        return min(self.several_s, self.alone_s)

    def __str__(self) -> str:
        counts = Counter(device_of(node) for node in self.graph.nodes if not is_free(node) and node.op is not transfer)
        copies = [node for node in self.graph.nodes if node.op is transfer and not is_free(node)]
        nbytes = sum(typical(node.types[0].nbytes) for node in copies)
        lie = ", ".join(f"{n} nodes on {device}" for device, n in sorted(counts.items()))
        told = f"placed: {lie}; {len(copies)} copies of {nbytes:,} bytes; estimated at {1e6 * self.expected_s:.0f} us"
        return f"{told} (on one {1e6 * self.alone_s:.0f}, on several {1e6 * self.several_s:.0f})"


def cores_for(devices: int) -> int:
    """The cores that devices of one processor share."""
    return devices if config.reproducible else config.threads or available_cores()


def place(graph: Graph, devices: Sequence[str]) -> Placement:
    """The best placement of a graph on devices that the cost model finds."""
    return Placer(graph, devices).place()


class Placer:
    """Places the nodes of one graph. What the user put on a device other than the default stays there."""

    def __init__(self, graph: Graph, devices: Sequence[str]) -> None:
        self.graph, self.devices = settled(graph), devices
        self._known: dict[Any, tuple[float, bool]] = {}
        self._costs = {node: self._cost(node) for node in self.graph.nodes if not is_free(node)}

    def _cost(self, node: Node) -> tuple[float, bool]:
        """What a node takes on one thread, and whether threads share it."""
        op = node.op
        if op is transfer:
            return 0.0, False
        plain = op.lower is not None and op.contract is None and not any(isinstance(p, Graph) for _, p in node.params)
        if plain or op.effect:
            kinds = [t for t in (*(v.type for v in node.inputs), *node.types) if t is not TOKEN]
            return FUSED * sum(typical(t.nbytes) for t in kinds) / DEFAULTS.bytes_s, True
        if op.cubic or op.host:
            return body_seconds(node), False
        key = op, node.params, tuple(v.type for v in node.inputs)
        if key not in self._known:
            split = not any(isinstance(p, Graph) for _, p in node.params)
            self._known[key] = seconds_of(node), split
        return self._known[key]

    def seconds(self, node: Node, threads: int) -> float:
        """What a node takes on so many threads."""
        if node not in self._costs:
            return 0.0
        seconds, split = self._costs[node]
        return seconds / threads if split and seconds > DEFAULTS.split_s else seconds

    def place(self) -> Placement:
        """The placement that is best by the model: of list scheduling, or all on the first device."""
        cores = cores_for(len(self.devices))
        alone = self._scheduled(self.devices[:1], cores)
        if len(self.devices) < 2:
            return Placement(self.placed(alone[0]), alone[1], alone[1])
        several = self._scheduled(self.devices, max(cores // len(self.devices), 1))
        best = several if several[1] < alone[1] else alone
        return Placement(self.placed(best[0]), several[1], alone[1])

    def _pinned(self, node: Node) -> str | None:
        """Where a node has to be."""
        device = device_of(node)
        return device if device != DEFAULT or node.op is transfer else None

    def _scheduled(self, devices: Sequence[str], threads: int) -> tuple[dict[Node, str], float]:
        """A device for each node that works, and the seconds until outputs are where they belong."""
        nodes = self.graph.nodes
        seconds = {node: self.seconds(node, threads) for node in nodes}
        rank: dict[Node, float] = {}
        for node in reversed(nodes):
            own = rank[node] = rank.get(node, 0.0) + seconds[node]
            for v in node.inputs:
                rank[v.node] = max(rank.get(v.node, 0.0), own)
        at: dict[Node, str] = {v.node: v.type.device for v in self.graph.inputs if v.type is not TOKEN}
        ready: dict[tuple[Node, str], float] = {(v.node, at.get(v.node, DEFAULT)): 0.0 for v in self.graph.inputs}
        busy = dict.fromkeys(devices, 0.0)
        place = {node: i for i, node in enumerate(nodes)}
        for node in sorted(nodes, key=lambda node: (-rank[node], place[node])):  # what a node reads ranks no lower
            if is_free(node) and node.op is not transfer:
                source = node.inputs[0].node if node.inputs else None
                if source is None:
                    continue
                at[node] = at.get(source, devices[0])
                ready[node, at[node]] = ready.get((source, at[node]), 0.0)
                continue
            pinned = self._pinned(node)
            tried: list[tuple[float, int, str]] = []
            for i, device in enumerate([pinned] if pinned else devices):
                start = max((self._there(v, device, at, ready) for v in node.inputs), default=0.0)
                tried.append((max(start, busy.get(device, 0.0)) + seconds[node], i, device))
            end, _, device = min(tried)
            for v in node.inputs:
                if v.node in at:
                    ready[v.node, device] = self._there(v, device, at, ready)
            busy[device] = max(busy.get(device, 0.0), end) if seconds[node] else busy.get(device, 0.0)
            at[node], ready[node, device] = device, end
        ends = [self._there(v, v.type.device, at, ready) for v in self.graph.outputs if v.type is not TOKEN]
        return at, max(ends, default=0.0)

    def _there(self, v: Value, device: str, at: dict[Node, str], ready: dict[tuple[Node, str], float]) -> float:
        """When a value can be read on a device."""
        if v.node not in at:
            return 0.0
        known = ready.get((v.node, device))
        if known is not None:
            return known
        made = ready.get((v.node, at[v.node]), 0.0)
        if v.type is TOKEN or v.shape == ():
            return made
        return made + COPY_S + 2 * typical(v.type.nbytes) / DEFAULTS.bytes_s

    def placed(self, at: dict[Node, str]) -> Graph:
        """The graph with its nodes on these devices, and transfers where they are needed; inputs and outputs stay."""
        taken: dict[tuple[Value, str], Value] = {}

        def there(value: Value, device: str) -> Value:
            if value.type is TOKEN or value.type.device == device:
                return value
            found = taken.get((value, device))
            if found is None:
                found = taken[value, device] = transfer(value, device=device)
            return found

        def change(node: Node, operands: tuple[Value, ...]) -> Sequence[Value]:
            if node.op is transfer:
                return [there(operands[0], node.types[0].device)]
            device = at.get(node, device_of(node))
            operands = tuple([there(v, device) for v in operands])
            return on_device(node, operands, device)

        made = rebuild(self.graph, change)
        kinds = [v.type for v in self.graph.outputs]
        outputs = [v if kind is TOKEN else there(v, kind.device) for v, kind in zip(made.outputs, kinds, strict=True)]
        return settled(Graph(made.inputs, outputs))
