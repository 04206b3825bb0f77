"""Looking at graphs, programs and runs: drawings, texts, passes side by side, memory, time by line."""

from dusk.reports.drawing import dot, svg
from dusk.reports.passes import PassView, passes
from dusk.reports.plan import Plan, StepView, plan
from dusk.reports.storage import Allocation, storage, verify_storage
from dusk.reports.subject import graph_of
from dusk.reports.text import dump, print_summary
from dusk.reports.web import Box, Web, web_of

__all__ = [
    "Allocation",
    "Box",
    "PassView",
    "Plan",
    "StepView",
    "Web",
    "dot",
    "dump",
    "graph_of",
    "passes",
    "plan",
    "print_summary",
    "storage",
    "svg",
    "verify_storage",
    "web_of",
]
