"""Ordinary NumPy scripts that call it often, on small arrays or on pieces of ever other sizes.

Each file has `main(np, n)`, which gives its results as a tuple, and SIZES: n for a test, and for a measurement.
"""
