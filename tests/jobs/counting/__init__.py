"""An app of tests only: work that counts, so that a killed worker can be seen."""
