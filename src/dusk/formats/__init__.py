"""Files of other systems, read into Dusk's own graphs and modules, and written."""
