"""Gold answers: written by people from the relevant passages."""
