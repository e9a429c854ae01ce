"""Trial of a draft's new questions: a model grades a sample of passages."""
