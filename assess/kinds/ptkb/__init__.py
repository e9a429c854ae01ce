"""Whether what a person said of themselves matters to a turn of their conversation."""
