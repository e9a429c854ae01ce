"""What requests about nuggets may hold."""
