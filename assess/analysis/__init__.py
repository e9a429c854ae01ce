"""Analysis: the reliability of labels, and the results computed from them."""
