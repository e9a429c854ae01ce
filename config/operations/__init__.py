"""For operators: the log, metrics, the doctor, and refusals at start."""
