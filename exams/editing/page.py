"""The content of the editor's pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms

from assess.judging.models import Judge
from exams.banks.lists import TopicList
from exams.editing.draft import Pages
from exams.effect.what_if import WhatIf
from exams.kernel.edits import Row
from exams.kernel.relevance import Cut
from exams.kernel.what_if import TopicChange
from exams.models import ExamPassage, Question
from exams.oversight.lists import Answer, answers_of
from exams.scores.basis import Basis
from exams.scores.grades import BankGrades
from exams.scores.summary import RunScores
from nuggets.kernel.near_duplicates import Alike, alike_rows
from runs.models import Subnarrative, Topic

FEW = 50  # passages whose labels change, on a page


class BoardLine(NamedTuple):
    """A run before and after, with its ranks by Cover at the chosen threshold."""

    before: RunScores
    after: RunScores
    ranks: tuple[int, int]

    @property
    def moved(self) -> int:
        """Return by how many ranks the run rises, negative if it falls."""
        return self.ranks[0] - self.ranks[1]


class PassageChange(NamedTuple):
    """A passage whose label changes, and the question that gave the old one."""

    passage: ExamPassage
    before: int
    after: int
    question: Question | None
    crosses: bool


def ids_of(pages: Pages) -> dict[str, str]:
    """Return {id in files, or public id: public id} of a bank's questions."""
    found = {}
    for own in pages.there.values():
        for row in own.rows:
            uuid = str(row.question.uuid)
            found[row.question.public_id] = found[uuid] = uuid
    return found


def said_of(form: forms.Form) -> str:
    """Return a form's errors in one sentence."""
    return " ".join(str(each) for found in form.errors.values() for each in found)


class FacetRow(NamedTuple):
    """A facet with the letter that selects it and its number of active questions."""

    uuid: UUID
    text: str
    letter: str
    questions: int


class QuestionRow(NamedTuple):
    """A question of a pending list; number from 1, facet in words.

    A withdrawn one is like no other.
    """

    number: int
    row: Row
    facet: str
    alike: Alike

    @property
    def uuid(self) -> str:
        """Return the question's public id, or that of the edit that makes it."""
        return self.row.id

    @property
    def state(self) -> str:
        """Return the number, or that the question is new, or out."""
        new = "new" if self.row.is_new else str(self.number)
        return "out" if self.row.withdrawn else new

    @property
    def answers(self) -> str:
        """Return the accepted answers, one a line."""
        return "\n".join(self.row.key)

    @property
    def name(self) -> str:
        """Return the text, or the id of a question that has none."""
        return self.row.text or self.row.id


@dataclass(frozen=True)
class Editor:
    """A topic's questions with a person's draft."""

    pages: Pages
    own: TopicList
    rows: list[QuestionRow]
    facets: list[FacetRow]

    @property
    def topic(self) -> Topic:
        """Return the topic."""
        return self.own.version.topic

    @property
    def active(self) -> int:
        """Return how many questions are not withdrawn."""
        return sum(not each.row.withdrawn for each in self.rows)

    @property
    def withdrawn(self) -> int:
        """Return how many questions are withdrawn."""
        return len(self.rows) - self.active

    def row_of(self, name: str) -> QuestionRow | None:
        """Return a question by its id, the first without one; None if there is none."""
        found = next((each for each in self.rows if each.row.id == name), None)
        return found or next(iter(self.rows), None)


def read_editor(pages: Pages, topic: UUID) -> Editor | None:
    """Return a topic's list with its draft, None if the bank has no list of it."""
    every = pages.there.values()
    own = next((each for each in every if each.version.topic.uuid == topic), None)
    if own is None:
        return None
    facets = list(Subnarrative.objects.live().filter(topic=own.version.topic))
    titles = {str(each.uuid): each.text for each in facets}
    pending = pages.after[str(topic)]
    alike = alike_rows(["" if row.withdrawn else row.text for row in pending])
    rows = [
        QuestionRow(number, row, titles.get(row.facet, ""), alike[number - 1])
        for number, row in enumerate(pending, start=1)
    ]
    used = Counter(each.row.facet for each in rows if not each.row.withdrawn)
    return Editor(pages, own, rows, _facets(facets, used))


def _facets(facets: Sequence[Subnarrative], used: Mapping[str, int]) -> list[FacetRow]:
    letters = [*ascii_lowercase, *[""] * len(facets)]
    return [
        FacetRow(each.uuid, each.text, letters[place], used.get(str(each.uuid), 0))
        for place, each in enumerate(facets)
    ]


def passages_of(
    editor: Editor, lit: QuestionRow | None, basis: Basis | None
) -> list[Answer]:
    """Return the passages of a question by grade, the best first."""
    listed = {str(row.question.uuid): row.question for row in editor.own.rows}
    if lit is None or basis is None or lit.row.id not in listed:
        return []
    bank = BankGrades(basis, [editor.topic.pk], with_withdrawn=True)
    return list(answers_of(bank, listed[lit.row.id]))


def what_if_page(
    pages: Pages, shown: Mapping[str, Any], topic: Topic | None = None
) -> dict[str, Any]:
    """Return what a draft would change; topic: list only the passages of this one."""
    basis, human = shown["basis"], shown["human"]
    found: dict[str, Any] = {"pages": pages, "key": uuid4()}
    pending = pages.pending()
    if not basis or not pending:
        return found
    effect = WhatIf(basis, pending)
    tau, level = shown["look"].threshold, shown["look"].level
    found |= {
        "effect": effect,
        "crossed": effect.crossed[tau],
        "alike": effect.alike(tau),
        "board": _board(effect, tau),
        "by_topic": _by_topic(effect, pages, tau),
        "passages": _passages(effect, tau, topic),
    }
    return found | (_kappa(effect, human, tau, level) if human else {})


def _board(effect: WhatIf, tau: int) -> list[BoardLine]:
    after = {each.run.name: each for each in effect.after}
    ranks = effect.ranks(tau)
    lines = [
        BoardLine(each, after[each.run.name], ranks[each.run.name])
        for each in effect.before
    ]
    return sorted(lines, key=lambda line: (line.ranks[1], line.after.run.name))


def _by_topic(effect: WhatIf, pages: Pages, tau: int) -> list[tuple[Topic, int, int]]:
    return [
        (
            pages.there[topic].version.topic,
            int(each.changed.sum()),
            int(each.crossed(tau).sum()),
        )
        for topic, each in effect.changes.items()
    ]


def _passages(effect: WhatIf, tau: int, topic: Topic | None) -> list[PassageChange]:
    """Return the first passages whose labels change, those that cross τ first."""
    found = []
    for pk, each in effect.changes.items():
        if topic is None or topic.pk == pk:
            found += _changed(effect, pk, each, tau)
    first = sorted(found, key=lambda row: not row[0])[:FEW]
    passages = ExamPassage.objects.select_related("segment").in_bulk(
        [row[1] for row in first]
    )
    questions = Question.objects.in_bulk([row[4] for row in first])
    return [
        PassageChange(passages[pk], old, new, questions.get(held), crosses)
        for crosses, pk, old, new, held in first
    ]


def _changed(
    effect: WhatIf, topic: int, each: TopicChange, tau: int
) -> list[tuple[bool, int, int, int, int]]:
    own, crossed = effect.whole.topics[topic], each.crossed(tau)
    return [
        (
            bool(crossed[place]),
            int(own.passages[place]),
            int(each.before[place]),
            int(each.after[place]),
            int(own.questions[each.held[place]]) if each.held[place] >= 0 else 0,
        )
        for place in each.changed.nonzero()[0].tolist()
    ]


def _kappa(effect: WhatIf, human: Judge, tau: int, level: int) -> dict[str, Any]:
    before, after = effect.cuts(human)
    pairs: list[tuple[Cut, Cut]] = list(zip(before, after, strict=True))
    at = next((p for p in pairs if (p[0].tau, p[0].h) == (tau, level)), None)
    return {"kappas": pairs, "kappa": at}
