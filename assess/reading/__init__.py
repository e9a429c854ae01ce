"""What pages, commands and files show of judging, computed from the rows."""
