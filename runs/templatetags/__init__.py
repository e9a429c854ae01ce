"""What templates may ask for besides Django's own."""
