"""Two worlds that differ only in what a reader may not see, and all URLs."""
