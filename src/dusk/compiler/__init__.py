"""Graph to Program: fusion, kernels, order, memory."""

from dusk.compiler.assemble import Totals, build, totals
from dusk.compiler.program import Machine, Program, Stats
from dusk.compiler.report import Report

__all__ = ["Machine", "Program", "Report", "Stats", "Totals", "build", "totals"]
