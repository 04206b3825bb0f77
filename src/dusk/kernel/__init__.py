"""Kernels: fused loop nests of scalar expressions, and their way to machine code."""
