"""How often runs decline to answer the turns that cannot be answered."""
