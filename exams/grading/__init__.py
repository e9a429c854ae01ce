"""The kind exam: how well a passage answers a question."""
