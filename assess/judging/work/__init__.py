"""What all types of judging share: from an allocation to a label."""
