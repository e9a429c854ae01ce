"""Banks: a topic's nuggets, version by version."""
