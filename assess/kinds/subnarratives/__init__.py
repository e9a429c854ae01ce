"""The review of a topic's sub-narratives: a type of work that gives no labels."""
