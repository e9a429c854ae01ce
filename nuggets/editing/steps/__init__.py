"""The steps of post-editing, each guarded and kept in the history."""
