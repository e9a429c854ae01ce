"""Lists for oversight, and the map of which run covers which question."""
