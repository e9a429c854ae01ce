"""Change a person's draft of a bank step by step, and apply it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.kernel.idempotency import check_same
from accounts.models import User
from exams.banks.actions import Entry, write_version
from exams.banks.lists import TopicList
from exams.editing.draft import Pages, Step, draft_of
from exams.kernel.edits import Row, changed_topics, edited
from exams.models import (
    Question,
    QuestionBank,
    QuestionDraft,
    QuestionListing,
    QuestionVersion,
)
from runs.actions.acts import Act
from runs.kernel.history import NOTHING, REDO, UNDO
from runs.models import Subnarrative

MOST = 2_000  # edits of one draft


class StaleDraft(Exception):
    """The draft changed since the person saw it, in another window."""


class TooManyEdits(ValueError):
    """The draft has as many edits as one may have."""


def take_step(
    bank: QuestionBank, action: str, edits: Sequence[Mapping[str, Any]], *, act: Act
) -> Step:
    """Change a draft as one action: by edits, by undo or by redo.

    A repetition of the action returns the first step. Raise StaleDraft, CannotEdit for
    an edit that does not fit, TooManyEdits, ReusedKey.
    """
    pages = draft_of(bank, act.by)
    if done := _repeated(pages, act):
        return done
    seen = _seen(pages, act)
    made = sum(len(step["edits"]) for step in pages.steps)
    if made + len(edits) > MOST or len(pages.steps) >= MOST:
        raise TooManyEdits(f"A draft has at most {MOST:,} edits. Apply some first.")
    named = [{**each, "of": str(act.key)} for each in edits]
    step = {
        "number": seen + 1,
        **_effect(pages, action, named),
        "edits": named,
        "key": str(act.key),
        "body": str(act.body) if act.body else None,
        "at": act.now.isoformat(),
        "client_time": act.client_time.isoformat() if act.client_time else None,
        "active_ms": act.active_ms,
    }
    if _save(bank, act, pages, [*pages.steps, step]):
        return step
    if done := _repeated(draft_of(bank, act.by), act):  # the same one, sent twice
        return done
    raise StaleDraft


def _repeated(pages: Pages, act: Act) -> Step | None:
    done = pages.step_of(act.key)
    if done:
        check_same(UUID(done["body"]) if done["body"] else None, act.body)
    return done


def _seen(pages: Pages, act: Act) -> int:
    """Return the revision on which an action builds; raise StaleDraft for another."""
    seen = act.seen
    if act.after is not None:
        before = pages.step_of(act.after)
        if before is None:  # it was rejected: nobody saw its result
            raise StaleDraft
        seen = before["number"]
    if seen != pages.revision:
        raise StaleDraft
    return seen


def _effect(
    pages: Pages, action: str, edits: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what a step does, and the topics that it changes."""
    if action in (UNDO, REDO):
        history = pages.history
        there = history.done if action == UNDO else history.undone
        return {"action": action if there else NOTHING, "topics": []}
    topics = changed_topics(pages.after, edited(pages.after, edits))
    return {"action": action if topics else NOTHING, "topics": topics}


def _save(bank: QuestionBank, act: Act, pages: Pages, steps: list[Step]) -> bool:
    """Store the steps, unless the draft changed since it was read."""
    values: dict[str, Any] = {"edits": steps, "at": act.now}
    if pages.draft is None:
        try:
            with transaction.atomic():
                QuestionDraft.objects.create(bank=bank, by=act.by, revision=1, **values)
        except IntegrityError:
            return False
        return True
    own = QuestionDraft.objects.filter(pk=pages.draft.pk, revision=pages.revision)
    return bool(own.update(**values, revision=pages.revision + 1))


def discard_draft(bank: QuestionBank, by: User) -> None:
    """Empty a person's draft of a bank."""
    draft = QuestionDraft.objects.filter(bank=bank, by=by).first()
    if draft:
        _clear(draft)


def _clear(draft: QuestionDraft) -> bool:
    """Empty a draft as it was read; its revision rises, so older pages are stale."""
    own = QuestionDraft.objects.filter(pk=draft.pk, revision=draft.revision)
    return bool(own.update(edits=[], revision=draft.revision + 1))


def apply_draft(
    bank: QuestionBank, by: User, *, seen: int, now: datetime
) -> list[QuestionVersion]:
    """Write a frozen version of each topic that a draft changes; empty the draft.

    Raise StaleDraft if the draft, or a list that it changes, is not as it was seen.
    """
    with transaction.atomic():
        pages = draft_of(bank, by)
        if pages.draft is None or seen != pages.revision:
            raise StaleDraft
        if not _clear(pages.draft):
            raise StaleDraft
        steps = _trail(pages)
        facets = _facets(bank)
        found = []
        for topic in pages.changed:
            there = pages.there[topic]
            rows = pages.after[str(there.version.topic.uuid)]
            entries = _entries(there, rows, facets)
            found.append(
                write_version(
                    bank,
                    there.version.topic,
                    entries,
                    now=now,
                    origin=Question.PERSON,
                    by=by,
                    parent=there.version,
                    lines=there.version.lines,
                    edits=_in_words(there, rows),
                    steps=[
                        step
                        for step in steps
                        if str(there.version.topic.uuid) in step["topics"]
                    ],
                )
            )
        return found


def _trail(pages: Pages) -> list[dict[str, Any]]:
    """Return the steps that edited lists, and when each was undone, if it was."""
    found = {
        step["number"]: dict(step) | {"undone_at": None}
        for step in pages.steps
        if step["action"] not in (UNDO, REDO, NOTHING)
    }
    done: list[int] = []
    undone: list[int] = []
    for step in pages.steps:
        if step["action"] == UNDO:
            undone.append(done.pop())
            found[undone[-1]]["undone_at"] = step["at"]
        elif step["action"] == REDO:
            done.append(undone.pop())
            found[done[-1]]["undone_at"] = None
        elif step["action"] != NOTHING:
            done.append(step["number"])
            undone.clear()
    return list(found.values())


def _entries(
    there: TopicList, rows: Sequence[Row], facets: Mapping[str, int]
) -> list[Entry]:
    listed = {str(row.question.uuid): row for row in there.rows}
    entries = []
    for row in rows:
        known = listed.get(row.id)
        entries.append(
            Entry(
                text=row.text,
                form=row.form,
                facet_id=facets.get(row.facet),
                key=row.key,
                withdrawn=row.withdrawn,
                details=_details(known, row) if known else {},
                question_id=known.question_id if known else None,
                parents=[listed[each].question_id for each in row.parents],
                relation=row.relation,
            )
        )
    return entries


def _details(known: QuestionListing, row: Row) -> Mapping[str, Any]:
    """Return a listing's details: another facet is not in a file's own lines."""
    details: dict[str, Any] = known.details
    if row.facet == _facet_of(known):
        return details
    return {name: each for name, each in details.items() if name == "keyed"}


def _facet_of(listing: QuestionListing) -> str:
    return str(listing.facet.uuid) if listing.facet else ""


def _in_words(there: TopicList, rows: Sequence[Row]) -> list[str]:
    """Return what changed on a list, a sentence each."""
    before = {str(row.question.uuid): row for row in there.rows}
    said = []
    for row in rows:
        known = before.get(row.id)
        if known is None:
            verb = row.relation if row.parents else "added"
            said.append(f"{verb}: {row.text}")
            continue
        if known.withdrawn != row.withdrawn:
            verb = "withdrew" if row.withdrawn else "restored"
            said.append(f"{verb}: {known.question}")
        if tuple(known.key) != row.key:
            said.append(f"answer key: {known.question}")
        if _facet_of(known) != row.facet:
            said.append(f"another facet: {known.question}")
    return said


def _facets(bank: QuestionBank) -> dict[str, int]:
    rows = Subnarrative.objects.filter(topic__track=bank.track_id)
    return {str(uuid): pk for uuid, pk in rows.values_list("uuid", "pk")}
