"""Post-editing: an assessor's work on one topic's list, with undo for each step."""
