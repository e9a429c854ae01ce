"""What requests about judging may hold."""
