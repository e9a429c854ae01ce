"""What every request goes through before a page is asked."""
