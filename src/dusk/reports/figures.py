"""Two figures of a plan as SVG: kernels under the roof that memory and arithmetic put on them, and memory over time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from dusk.backends import calibrate
from dusk.reports.explanation import Work
from dusk.reports.markup import Markup, element, joined
from dusk.reports.plans import Plan

WIDTH, HEIGHT = 720.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 70.0, 20.0, 20.0, 46.0
LOW, HIGH = -2, 2  # powers of ten of operations a byte that are always shown
STEP_WIDTH, MOST_STEPS = 26.0, 200
COLOURS = 8
NEAR, MOST_NAMED = 22, 6  # steps that lie so near to each other share a mark, which names so many


def roof(works: Sequence[Work]) -> Markup:
    """Steps by operations a byte (across) and operations a second that these allow (up), both by powers of ten."""
    speeds = calibrate.shown()
    top = math.log10(float(speeds["product_s"])) + 0.4
    memory = math.log10(float(speeds["bytes_s"]))
    shown = [work for work in works if work.flops > 0 and work.nbytes > 0]
    across = [math.log10(work.intensity) for work in shown]
    low, high = min([LOW, *map(math.floor, across)]), max([HIGH, *map(math.ceil, across)])
    floor = memory + low

    def x(at: float) -> float:
        return LEFT + (at - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(at: float) -> float:
        return HEIGHT - BOTTOM - (at - floor) / (top - floor) * (HEIGHT - TOP - BOTTOM)

    parts: list[Markup] = []
    for power in range(low, high + 1):
        parts.append(_line(x(power), y(floor), x(power), y(top), "grid"))
        parts.append(_text(x(power), HEIGHT - BOTTOM + 16, _power(power), "middle"))
    for power in range(math.ceil(floor), math.floor(top) + 1):
        parts.append(_line(x(low), y(power), x(high), y(power), "grid"))
        parts.append(_text(LEFT - 6, y(power) + 4, _power(power), "end"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "operations for each byte moved", "middle"))
    for name, rate in (("products", "product_s"), ("other operations", "flops_s")):
        at = math.log10(float(speeds[rate]))
        parts.append(_line(x(min(max(at - memory, low), high)), y(at), x(high), y(at), "roof"))
        parts.append(_text(x(high) - 4, y(at) - 5, f"{name}: {10**at:.2g} a second", "end"))
    end = min(float(top - 0.4) - memory, float(high))
    parts.append(_line(x(low), y(memory + low), x(end), y(memory + end), "roof"))
    parts.append(_text(x(low + 0.75), y(memory + low + 0.45), f"memory: {10**memory:.2g} bytes a second", "start"))
    marks: dict[tuple[int, int], list[str]] = {}
    for work, at in zip(shown, across, strict=True):
        rate = math.log10(work.flops / work.seconds) if work.seconds else floor
        sizes = f"{work.flops:,.0f} operations, {work.nbytes:,.0f} bytes, {work.bound}"
        tip = f"step {work.step}: {', '.join(work.ops)}\n{sizes}"
        title = element("title", tip)
        parts.append(element("circle", title, cx=f"{x(at):.1f}", cy=f"{y(rate):.1f}", r=5, class_=work.bound))
        marks.setdefault((round(x(at) / NEAR), round(y(rate) / NEAR)), []).append(work.step)
    taken: list[tuple[float, float, float]] = []  # left and right end, and height, of names
    for (column, row), names in sorted(marks.items()):
        told = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
        right, up = column * NEAR - 4.0, row * NEAR - 8.0
        while any(abs(up - other) < 12 and left < right and right - 7 * len(told) < end for left, end, other in taken):
            up -= 12
        taken.append((right - 7 * len(told), right, up))
        parts.append(_text(right, up, told, "end", "name"))
    return _figure(WIDTH, HEIGHT, parts, "roofline: kernels by operations a byte and operations a second")


def timeline(plan: Plan) -> Markup:
    """What the arena holds (up: bytes) from step to step (across); scratch is hatched."""
    held = [h for h in plan.held if h.place[0] == "arena" and h.nbytes]
    steps = len(plan.steps)
    if not held or steps > MOST_STEPS:
        why = (
            "Nothing lies in the arena: all is in kernels, arguments or results."
            if not held
            else "Too many steps to draw."
        )
        return element("p", why)
    most = max(h.place[1] + h.nbytes for h in held)
    width = LEFT + max(steps * STEP_WIDTH, WIDTH - LEFT - RIGHT) + RIGHT
    unit = (width - LEFT - RIGHT) / steps

    def y(at: float) -> float:
        return HEIGHT - BOTTOM - at / most * (HEIGHT - TOP - BOTTOM)

    parts: list[Markup] = []
    for step in range(steps + 1):
        parts.append(_line(LEFT + unit * step, TOP, LEFT + unit * step, HEIGHT - BOTTOM, "grid"))
    for step in range(0, steps, max(1, math.ceil(30 / unit))):
        parts.append(_text(LEFT + unit * (step + 0.5), HEIGHT - BOTTOM + 16, str(step), "middle"))
    for part in (0, 0.5, 1):
        parts.append(_text(LEFT - 6, y(part * most) + 4, f"{most * part:,.0f}", "end"))
    parts.append(_text((LEFT + width - RIGHT) / 2, HEIGHT - 8, "step", "middle"))
    for number, h in enumerate(held):
        start, end = max(h.start, 0), min(h.end, steps - 1)
        names = ", ".join(plan.names[v] for v in h.values) or "scratch"
        tip = f"{names}: {h.nbytes:,} bytes at arena + {h.place[1]:,}, steps {h.start} to {h.end}"
        low, high = h.place[1], h.place[1] + h.nbytes
        box = element(
            "rect",
            element("title", tip),
            x=f"{LEFT + unit * start + 1:.1f}",
            y=f"{y(high):.1f}",
            width=f"{unit * (end - start + 1) - 2:.1f}",
            height=f"{max(y(low) - y(high) - 1, 1):.1f}",
            class_=f"held c{number % COLOURS}" if h.values else "held scratch",
        )
        parts.append(box)
        if len(names) * 7 < unit * (end - start + 1) and y(low) - y(high) > 12:
            parts.append(
                _text(LEFT + unit * (start + end + 1) / 2, (y(low) + y(high)) / 2 + 4, names, "middle", "name")
            )
    return _figure(width, HEIGHT, parts, "memory held in the arena, step by step")


def _figure(width: float, height: float, parts: Sequence[Markup], label: str) -> Markup:
    size = {"viewBox": f"0 0 {width:.0f} {height:.0f}", "width": f"{width:.0f}", "height": f"{height:.0f}"}
    return element("svg", *parts, class_="figure", role="img", aria_label=label, **size)


def _line(x0: float, y0: float, x1: float, y1: float, kind: str) -> Markup:
    return element("line", x1=f"{x0:.1f}", y1=f"{y0:.1f}", x2=f"{x1:.1f}", y2=f"{y1:.1f}", class_=kind)


def _text(x: float, y: float, text: str, anchor: str, kind: str | None = None) -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=kind)


def _power(n: int) -> Markup:
    """10 to a power, as people write it."""
    return joined(_raised(n))


def _raised(n: int) -> Iterator[object]:
    yield "10"
    yield element("tspan", str(n).replace("-", "−"), dy="-5", font_size="9")
