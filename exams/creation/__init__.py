"""New question banks: empty, or of a nugget bank's nuggets."""
