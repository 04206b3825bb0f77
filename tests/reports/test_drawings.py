"""Drawings of graphs: every node is in them, with its name, type, parameters and line, whatever it is called."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import dusk
import dusk.numpy as np
from dusk import reports
from dusk.graph import Graph, TensorType, evaluate, placeholder, trace
from dusk.ops import add, multiply
from dusk.reports.drawing import svg_of
from dusk.reports.layered import layered
from dusk.reports.web import web_of

SPACE = "{http://www.w3.org/2000/svg}"


def loss(w: Any, x: Any) -> Any:
    return (np.tanh(x @ w) ** 2).mean()


ARRAYS = np.ones((3, 2)), np.ones((4, 3))


def texts(svg: str) -> list[str]:
    return [t.text or "" for t in ElementTree.fromstring(svg).iter(f"{SPACE}text")]


@pytest.mark.parametrize("view", ["ops", "bipartite"])
def test_every_node_is_drawn_with_name_type_and_line(view: Any) -> None:
    graph = reports.graph_of(loss, *ARRAYS)
    found = texts(reports.svg(graph, view=view))
    listed = reports.dot(graph, view=view)
    for node in graph.nodes:
        heads = [text for text in found if text.endswith(f"= {node.op.name}")]
        assert len(heads) == sum(n.op is node.op for n in graph.nodes)
        assert f"= {node.op.name}\\n" in listed
    assert found.count("float64[4, 2]") >= 2 and "axis=None" in found and any("test_drawings.py:" in t for t in found)
    assert {"arg0", "arg1", "output 0"} <= set(found)


def test_what_is_drawn_needs_nothing_else_and_is_well_formed() -> None:
    svg = reports.svg(dusk.value_and_grad(loss), *ARRAYS)
    addresses = [word for word in re.findall(r'https?://[^"\s<]+', svg) if word != "http://www.w3.org/2000/svg"]
    assert addresses == [] and "<script" not in svg and "url(" not in svg and "href" not in svg
    assert ElementTree.fromstring(svg).tag == f"{SPACE}svg"


def test_names_that_would_be_markup_are_shown_as_they_are() -> None:
    nasty = '</text><script>alert("x")</script>&\x00\x1b"\\'
    x = placeholder(TensorType((2,), "float64"), nasty)
    node = multiply(x, x).node
    origin = ((f"/tmp/{nasty}.py", 1),)
    graph = Graph([x], [type(node)(node.op, node.inputs, (("name", nasty),), node.types, origin).out])
    svg = reports.svg(graph)
    assert "<script" not in svg and any("<script>" in text for text in texts(svg))
    label = next(line for line in reports.dot(graph).splitlines() if "multiply" in line)
    assert re.sub(r"\\.", "", label).count('"') == 4  # of its two attributes: none of the name's own ends one


def test_only_programs_are_looked_into_for_lines(tmp_path: Path) -> None:
    lines = {}
    for name in ("secret.txt", "program.py"):
        path = tmp_path / name
        path.write_text("what stands here\n")
        x = placeholder(TensorType((2,), "float64"), "x")
        node = multiply(x, x).node
        made = type(node)(node.op, node.inputs, node.params, node.types, ((str(path), 1),)).out
        lines[name] = "what stands here" in reports.svg(Graph([x], [made]))
    assert lines == {"secret.txt": False, "program.py": True}


def test_graphs_within_nodes_are_drawn_too() -> None:
    def rounds(x: Any) -> Any:
        return dusk.fori_loop(0, 5, lambda i, s: np.sin(s) + i, x)

    graph = reports.graph_of(rounds, np.ones(3))
    inner = [v for node in graph.nodes for _, v in node.params if isinstance(v, Graph)]
    assert inner
    found = texts(reports.svg(graph))
    assert any(text.endswith("= sin") for text in found) and any(text.startswith("body of") for text in found)
    assert "subgraph cluster_" in reports.dot(graph)


def test_graphviz_reads_what_is_written_for_it() -> None:
    if shutil.which("dot") is None:
        pytest.skip("graphviz is not installed")
    svg = reports.svg(loss, *ARRAYS, graphviz=True)
    assert "tanh" in svg and ElementTree.fromstring(svg) is not None


def test_asking_for_graphviz_where_it_is_not_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda *args, **named: pytest.fail("ran something"))
    with pytest.raises(FileNotFoundError, match="leave out graphviz=True"):
        reports.svg(loss, *ARRAYS, graphviz=True)


# --- layout
def test_boxes_do_not_overlap_and_arrows_go_down() -> None:
    graph = reports.graph_of(dusk.value_and_grad(loss), *ARRAYS)
    web = web_of(graph)
    sizes = [(60.0 + 7 * (i % 5), 30.0 + i % 3) for i in range(len(web.boxes))]
    layout = layered(sizes, [(a, b) for a, b, _ in web.arrows])
    for i, j in combinations(range(len(sizes)), 2):
        (x, y), (u, v) = layout.centres[i], layout.centres[j]
        apart = abs(x - u) >= (sizes[i][0] + sizes[j][0]) / 2 or abs(y - v) >= (sizes[i][1] + sizes[j][1]) / 2
        assert apart, (web.boxes[i], web.boxes[j])
    assert all(a[1] <= b[1] for way in layout.ways for a, b in pairwise(way))
    assert all(x - w / 2 >= 0 and x + w / 2 <= layout.width for (x, _), (w, _) in zip(layout.centres, sizes))


def test_arrows_of_two_chains_do_not_cross() -> None:
    # a to d, b to c: in the order of their numbers the arrows would cross
    layout = layered([(10.0, 10.0)] * 4, [(0, 3), (1, 2)])
    (a, _), (b, _), (c, _), (d, _) = layout.centres
    assert (a < b) == (d < c)


def test_a_graph_of_thousands_of_nodes_is_drawn_and_an_empty_one() -> None:
    def chain(x: Any) -> Any:
        for _ in range(1500):
            x = add(x, x)
        return x

    graph = trace(chain, TensorType((2,), "float32"))
    assert len(web_of(graph).boxes) == 1502
    assert svg_of(web_of(graph)).count("<rect") == 1502
    assert svg_of(web_of(Graph([], []))).startswith("<svg")


# --- the bipartite view
def test_ops_fire_exactly_when_all_that_they_read_is_there() -> None:
    graph = reports.graph_of(dusk.value_and_grad(loss), *ARRAYS)
    web = web_of(graph, bipartite=True)
    kinds = [box.kind for box in web.boxes]
    mixed = {"op", "blob"}, {"constant", "blob"}, {"blob", "output"}
    assert all({kinds[a], kinds[b]} in mixed for a, b, _ in web.arrows)
    reads: dict[int, list[int]] = {}
    for source, target, _ in web.arrows:
        reads.setdefault(target, []).append(source)
    assert all(box.waits == len(reads.get(i, ())) for i, box in enumerate(web.boxes))
    fired: dict[int, int] = {}
    for number, wave in enumerate(web.waves()):
        for i in wave:
            # not before the last of them, and not a round later
            assert number == max([fired[j] + 1 for j in reads.get(i, ())], default=0)
            fired[i] = number
    assert len(fired) == len(web.boxes)


def test_counters_alone_run_a_program() -> None:
    x, y = (placeholder(TensorType((3,), "float64"), name) for name in "xy")
    graph = Graph([x, y], [multiply(add(x, y), x)])
    web = web_of(graph, bipartite=True)
    nodes = iter(graph.nodes)
    of = {i: next(nodes) for i, box in enumerate(web.boxes) if box.kind == "op"}
    arrays = [np.arange(3.0).numpy(), np.ones(3).numpy()]
    values = dict(zip(graph.inputs, arrays, strict=True))
    for wave in web.waves():
        for node in (of[i] for i in reversed(wave) if i in of):
            values[node.out] = node.op.body(*(values[v] for v in node.inputs))
    assert (values[graph.outputs[0]] == evaluate(graph, arrays)[0]).all()


# --- what can be looked at
def test_what_has_no_graph_is_told() -> None:
    with pytest.raises(TypeError, match="give the arguments of a call"):
        reports.dot(loss)
    with pytest.raises(TypeError, match="int has no graph"):
        reports.dot(3)
    with pytest.raises(ValueError, match="runs as Python"):
        reports.dot(lambda x: np.sort(x) if float(x.sum()) > 0 else x, np.ones(3))
    f = dusk.symbol.compile(dusk.symbol.Variable("a") * 2)
    with pytest.raises(TypeError, match="call a compiled symbol"):
        reports.dot(f, np.ones(3))
    f(a=np.ones(3))
    assert "multiply" in reports.dot(f)
    g = dusk.compile(loss)
    g(*ARRAYS)
    assert reports.graph_of(g) is g.graph and reports.graph_of(g, *ARRAYS) == g.graph
