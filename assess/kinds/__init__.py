"""The kinds of label, one package each."""
