"""The tree is the pipeline: imports go to earlier layers only, and nothing imports in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "dusk"

LAYERS = """
errors config devices dtypes tree later files
engine
graph
ops
transform
kernel
libs
compiler
backends
record
array
tracing gradients numpy random ffi
nn optim data train
symbol
kvstore formats
front values reports cli compat testing
"""
PLACE = {name: place for place, name in enumerate(LAYERS.split())}

# Optional or heavy: what may be imported inside a function, so that `import dusk` does not pay for it.
LATE = {
    "llvmlite", "rich", "opt_einsum", "scipy_openblas32", "scipy", "safetensors", "ray", "mpi4py", "onnx", "matplotlib",
    "cuda", "nvmath", "cudnn", "torch", "jax", "sklearn", "PIL", "IPython",
}  # fmt: skip
FORBIDDEN = {"util", "utils", "helper", "helpers", "common", "misc"}
HARD_LIMIT = 500

FILES = sorted(SOURCE.rglob("*.py"))
FOLDERS = ("src", "tests", "benchmarks", "examples", "scripts")
ALL_FILES = sorted(path for folder in FOLDERS for path in (SOURCE.parents[1] / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in FILES}


def layer(module: str) -> str:
    """`dusk.kernel.loops` belongs to layer `kernel`; the top package to none."""
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> Iterator[tuple[str, int, bool, bool]]:
    """(module, line, inside a function, for type checking only) of each import in the file."""

    def visit(node: ast.AST, late: bool, typing: bool) -> Iterator[tuple[str, int, bool, bool]]:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno, late, typing
        elif isinstance(node, ast.ImportFrom):
            package = module_name(path).split(".")
            if path.name != "__init__.py":
                package.pop()
            base = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            source = ".".join(filter(None, (base, node.module)))
            for name in node.names:
                child = f"{source}.{name.name}"
                yield (child if child in MODULES else source), node.lineno, late, typing
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for child_node in ast.iter_child_nodes(node):
            yield from visit(child_node, late, typing or guarded)

    yield from visit(ast.parse(path.read_text(), str(path)), False, False)


def test_every_module_has_a_layer() -> None:
    assert {layer(module) for module in MODULES} - {""} <= set(PLACE), "a new layer needs a row in LAYERS"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_earlier_layers(path: Path) -> None:
    here = layer(module_name(path))
    if here == "":
        return
    for module, line, _, _ in imports(path):
        if module.split(".")[0] == "dusk" and layer(module) != here:
            assert layer(module) != "", f"{path.name}:{line} imports the top package, which imports everything"
            assert PLACE[layer(module)] < PLACE[here], f"{path.name}:{line}: {here} imports the later {layer(module)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_stand_at_the_top_but_for_named_doors(path: Path) -> None:
    for module, line, late, _ in imports(path):
        assert not late or module.split(".")[0] in LATE, f"{path.name}:{line} imports {module} inside a function"


def test_no_module_imports_in_a_circle() -> None:
    graph = {
        module: {name for name, _, late, typing in imports(path) if name in MODULES and name != module and not typing}
        for module, path in MODULES.items()
        if module != "dusk"
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("circular: " + " -> ".join(error.args[1]))


def test_no_file_is_longer_than_the_limit() -> None:
    lengths = {str(path.relative_to(SOURCE.parents[1])): len(path.read_text().splitlines()) for path in ALL_FILES}
    assert {name: length for name, length in lengths.items() if length > HARD_LIMIT} == {}


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    assert [module for module in MODULES if FORBIDDEN & set(module.strip("_").split("."))] == []


PLANTED = {
    "from dusk.ops import add": "later",
    "from ..ops import add": "later",
    "import dusk": "top package",
    "def f():\n    import json": "inside a function",
    "class A:\n    def f(self):\n        from dusk import errors": "inside a function",
}


@pytest.mark.parametrize("text", PLANTED)
def test_the_checks_catch_a_planted_fault(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "dusk" / "engine" / "planted.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(text)
    monkeypatch.setitem(globals(), "SOURCE", tmp_path / "dusk")
    late = test_imports_stand_at_the_top_but_for_named_doors
    check = late if "def" in text else test_a_module_imports_only_earlier_layers
    with pytest.raises(AssertionError, match=PLANTED[text]):
        check(planted)
