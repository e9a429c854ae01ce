"""The requests of each type of work: right, wrong, late and repeated ones."""
