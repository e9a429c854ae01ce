"""Decisions of judging, on plain values: agreement, panels, baselines."""
