"""The rounds of the sample's support, and a person's labels in one."""

from __future__ import annotations

from collections.abc import Iterator

from assess.judging.allocations.actions import Terms, finish, hand_out
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import labels_of
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation, Round
from assess.judging.rounds.actions import create_round
from assess.judging.screens import get_screen
from assess.kinds.support.kind import SUPPORT
from nuggets.sample.campaign import Row
from nuggets.sample.judging import citations_of
from nuggets.sample.state import Loading


def make_rounds(loading: Loading) -> None:
    """Store the rounds of support."""
    for entry in loading.campaign.entries("rounds"):
        shown = loading.judges[entry["shown"]]
        fields = entry | {"shown": shown, "by": loading.organizer}
        create_round(Round(track=loading.track, **fields))


def label_rounds(loading: Loading) -> None:
    """Let people do topics of a round, and finish them."""
    for entry in loading.campaign.entries("round_labels"):
        protocol = Round.objects.get(track=loading.track, name=entry["round"])
        person, judge = loading.people[entry["judge"]], loading.judges[entry["judge"]]
        terms = Terms(round=protocol.number, shown=protocol.shown, protocol=protocol)
        pairs = [(loading.topics[name], person) for name in entry["topics"]]
        screen = get_screen(SUPPORT.name)
        hand_out(loading.track, screen, pairs, by=loading.organizer, terms=terms)
        record_labels(
            SUPPORT,
            judge,
            list(_labels(loading, entry, protocol)),
            now=loading.now,
            actor=person,
            round=protocol.number,
        )
        own = Allocation.objects.filter(track=loading.track, assessor=person)
        for work in own.filter(work=SUPPORT.name, round=protocol.number):
            finish(work, now=loading.now)


def _labels(loading: Loading, entry: Row, protocol: Round) -> Iterator[NewLabel]:
    """Yield labels, by columns: topic, run, sentence, citation, own choice, label."""
    assert protocol.shown is not None  # noqa: S101 - the sample's rounds show labels
    shown = labels_of(protocol.shown, SUPPORT)
    citations = citations_of(loading)
    text = loading.campaign.path(entry["file"]).read_text(encoding="utf-8")
    for line in text.splitlines():
        topic, run, sentence, place, own, value = line.split("\t")
        response = loading.responses[topic, run]
        item = (citations[response, int(sentence), int(place)],)
        said = {"shown": shown.get(item, ""), "by": str(protocol.shown.uuid)}
        yield NewLabel(item, value, said | {"own": own})
