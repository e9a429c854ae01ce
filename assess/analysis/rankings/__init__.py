"""How alike two conditions rank the runs, and when the ranking settles."""
