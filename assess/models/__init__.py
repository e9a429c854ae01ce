"""Judging, as rows."""

from assess.models.allocations import Allocation
from assess.models.judges import Judge, PanelMember
from assess.models.labels import Change, Label, RelevanceLabel, SupportLabel

__all__ = [
    "Allocation",
    "Change",
    "Judge",
    "Label",
    "PanelMember",
    "RelevanceLabel",
    "SupportLabel",
]
