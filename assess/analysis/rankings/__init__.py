"""Agreement of two conditions on the ranking of runs, and when the ranking settles."""
