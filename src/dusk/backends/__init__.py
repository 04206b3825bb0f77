"""Where programs run: the runner of native programs and its threads, and the backends."""
