"""Adjudication: people settle the disagreements of judges, as a judge of their own."""
