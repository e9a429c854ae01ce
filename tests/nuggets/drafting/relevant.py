"""Relevant segments to draft from, and what was drafted and asked."""

from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from nuggets.models import Listing
from runs.models import Segment, Topic
from tests.fake_answers import places
from tests.fake_model import FakeModel
from tests.make import NOW, make_segment

SENTENCES = (
    "Harbour water number {n} freezes late because salt lowers its freezing point.",
    "Cold still nights in winter {n} let a skin of ice grow on the basin.",
)


def make_relevant(
    topic: Topic, qrels: Judge, number: int, *, grade: str = "1"
) -> list[Segment]:
    """Make segments that the judge found relevant."""
    segments = [
        make_segment(
            topic.track,
            f"{topic}-{n:02}",
            " ".join(sentence.format(n=n) for sentence in SENTENCES),
        )
        for n in range(number)
    ]
    labels = [NewLabel((topic.pk, segment.pk), grade) for segment in segments]
    record_labels(RELEVANCE, qrels, labels, now=NOW)
    return segments


def listings(bank: str, topic: Topic) -> list[Listing]:
    rows = Listing.objects.filter(version__bank__name=bank, version__topic=topic)
    return list(rows.select_related("nugget", "subnarrative"))


def asked(fake: FakeModel, *names: str) -> list[dict[str, str]]:
    """Return the values in the requests with exactly these places."""
    shown = [places(body) for body in fake.bodies]
    return [each for each in shown if set(each) == set(names)]


CREATE = ("query", "passages", "nuggets")
WEIGH = ("query", "nuggets")
