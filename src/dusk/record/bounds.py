"""Bounds on what a thread remembers: trie nodes and programs that were not used for long are dropped."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from dusk.record.trie import NEVER, TrieNode

MOST_NODES = 100_000
MOST_PROGRAMS = 512


class Memory:
    """How many trie nodes a context has, and its programs in the order of their last use."""

    __slots__ = ("clock", "nodes", "programs")

    def __init__(self) -> None:
        self.nodes = 0
        self.clock = 0
        self.programs: OrderedDict[Any, TrieNode] = OrderedDict()

    def used(self, node: TrieNode, program: Any, root: TrieNode) -> None:
        """Note that a program ran; drop what has not run for long when there is too much."""
        self.clock += 1
        node.age = self.clock
        self.programs[program] = node
        self.programs.move_to_end(program)
        while len(self.programs) > MOST_PROGRAMS:
            old, at = self.programs.popitem(last=False)
            at.programs = {key: p for key, p in at.programs.items() if p is not old}
            at.latest = NEVER
        if self.nodes > MOST_NODES:
            self.nodes = prune(root, self.clock)


def prune(root: TrieNode, clock: int) -> int:
    """Drop the subtrees in which nothing ran during the later half of the time; gives the nodes that stay."""
    order: list[TrieNode] = [root]
    for node in order:
        order.extend(node.children.values())
    newest: dict[int, int] = {}
    for node in reversed(order):
        newest[id(node)] = max([node.age, *(newest[id(c)] for c in node.children.values())])
    stack, kept = [root], 0
    while stack:
        node = stack.pop()
        kept += 1
        for key, child in list(node.children.items()):
            if newest[id(child)] * 2 <= clock:
                child.unlink()
                del node.children[key]
        stack.extend(node.children.values())
    return kept
