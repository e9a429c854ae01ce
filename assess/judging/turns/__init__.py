"""The choice of the assessed turns of conversations."""
