"""What the pages of jobs show: their table, and the parts that apps above add."""
