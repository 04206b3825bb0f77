"""With this folder on PYTHONPATH, the real llvmlite is hidden: a machine that cannot build native code."""

raise ImportError("llvmlite is hidden for this run")
