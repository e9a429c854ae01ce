"""Whether a track's labels can be trusted, in one figure for each kind and side."""
