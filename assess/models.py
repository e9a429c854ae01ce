"""All models of the app, for Django; code imports them from their packages."""

from assess.analysis import models as analysis
from assess.exchange import models as exchange
from assess.judging import models as judging
from assess.kinds.need import models as need
from assess.kinds.ptkb import models as ptkb
from assess.kinds.relevance import models as relevance
from assess.kinds.support import models as support

__all__ = ["analysis", "exchange", "judging", "need", "ptkb", "relevance", "support"]
