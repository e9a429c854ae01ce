"""The review of a topic's sub-narratives: a kind of work that gives no labels."""
