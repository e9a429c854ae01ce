"""The models of judging."""

from assess.judging.models.adjudications import Adjudication
from assess.judging.models.allocations import Allocation
from assess.judging.models.guidelines import Guideline
from assess.judging.models.judges import Judge, PanelMember
from assess.judging.models.labels import Change, Label
from assess.judging.models.practice import Practice
from assess.judging.models.prompts import TrackPrompt
from assess.judging.models.rounds import Round
from assess.judging.models.slots import Slot
from assess.judging.models.threads import Remark, Thread
from assess.judging.models.turns import TurnMark

__all__ = [
    "Adjudication",
    "Allocation",
    "Change",
    "Guideline",
    "Judge",
    "Label",
    "PanelMember",
    "Practice",
    "Remark",
    "Round",
    "Slot",
    "Thread",
    "TrackPrompt",
    "TurnMark",
]
