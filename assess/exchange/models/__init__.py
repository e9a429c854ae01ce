"""The models of exchange."""

from assess.exchange.models.arrived_prompts import ArrivedPrompt
from assess.exchange.models.snapshots import Snapshot

__all__ = ["ArrivedPrompt", "Snapshot"]
