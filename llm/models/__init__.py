"""The tables of language models: the ledger of calls, and the endpoints."""

from llm.models.calls import Call, CallQuerySet, CallState
from llm.models.endpoints import Endpoint, ServedModel

__all__ = ["Call", "CallQuerySet", "CallState", "Endpoint", "ServedModel"]
