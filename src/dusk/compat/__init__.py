"""The faces of systems that are no more: programs written for them run with another import."""
