"""The requests of each kind of work: right, wrong, late and repeated ones."""
