"""The tables of language models: the ledger of calls, endpoints, budgets."""

from llm.models.budgets import Budget
from llm.models.calls import Call, CallQuerySet, CallState
from llm.models.endpoints import Endpoint, ServedModel

__all__ = ["Budget", "Call", "CallQuerySet", "CallState", "Endpoint", "ServedModel"]
