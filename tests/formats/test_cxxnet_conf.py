"""cxxnet's settings files: tokens, nets, sections; written and read back; damage that is told with its line."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk.errors import FormatError
from dusk.formats.cxxnet import parse_conf, read_conf, write_conf
from dusk.formats.cxxnet.conf import Entry, text_of

NET = Path(__file__).parent / "nets" / "digits_conv.conf"


def pairs(text: str) -> list[tuple[str, str]]:
    return [(name, value) for name, value, _ in parse_conf(text).entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1", [("a", "1")]),
        ("a = 1 b =2\n\n# all\nc= 3 # rest\r\nd=4#5", [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")]),
        ('path = "a b=#c.bin"', [("path", "a b=#c.bin")]),
        (r'path = "a \"b\" \\"', [("path", 'a "b" \\')]),
        ("note = 'two\nlines' n = 1", [("note", "two\nlines"), ("n", "1")]),
        ("a = default\nb = 1", [("b", "1")]),
        ("wmat:lr = 0.1\nlr:schedule = factor", [("wmat:lr", "0.1"), ("lr:schedule", "factor")]),
        ("label_vec[0,3) = a\nmetric[a,fc1] = error", [("label_vec[0,3)", "a"), ("metric[a,fc1]", "error")]),
        ('empty = ""', [("empty", "")]),
        ("", []),
    ],
)  # fmt: skip
def test_settings_are_names_and_values(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


def test_a_file_is_told_apart_into_net_sections_and_settings() -> None:
    conf = read_conf(NET, {"eta": "0.5"})
    assert [(layer.type, layer.name, layer.inputs, layer.outputs) for layer in conf.layers] == [
        ("conv", "cv1", [0], [1]), ("max_pooling", "", [1], [2]), ("flatten", "", [2], [3]), ("dropout", "", [3], [3]),
        ("fullc", "fc1", [3], [4]), ("tanh", "se1", [4], [5]), ("fullc", "fc2", [5], [6]), ("softmax", "", [6], [6]),
    ]  # fmt: skip
    assert conf.nodes == ["in", "1", "2", "3", "4", "se1", "out"]
    assert conf.layers[0].entries[0] == Entry("kernel_size", "3", 18) and len(conf.layers[0].entries) == 5
    assert [(s.kind, s.name, [e.value for e in s.entries if e.name == "iter"]) for s in conf.sections] == [
        ("data", "train", ["mnist"]), ("eval", "test", ["mnist"]),
    ]  # fmt: skip
    assert conf.setting("eta") == "0.5" and conf.setting("bias:wd") == "0.0" and conf.setting("nothing", "x") == "x"


def test_nodes_are_made_by_arrows_and_by_steps() -> None:
    conf = parse_conf(
        "netconfig=start\nwd=1\nlayer[in->a,b] = split\nlayer[a->c]=fullc:f\nlayer[b->d]=share[f]\n"
        "layer[c,d->e]=concat\nlayer[+1]=relu\nlayer[+0]=dropout\nlayer[+1:top]=fullc\nlayer[0->g]=pairtest-conv-conv:p\nnetconfig=end"
    )
    made = [(layer.type, layer.inputs, layer.outputs) for layer in conf.layers]
    assert made == [
        ("split", [0], [1, 2]), ("fullc", [1], [3]), ("share", [2], [4]), ("concat", [3, 4], [5]),
        ("relu", [5], [6]), ("dropout", [6], [6]), ("fullc", [6], [7]), ("pairtest-conv-conv", [0], [8]),
    ]  # fmt: skip
    assert conf.layers[2].shared == 1 and conf.layers[2].name == "" and conf.globals == [Entry("wd", "1", 2)]


def test_what_is_written_is_read_as_the_same(tmp_path: Path) -> None:
    conf = read_conf(NET, {"eta": "0.5"})
    write_conf(conf, tmp_path / "a.conf")
    again = read_conf(tmp_path / "a.conf")
    plain = [(e.name, e.value) for e in conf.entries]
    assert [(e.name, e.value) for e in again.entries] == plain
    for layer, other in zip(conf.layers, again.layers, strict=True):
        assert (layer.type, layer.name) == (other.type, other.name)
        assert (layer.inputs, layer.outputs) == (other.inputs, other.outputs)
    assert again.setting("eta") == "0.5" and "\n  kernel_size = 3\n" in (tmp_path / "a.conf").read_text()


TOKENS = st.text(st.sampled_from("ab1=#\"'\\ \n\t\r[]>-,:é"), min_size=0, max_size=8).filter(lambda s: s != "default")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(TOKENS.map("x".__add__), TOKENS), max_size=6))
def test_any_name_and_value_is_written_so_that_it_is_read(rows: list[tuple[str, str]]) -> None:
    assert pairs(text_of(Entry(name, value) for name, value in rows)) == rows


START = "netconfig=start\n"
END = "\nnetconfig=end\n"
DAMAGED = {
    "no value": ("a = 1\nb =\nc = 2", "line 2: the line ends where a name or a value is due after b ="),
    "no sign": ("a 1", "line 1: '1' stands where = is due after a"),
    "a sign first": ("\n= 3", "line 2: '=' stands where a name"),
    "two signs": ("a == 3", "line 1: '=' stands where a name or a value is due after a ="),
    "the end within": ("a =", "line 1: the line ends"),
    "a quote not closed": ('a = 1\nb = "x\n', "line 2: a quote that is not closed"),
    "lines not closed": ("a = 'x\n\n\n", "line 1: a quote that is not closed"),
    "a string at a word": ('a = b"c"', "line 1: 'c' stands|line 1: the line ends"),
    "a layer outside": ("layer[0->1] = relu", "line 1: .* outside of the net"),
    "netconfig of nothing": ("netconfig = maybe", "start or end, not maybe"),
    "no end of the net": (START + "layer[+1]=relu", "line 1: netconfig = start has no netconfig = end"),
    "no end of an iterator": ("\ndata = train\niter = mnist\n", "line 2: data = train has no iter = end"),
    "an iterator in another": ("data = train\nrand = 1\neval = test\niter = end", "line 3: eval begins within data"),
    "an end of nothing": ("iter = end", "ends nothing"),
    "an iterator for nothing": ("iter = mnist", "iter = mnist is for nothing"),
    "an unknown node": (START + "layer[7->8] = relu" + END, "line 2: .* reads the node 7, which no layer"),
    "a node read before it is made": (START + "layer[a->b]=relu\nlayer[0->a]=relu" + END, "line 2: .* node a"),
    "no arrow": (START + "layer[1] = relu" + END, r"line 2: layer\[1\] is no layer"),
    "no bracket": (START + "layer[0->1 = relu" + END, "line 2: .* is no layer"),
    "a node without a name": (START + "layer[0->1,] = split" + END, "a node has no name"),
    "a step of two": (START + "layer[+2] = relu" + END, r"\+1, or in place by \+0"),
    "a step after two": (START + "layer[0->a,b]=split\nlayer[+1]=relu" + END, "line 3: .* several outputs"),
    "a name twice": (START + "layer[+1]=fullc:f\nlayer[+1]=fullc:f" + END, "line 3: two layers are named f.*line 2"),
    "shared with nothing": (START + "layer[+1]=share[f]" + END, r"line 2: share\[f\] shares with no layer"),
    "shared without a name": (START + "layer[+1]=share" + END, "shares with no layer"),
    "a setting of what shares": (START + "layer[+1]=fullc:f\nlayer[+1]=share[f]\nnhidden=3" + END, "line 4: nhidden"),
    "very many layers": (START + "layer[+0]=relu\n" * 5_001 + END, "more than 5000 layers"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    text, said = DAMAGED[name]
    path = tmp_path / "a.conf"
    path.write_text(text)
    began = time.thread_time()
    with pytest.raises(FormatError, match=f"a.conf, {said}" if said.startswith("line") else said):
        read_conf(path)
    assert time.thread_time() - began < 1


def test_what_is_no_text_or_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_bytes(b"a = \xff\xfe")
    with pytest.raises(FormatError, match="is not text"):
        read_conf(path)
    with open(path, "wb") as file:
        file.truncate(1 << 25)
    with pytest.raises(FormatError, match="33554432 bytes"):
        read_conf(path)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_random_damage_gives_settings_or_a_typed_error(draw: st.DataObject) -> None:
    text = NET.read_text()
    for _ in range(draw.draw(st.integers(1, 3))):
        at = draw.draw(st.integers(0, len(text)))
        cut = draw.draw(st.integers(0, 9))
        text = text[:at] + draw.draw(st.text(st.sampled_from("=#\"'[]->+,:\n 0a"), max_size=3)) + text[at + cut :]
    with contextlib.suppress(FormatError):
        parse_conf(text)
