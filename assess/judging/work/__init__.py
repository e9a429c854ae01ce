"""What all kinds of judging share on the way from an allocation to a label."""
