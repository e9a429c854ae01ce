"""The steps of post-editing: guarded, and recorded in the history."""
