"""Hidden test items: known answers among the work."""
