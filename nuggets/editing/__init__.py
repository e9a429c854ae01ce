"""Post-editing: an assessor's work on one topic's list, each step undoable."""
