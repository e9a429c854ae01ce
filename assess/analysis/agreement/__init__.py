"""How far judges agree: two or more on a kind of label, and machines with a person."""
