"""The kinds of label, a room each."""
