"""A cluster with failures: nodes, faults, people and organizers, and the checks."""
