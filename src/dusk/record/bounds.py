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
            self.nodes = prune(root, MOST_NODES // 2)


def prune(root: TrieNode, most: int) -> int:
    """Drop the subtrees that did not run for longest, until at most so many nodes stay; gives how many do.

    The path that ran last stays, however long. Dropping half at a time makes the cost of looking at all of them small
    beside that of recording what was dropped.
    """
    order: list[TrieNode] = [root]
    for node in order:
        order.extend(node.children.values())
    newest: dict[TrieNode, int] = {}
    for node in reversed(order):
        newest[node] = max([node.age, *(newest[c] for c in node.children.values())])
    ages = sorted(newest.values(), reverse=True)
    oldest = min(ages[0], ages[most] + 1) if len(ages) > most else 0
    for node in order:
        for key, child in list(node.children.items()):
            if newest[child] < oldest:
                child.unlink()
                del node.children[key]
    return sum(age >= oldest for age in ages)
