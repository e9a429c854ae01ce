"""What operators see: the log, metrics, the doctor, and what is refused at start."""
