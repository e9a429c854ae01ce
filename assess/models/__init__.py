"""Judging, as rows."""

from assess.models.adjudications import Adjudication
from assess.models.allocations import Allocation
from assess.models.arrived_prompts import ArrivedPrompt
from assess.models.defaults import DefaultCondition
from assess.models.guidelines import Guideline
from assess.models.judges import Judge, PanelMember
from assess.models.labels import (
    Change,
    Label,
    PtkbLabel,
    RelevanceLabel,
    SupportLabel,
)
from assess.models.slots import Slot
from assess.models.snapshots import Snapshot
from assess.models.threads import Remark, Thread

__all__ = [
    "Adjudication",
    "Allocation",
    "ArrivedPrompt",
    "Change",
    "DefaultCondition",
    "Guideline",
    "Judge",
    "Label",
    "PanelMember",
    "PtkbLabel",
    "RelevanceLabel",
    "Remark",
    "Slot",
    "Snapshot",
    "SupportLabel",
    "Thread",
]
