"""What kernels are emitted for: one module a target."""
