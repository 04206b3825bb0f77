"""Ordinary NumPy scripts, as scientists write them.

Each file has `main(np, n)`, which gives its results as a tuple, and SIZES: n for a test, and for a measurement.
"""
