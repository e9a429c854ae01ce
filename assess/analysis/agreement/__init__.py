"""Agreement of two or more judges on a kind of label, and of machines with a person."""
