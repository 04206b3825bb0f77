"""Graph to Program: fusion, kernels, order, memory."""
