"""Every package says what it offers: `__all__` is complete, true and free of chance."""

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "dusk"


def package_name(init: Path) -> str:
    return ".".join(init.parent.relative_to(SOURCE.parent).parts)


PACKAGES = {
    package_name(init): init
    for init in sorted(SOURCE.rglob("__init__.py"))
    if not any(part.startswith("_") for part in init.parent.relative_to(SOURCE).parts)
}


def is_module(package: str | None, name: str) -> bool:
    """Whether `from package import name` loads a module: importing a part for what it registers offers nothing."""
    folder = SOURCE.parent.joinpath(*(package or "").split("."))
    return (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()


def offered(init: Path) -> set[str]:
    """The public names that the package's own text defines, or takes from Dusk's other modules."""
    names: set[str] = set()
    for node in ast.parse(init.read_text(), str(init)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "dusk"):
            names |= {name.asname or name.name for name in node.names if not is_module(node.module, name.name)}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_") and name != "*"}


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_exports_what_it_offers(name: str) -> None:
    missing_list: list[str] = []
    public = offered(PACKAGES[name])
    exported = getattr(importlib.import_module(name), "__all__", missing_list)
    if not public and exported is missing_list:
        return
    assert exported is not missing_list, f"{name} offers {sorted(public)} and has no __all__"
    assert public - set(exported) == set(), "offered, but not in __all__"
    assert len(exported) == len(set(exported)), "named twice in __all__"


@pytest.mark.parametrize("name", PACKAGES)
def test_all_that_is_exported_exists(name: str) -> None:
    package = importlib.import_module(name)
    assert [entry for entry in getattr(package, "__all__", ()) if not hasattr(package, entry)] == []


def test_no_top_module_bears_the_name_of_a_public_function() -> None:
    package = importlib.import_module("dusk")
    modules = {path.stem for path in SOURCE.iterdir() if not path.name.startswith("_")}
    taken = [name for name in modules if callable(getattr(package, name, None))]
    assert taken == []
