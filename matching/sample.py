"""The sample's matching: banks without duplicates, marked turns, people's batches."""

from __future__ import annotations

from random import Random
from uuid import uuid4

from assess.judging.allocations.actions import finish
from assess.judging.judges.actions import judge_of
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Allocation
from assess.judging.queues.actions import take
from assess.judging.queues.listing import slots_for
from assess.judging.turns.actions import mark_turn
from assess.judging.turns.marks import Marks
from matching.batches.actions import Wanted, make_batches
from matching.duplicates.actions import make_deduplicated
from matching.gold import gold_lists
from matching.match.items import read_sheet
from matching.match.kind import MATCH, NO, YES
from matching.models import Pair
from nuggets.models import Bank
from nuggets.sample.campaign import Row
from nuggets.sample.state import Loading
from nuggets.sample.steps import SampleStep, register
from runs.actions.acts import Act

Said = dict[tuple[int, int], str]  # by nugget and response, by row number


def drop_duplicates(loading: Loading) -> None:
    """Make the banks without duplicates."""
    for entry in loading.campaign.entries("deduplications"):
        make_deduplicated(
            _bank(loading, entry["bank"]),
            loading.judges[entry["judge"]],
            entry["name"],
            rule="in-order",
            now=loading.now,
        )


def mark_turns(loading: Loading) -> None:
    """Mark turns as the organizer does."""
    for entry in loading.campaign.entries("turn_marks"):
        wanted = {name: True for name in Marks._fields if entry.get(name)}
        for name in entry["topics"]:
            act = Act(by=loading.organizer, key=uuid4(), seen=0, now=loading.now)
            mark_turn(loading.topics[name], Marks(**wanted), act=act)


def match_in_batches(loading: Loading) -> None:
    """Make batches, and let each person do some of them."""
    for entry in loading.campaign.entries("batches"):
        runs = list(loading.track.runs.filter(name__in=entry["runs"]))
        topics = [loading.topics[name] for name in entry["topics"]]
        tests = loading.judges[entry["tests"]]
        wanted = Wanted(_bank(loading, entry["bank"]), tests, runs, topics)
        chance = Random(loading.campaign.slug)  # noqa: S311 - no secret
        make_batches(wanted, by=loading.organizer, rng=chance)
        for turn in entry["turns"]:
            _do(loading, entry, turn)


def _do(loading: Loading, entry: Row, turn: Row) -> None:
    """Let a person take batches of some topics; label and finish all but open ones."""
    person = loading.people[turn["person"]]
    said = _said(loading, entry, turn["person"])
    for _ in range(turn["batches"]):
        free = slots_for(person, now=loading.now, work=MATCH.name)
        own = free.filter(track=loading.track, topic__name__in=turn["topics"])
        work = take(own[0], person, now=loading.now)
        if not turn.get("open"):
            _label(loading, work, said, right=not turn.get("careless"))
            finish(work, now=loading.now)


def _label(loading: Loading, work: Allocation, said: Said, *, right: bool) -> None:
    """Label a batch: test items rightly or wrongly, other pairs as the file says."""
    rows = []
    pairs = Pair.objects.filter(batch__uuid=work.subject)
    answers = dict(pairs.values_list("pk", "answer"))
    for pair in read_sheet(work).items:
        item = (pair.nugget_id, pair.response_id)
        answer = answers[pair.pk]
        wrong = NO if answer == YES else YES
        value = (answer if right else wrong) if answer else said.get(item, NO)
        rows.append(NewLabel(item, value))
    judge = judge_of(work.assessor, loading.track, now=loading.now)
    record_labels(MATCH, judge, rows, now=loading.now, actor=work.assessor)


def _said(loading: Loading, entry: Row, person: str) -> Said:
    """Return a person's labels, from columns: turn, run, gold nugget, each person's."""
    if person not in entry["columns"]:
        return {}
    lists = gold_lists(_bank(loading, entry["bank"]))
    numbers = {
        name: lists[topic.pk].numbers
        for name, topic in loading.topics.items()
        if topic.pk in lists
    }
    place = 3 + entry["columns"].index(person)
    text = loading.campaign.path(entry["file"]).read_text(encoding="utf-8")
    cells = (line.split("\t") for line in text.splitlines())
    return {
        (numbers[row[0]][int(row[2])], loading.responses[row[0], row[1]]): row[place]
        for row in cells
    }


def _bank(loading: Loading, name: str) -> Bank:
    return loading.track.banks.get(name=name)


register(SampleStep("duplicates of gold nuggets", drop_duplicates))
register(SampleStep("marks of turns", mark_turns))
register(SampleStep("matches in batches", match_in_batches))
