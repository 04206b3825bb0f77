"""Files of other systems: nets, graphs, weights and how they were trained."""
