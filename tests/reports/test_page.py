"""The page of an explanation: all is in it, nothing else is needed, and what users wrote cannot become markup."""

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import dusk
import dusk.numpy as np
import graph_zoo
from browsers import browser, look
from dusk import reports
from dusk.backends import calibrate
from dusk.graph import Graph, TensorType, placeholder
from dusk.kernel import native
from dusk.ops import multiply
from dusk.reports.explanation import roofline
from dusk.reports.figures import roof, timeline
from dusk.reports.markup import Markup, element, joined

NASTY = "</pre><img src=x onerror=alert(1)><script>alert(2)</script>&amp;\"'\x00"
VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """Which elements a document has, with their attributes; a tag that closes nothing fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, Any]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if not self.open or self.open[-1] != "style" else ""


def loss(w: Any, x: Any) -> Any:
    h = np.tanh(x @ w)
    return (h**2).mean()


ARRAYS = np.ones((3, 2)), np.ones((4, 3))


def explained() -> Any:
    model = graph_zoo.residual(blocks=2)
    f = dusk.compile(model.step)
    f(*model.arrays())
    return reports.explain(f)


def nasty_graph() -> Graph:
    x = placeholder(TensorType((2,), "float64"), NASTY)
    node = multiply(x, x).node
    return Graph([x], [type(node)(node.op, node.inputs, node.params, node.types, ((f"{NASTY}.py", 3),)).out])


def test_everything_is_told() -> None:
    found = reports.explain(loss, *ARRAYS)
    page = Reader(reports.page(found))
    view = found.programs[0]
    for p in view.passes:
        assert f"{p.number}. {p.name}:" in page.text
        assert all(rule.rule in page.text for rule in p.fired)
    line = loss.__code__.co_firstlineno + 2
    assert f"test_page.py:{line}  return (h**2).mean()" in page.text
    assert str(view.graph) in page.text
    if view.plan is None:
        assert "No kernels and no plan of memory" in page.text
        return
    for step in view.plan.steps:
        assert f"{step.number}. {step.kind}: {', '.join(step.ops)}" in page.text
        assert step.kernel and step.kernel in page.text
        assert step.ir() in page.text and "define " in step.ir()
    assert str(view.plan.program.report) in page.text


def test_the_page_needs_nothing_and_runs_nothing() -> None:
    text = reports.page(explained())
    page = Reader(text)
    tags = {tag for tag, _ in page.found}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    links = [value for _, given in page.found for name, value in given.items() if name in ("href", "src", "action")]
    assert links and all(link.startswith("#") for link in links)
    assert not [name for _, given in page.found for name in given if name.startswith("on")]
    assert "url(" not in text and "@import" not in text
    ids = [given["id"] for _, given in page.found if "id" in given]
    assert len(ids) == len(set(ids)) and {link[1:] for link in links} <= set(ids)


def test_what_users_wrote_does_not_become_markup() -> None:
    found = reports.explain(nasty_graph())
    found.subject = NASTY
    found.notes.append(NASTY)
    text = reports.page(found)
    page = Reader(text)
    assert not {tag for tag, _ in page.found} & {"img", "script"}
    assert "<img src=x onerror=alert(1)>" in page.text and "\x00" not in text


def test_elements_escape_what_is_not_markup() -> None:
    assert element("p", "<b>", element("i", "&"), title='"') == '<p title="&quot;">&lt;b&gt;<i>&amp;</i></p>'
    assert joined(["<", Markup("<br>")]) == "&lt;<br>"
    assert element("details", open=True, class_=None, hidden=False) == "<details open></details>"


def test_all_that_folds_does_so_without_a_script_and_all_that_scrolls_can_be_reached() -> None:
    page = Reader(reports.page(explained()))
    tags = [tag for tag, _ in page.found]
    assert tags.count("details") == tags.count("summary") > 5
    for tag, given in page.found:
        if given.get("class") == "wide" or tag == "pre":
            assert given["tabindex"] == "0"
        if given.get("class") == "wide":
            assert given["role"] == "region" and given["aria-label"]


def test_the_explanation_is_json_too() -> None:
    found = json.loads(json.dumps(explained().as_json()))
    program = found["programs"][0]
    assert program["recorded"].startswith("graph(") and len(program["passes"]) > 20
    assert any(rule["rule"].startswith("canonicalise.") for p in program["passes"] for rule in p["fired"])
    assert ("steps" in program) == native.available()


def test_what_bounds_a_step_is_what_takes_longer() -> None:
    if not native.available():
        pytest.skip("there are no kernels without native code")
    big = reports.plan(lambda a, b: a @ b, np.ones((512, 512)), np.ones((512, 512)))
    small = reports.plan(lambda a: a + 1, np.ones(100_000))
    (product,), (sum_,) = roofline(big), roofline(small)
    speeds = calibrate.shown()
    assert product.bound == "arithmetic" and product.flops == pytest.approx(2 * 512**3, rel=0.01)
    assert product.seconds == pytest.approx(product.flops / float(speeds["product_s"]))
    assert sum_.bound == "memory" and sum_.nbytes == pytest.approx(1.6e6, rel=0.01)
    assert sum_.seconds == pytest.approx(sum_.nbytes / float(speeds["bytes_s"]))
    figure = ElementTree.fromstring(roof([product, sum_]))
    assert [c.get("class") for c in figure.iter("circle")] == ["arithmetic", "memory"]


def test_the_timeline_shows_what_the_plan_holds() -> None:
    if not native.available():
        pytest.skip("there is no plan without native code")
    plan = explained().programs[0].plan
    boxes = list(ElementTree.fromstring(timeline(plan)).iter("rect"))
    held = [h for h in plan.held if h.place[0] == "arena" and h.nbytes]
    assert len(boxes) == len(held) > 3
    for box, h in zip(boxes, held, strict=True):
        tip = box.find("title")
        assert tip is not None and f"{h.nbytes:,} bytes at arena + {h.place[1]:,}" in (tip.text or "")
    none = timeline(reports.plan(lambda x: x + 1, np.ones(3)))
    assert none.startswith("<p>Nothing lies in the arena")


# --- in a browser
@pytest.mark.browser
@pytest.mark.once
def test_a_browser_shows_it_in_light_and_in_dark(tmp_path: Path) -> None:
    browser()
    page = tmp_path / "page.html"
    page.write_text(reports.page(explained()), "utf-8")
    document, light = look(page, tmp_path / "light", "preferredColorScheme=1", size=(640, 400))
    _, dark = look(page, tmp_path / "dark", "preferredColorScheme=0", size=(640, 400))
    assert len(re.findall("<details", document)) > 5 and "<svg" in document
    assert light.brightness > 0.8 and dark.brightness < 0.3
    assert light.colours > 50 and dark.colours > 50  # text, boxes and arrows, not an empty page


@pytest.mark.browser
@pytest.mark.once
def test_a_browser_runs_nothing_that_names_contain(tmp_path: Path) -> None:
    browser()
    page = tmp_path / "page.html"
    found = reports.explain(nasty_graph())
    found.subject = NASTY
    page.write_text(reports.page(found), "utf-8")
    document, _ = look(page, tmp_path / "profile", size=(320, 200))
    assert "<img" not in document and "<script" not in document and "onerror=alert" in document


@pytest.mark.browser
@pytest.mark.once
def test_a_page_that_would_load_something_is_noticed(tmp_path: Path) -> None:
    browser()
    page = tmp_path / "page.html"
    planted = '<script>1</script><img src="https://example.org/x.png">'
    page.write_text(reports.page(reports.explain(loss, *ARRAYS)).replace("</main>", f"{planted}</main>"), "utf-8")
    with pytest.raises(AssertionError, match="Content Security Policy"):
        look(page, tmp_path / "profile", size=(320, 200))
