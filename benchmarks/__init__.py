"""Workloads, each defined once, run by every framework installed: `python -m benchmarks` (see `__main__.py`)."""
