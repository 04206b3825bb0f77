"""Dusk: NumPy that takes flight when a value is looked at."""
