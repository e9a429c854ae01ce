"""Two kinds of label in apps of their own, which decision 0013 quotes."""
