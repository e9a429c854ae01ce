"""What comes in: tracks, topics, segments, runs and the files they arrive in."""
