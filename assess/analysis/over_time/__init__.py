"""People's labels over time, compared with the work handed out."""
