"""HTML out of names and texts: what is not markup already is escaped, so no name of a user's can become any."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from dusk.reports.web import plain

_VOID = {"meta", "br", "hr"}


class Markup(str):
    """A text that is HTML; plain strings are not."""

    __slots__ = ()


def element(name: str, /, *content: object, **attributes: object) -> Markup:
    """An element: `class_` is written as class, underscores as hyphens; True is an attribute alone, None and False are
    none. What is not `Markup` among the content is escaped."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        words.append(key if value is True else f'{key}="{escape(plain(str(value)))}"')
    head = f"<{' '.join(words)}>"
    return Markup(head if name in _VOID else f"{head}{joined(content)}</{name}>")


def joined(content: Iterable[object], between: str = "") -> Markup:
    """Pieces one after the other, escaped where they are not markup."""
    return Markup(between.join(str(c) if isinstance(c, Markup) else escape(plain(str(c))) for c in content))


def folded(summary: object, *content: object, opened: bool = False, **attributes: object) -> Markup:
    """What can be opened and closed, with the keyboard as well, and needs no script for it."""
    return element("details", element("summary", summary), *content, open=opened, **attributes)


def table(
    heads: Iterable[object], rows: Iterable[Iterable[object]], numbers: Iterable[int] = (), label: str = ""
) -> Markup:
    """A table that scrolls sideways by itself; columns of `numbers` are aligned to the right."""
    right = set(numbers)

    def cells(kind: str, row: Iterable[object]) -> Markup:
        made = (
            element(kind, cell, class_="number" if i in right else None, scope="col" if kind == "th" else None)
            for i, cell in enumerate(row)
        )
        return element("tr", *made)

    body = element("tbody", *(cells("td", row) for row in rows))
    whole = element("table", element("thead", cells("th", heads)), body)
    return element("div", whole, class_="wide", tabindex=0, role="region", aria_label=label or "table")
