"""Graph to Program: fusion, kernels, order, memory."""

from dusk.compiler.assemble import build
from dusk.compiler.program import Machine, Program, Stats
from dusk.compiler.report import Report
from dusk.compiler.table import Totals, totals

__all__ = ["Machine", "Program", "Report", "Stats", "Totals", "build", "totals"]
