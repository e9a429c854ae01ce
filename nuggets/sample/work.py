"""Conditions from the sample's labels, and its remaining work."""

from __future__ import annotations

from datetime import timedelta

from assess.judging.allocations.actions import Terms, finish, hand_out
from assess.judging.guidelines.actions import write_guideline
from assess.judging.guidelines.versions import our_text
from assess.judging.models import Allocation, Remark
from assess.judging.queues.actions import add_slots
from assess.judging.screens import all_screens, get_screen
from assess.judging.threads.actions import Words, answer, say
from assess.judging.threads.spots import spots_of
from assess.kinds.relevance.items import read_sheet
from nuggets.conditions.actions import save_condition
from nuggets.sample.campaign import Row
from nuggets.sample.state import Loading


def make_conditions(loading: Loading) -> None:
    """Create the conditions that the leaderboards show."""
    for entry in loading.campaign.entries("conditions"):
        save_condition(
            loading.track,
            entry["name"],
            bank=loading.banks[entry["bank"]],
            judge=loading.judges[entry["judge"]],
            qrels_judge=loading.judges[entry["qrels"]],
            topics=[loading.topics[name] for name in entry["topics"]],
            by=loading.organizer,
            now=loading.now,
        )


def write_guidelines(loading: Loading) -> None:
    """Write our own guidelines for every type of work that has some."""
    for screen in all_screens():
        text = our_text(screen.name)
        if text and not screen.settles:  # chosen people have their own words
            write_guideline(
                loading.track,
                screen.name,
                text,
                seen=0,
                by=loading.organizer,
                now=loading.now,
            )


def hand_out_work(loading: Loading) -> None:
    """Hand out the finished and the open work of kinds that have a page."""
    screens = {screen.name: screen for screen in all_screens()}
    for entry in loading.campaign.entries("allocations"):
        if entry["kind"] not in screens:
            continue
        subject = str(loading.banks[entry["bank"]].uuid) if "bank" in entry else ""
        person = loading.people[entry["assessor"]]
        hand_out(
            loading.track,
            screens[entry["kind"]],
            [(loading.topics[name], person) for name in entry["topics"]],
            by=loading.organizer,
            terms=Terms(subject, known=loading.judges.get(entry.get("known", ""))),
        )
        if entry.get("finished"):
            _finish(loading, entry)


def queue_work(loading: Loading) -> None:
    """Put work into the shared queue, each topic once per person."""
    for entry in loading.campaign.entries("queues"):
        copies = {loading.topics[name]: entry["people"] for name in entry["topics"]}
        screen = get_screen(entry["kind"])
        add_slots(loading.track, screen, copies, by=loading.organizer)


def talk_of_work(loading: Loading) -> None:
    """Write an assessor's question about the first segment, and a reply."""
    for entry in loading.campaign.entries("threads"):
        person = loading.people[entry["assessor"]]
        held = Allocation.objects.held_by(person).filter(track=loading.track)
        allocation = held.get(work="relevance", topic__name=entry["topic"])
        first = read_sheet(allocation).segments[0]
        spot = spots_of(allocation.work).find(allocation, str(first.uuid))
        asked = Words(Remark.COMMENT, entry["asks"])
        before = loading.now - timedelta(minutes=10)
        remark = say(allocation, spot, asked, author=person, now=before)
        answered = Words(Remark.ANSWER, entry["answer"])
        answer(remark.thread, answered, author=loading.organizer, now=loading.now)


def _finish(loading: Loading, entry: Row) -> None:
    done = Allocation.objects.open().filter(
        track=loading.track,
        work=entry["kind"],
        assessor=loading.people[entry["assessor"]],
        topic__name__in=entry["topics"],
    )
    for allocation in done:
        finish(allocation, now=loading.now)
