"""Bounds on what a thread remembers: trie nodes and programs that were not used for long are dropped."""

from __future__ import annotations

from typing import Any

from dusk.record.trie import TrieNode

MOST_NODES = 100_000
MOST_PROGRAMS = 512


class Memory:
    """How many trie nodes a context has, and which programs at which of them."""

    __slots__ = ("nodes", "programs")

    def __init__(self) -> None:
        self.nodes = 0
        self.programs: dict[Any, TrieNode] = {}

    def used(self, node: TrieNode, program: Any, root: TrieNode, clock: int) -> None:
        """Note that a program ran, as the `clock`-th run; drop what has not run for long when there is too much."""
        node.age = clock
        self.programs.setdefault(program, node)
        while len(self.programs) > MOST_PROGRAMS:
            old = min(self.programs, key=lambda p: self.programs[p].age)
            at = self.programs.pop(old)
            at.programs = {key: p for key, p in at.programs.items() if p is not old}
            at.launch = None
        if self.nodes > MOST_NODES:
            self.nodes = prune(root, clock)


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
