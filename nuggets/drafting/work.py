"""The work of a drafting job: topic by topic, each written as soon as it is drafted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from assess.judging.machine.calls import Asker, ItemFailed
from assess.judging.models import Judge
from jobs.registry import JobError
from jobs.run import Running
from nuggets.drafting.actions import check_drafter, write_draft
from nuggets.drafting.baseline import draft_by_rule
from nuggets.drafting.draft import Drafted
from nuggets.drafting.model import PROMPTS, draft_by_model
from nuggets.drafting.passages import Need, graded_segments, read_need
from nuggets.models import Bank, BankVersion
from runs.models import Topic

Draft = Callable[[], list[Drafted]]
Wanted = Sequence[tuple[Topic, dict[int, int]]]


@dataclass
class Tally:
    """The progress of a draft."""

    total: int
    done: int = 0
    topics: int = 0
    nuggets: int = 0
    too_long: int = 0


def draft_all(running: Running) -> dict[str, object]:
    """Draft the topics that the bank still lacks; return the resulting counts."""
    bank, judge, qrels = _read(running)
    check_drafter(judge)
    running.step(0, None, "Looking for relevant segments")
    wanted = _wanted(running, bank, qrels)
    tally = Tally(total=len(wanted))
    asker = Asker(judge, running, PROMPTS) if judge.kind == Judge.MODEL else None
    if asker is None:
        for topic, grades in wanted:
            running.step(tally.done, tally.total, f"Topic {topic}")
            need = read_need(topic, grades)
            _write_topic(running, bank, need, partial(_by_rule, need), tally)
    else:
        _draft_by_model(running, bank, wanted, asker, tally)
    running.step(tally.done, tally.total, "")
    return _result(bank, tally) | (asker.facts if asker else {})


def _read(running: Running) -> tuple[Bank, Judge, Judge]:
    own = Bank.objects.filter(track__uuid=running.scope, deleted_at=None)
    banks = own.filter(uuid=str(running.params["bank"]))
    related = banks.select_related("track", "drafted_by__track", "qrels_judge__track")
    bank = related.first()
    if bank is None or bank.drafted_by is None or bank.qrels_judge is None:
        raise JobError("The bank of this draft no longer exists.")
    return bank, bank.drafted_by, bank.qrels_judge


def _wanted(
    running: Running, bank: Bank, qrels: Judge
) -> list[tuple[Topic, dict[int, int]]]:
    """Return the topics still to draft, with their relevant segments' grades.

    These are the requested ones, or all that have a relevant segment.
    """
    asked = running.params.get("topics")
    topics = bank.track.topics.select_related("track")
    drafted = BankVersion.objects.filter(bank=bank).values("topic")
    missing = topics.exclude(pk__in=drafted)
    if isinstance(asked, list) and asked:
        chosen = missing.filter(uuid__in=asked)
        return [(topic, graded_segments(qrels, topic)) for topic in chosen]
    found = [(topic, graded_segments(qrels, topic)) for topic in missing]
    with_some = [(topic, grades) for topic, grades in found if grades]
    if not with_some and not drafted.exists():
        raise JobError(
            f"{qrels} has found no segment relevant: import that judge's qrels, or "
            "choose another judge's."
        )
    return with_some


def _by_rule(need: Need) -> list[Drafted]:
    return draft_by_rule(need) if need.passages else []


def _draft_by_model(
    running: Running, bank: Bank, wanted: Wanted, asker: Asker, tally: Tally
) -> None:
    """Draft some topics at once, each step by step; write them in their order."""

    def work(need: Need) -> list[Drafted]:
        return draft_by_model(need, asker=asker) if need.passages else []

    running.step(0, tally.total)
    needs = (read_need(topic, grades) for topic, grades in wanted)
    with asker.each(needs, work) as drafts:
        for need, draft in drafts:
            _write_topic(running, bank, need, draft.result, tally)
            running.step(tally.done, tally.total, f"Topic {need.topic}")


def _write_topic(
    running: Running, bank: Bank, need: Need, draft: Draft, tally: Tally
) -> None:
    """Write what `draft` returns, or record why there is nothing."""
    running.check()
    tally.done += 1
    if not need.passages:
        running.failure(
            f"Topic {need.topic}",
            "No relevant segment with a text. Give the topic qrels, or import the text "
            "of its segments, and draft again.",
        )
        return
    try:
        nuggets = draft()
    except ItemFailed as error:
        running.failure(f"Topic {need.topic}", str(error))
        return
    if not nuggets:
        running.failure(f"Topic {need.topic}", "No nugget was found in its segments.")
        return
    with transaction.atomic():
        running.fence()
        write_draft(bank, need.topic, nuggets, now=timezone.now())
    tally.topics += 1
    tally.nuggets += len(nuggets)
    most = need.rules.words
    tally.too_long += sum(len(one.text.split()) > most for one in nuggets)


def _result(bank: Bank, tally: Tally) -> dict[str, object]:
    result: dict[str, object] = {"topics": tally.topics, "nuggets": tally.nuggets}
    if tally.too_long:
        result["nuggets longer than asked for"] = tally.too_long
    bank.refresh_from_db(fields=["landed_at"])
    if bank.landed_at is not None:
        result["link"] = reverse("nuggets:bank", args=[bank.track.uuid, bank.uuid])
    return result
