"""PTKB: which statements of a person are relevant to a turn of their conversation."""
