"""Looking at graphs, programs and runs: drawings, texts, passes side by side, memory, time by line."""

from dusk.reports.allocation import Allocation, storage, verify_storage
from dusk.reports.document import page
from dusk.reports.drawing import dot, svg
from dusk.reports.explanation import Explanation, ProgramView, explain
from dusk.reports.gains import Amdahl, Device, Region, amdahl, bound_of
from dusk.reports.plans import Plan, StepView, plan
from dusk.reports.profiling import LineCost, Profile, profile
from dusk.reports.sides import PassView, passes
from dusk.reports.subject import graph_of
from dusk.reports.text import dump, print_summary
from dusk.reports.timelines import timeline, timeline_svg, timeline_text
from dusk.reports.web import Box, Web, web_of

__all__ = [
    "Allocation",
    "Amdahl",
    "Box",
    "Device",
    "Explanation",
    "LineCost",
    "PassView",
    "Plan",
    "Profile",
    "ProgramView",
    "Region",
    "StepView",
    "Web",
    "amdahl",
    "bound_of",
    "dot",
    "dump",
    "explain",
    "graph_of",
    "page",
    "passes",
    "plan",
    "print_summary",
    "profile",
    "storage",
    "svg",
    "timeline",
    "timeline_svg",
    "timeline_text",
    "verify_storage",
    "web_of",
]
