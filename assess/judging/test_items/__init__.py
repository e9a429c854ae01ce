"""Hidden test items: items with known answers among the work."""
