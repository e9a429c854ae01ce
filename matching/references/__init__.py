"""Reference metrics: gold answers, ROUGE, and imported scores."""
