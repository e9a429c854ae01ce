"""What templates may ask for beside the work."""
