"""Support: how far a cited segment supports its sentence."""
