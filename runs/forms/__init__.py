"""What requests about tracks and imports may hold."""
