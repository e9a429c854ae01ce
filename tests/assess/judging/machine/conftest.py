"""A model at hand."""

from tests.machines import fake

__all__ = ["fake"]
