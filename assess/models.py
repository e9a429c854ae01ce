"""The rooms' models, for Django; code imports them from their rooms."""

from assess.analysis import models as analysis
from assess.exchange import models as exchange
from assess.judging import models as judging

__all__ = ["analysis", "exchange", "judging"]
