"""Disagreements settled: by whom, side by side, as a judge of its own."""
