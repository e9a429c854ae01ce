"""What judging decides, on plain values: agreement, panels, scores, baselines."""
