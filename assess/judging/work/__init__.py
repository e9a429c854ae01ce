"""What all kinds of judging share: from an allocation to a label."""
