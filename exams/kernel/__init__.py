"""What exams compute: readings of replies, cover, passage labels, what would change."""
