"""An app only for tests: work that counts, so that a killed worker is visible."""
