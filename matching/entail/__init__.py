"""Entailment: whether a response's nugget entails a gold nugget."""
