"""How well runs chose the statements of a person that matter to a turn."""
