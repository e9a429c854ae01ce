"""Edits of a bank's lists before they apply: what the lists would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

ACTIONS = ("withdraw", "restore", "reword", "add", "merge", "key", "map")


class CannotEdit(ValueError):
    """An edit does not fit the list; the message is a sentence."""


class Row(NamedTuple):
    """A question of a pending list, by public id; a new one is named by its edit.

    parents: the questions from which a new one is made, by public id. is_new: whether
    it has no row yet.
    """

    id: str
    text: str
    form: str = "question"
    facet: str = ""
    key: tuple[str, ...] = ()
    withdrawn: bool = False
    parents: tuple[str, ...] = ()
    relation: str = "reworded"
    is_new: bool = False


Lists = Mapping[str, Sequence[Row]]  # by topic's public id


def edited(lists: Lists, edits: Sequence[Mapping[str, Any]]) -> dict[str, list[Row]]:
    """Return the lists after some edits; raise CannotEdit for one that does not fit.

    The key of an edit that makes a question, `of`, names the question.
    """
    found = {topic: list(rows) for topic, rows in lists.items()}
    for edit in edits:
        do = edit["do"]
        if do == "add":
            _add(found, edit)
            continue
        first = edit["questions"][0] if do == "merge" else edit["question"]
        rows = found[_topic_of(found, first)]
        if do in ("withdraw", "restore"):
            _set(rows, first, withdrawn=do == "withdraw")
        elif do == "key":
            _set(rows, first, key=tuple(edit["key"]))
        elif do == "map":
            _set(rows, first, facet=edit["facet"])
        elif do == "reword":
            _replace(rows, [first], edit, "reworded")
        else:
            _replace(rows, edit["questions"], edit, "merged")
    return found


def fitting(
    lists: Lists, steps: Sequence[Sequence[Mapping[str, Any]]]
) -> tuple[dict[str, list[Row]], int]:
    """Return the lists after the steps that fit them, and how many do not.

    A step is some edits that were made at once.
    """
    try:
        return edited(lists, [edit for step in steps for edit in step]), 0
    except CannotEdit:
        found, left_out = {topic: list(rows) for topic, rows in lists.items()}, 0
    for step in steps:
        try:
            found = edited(found, step)
        except CannotEdit:
            left_out += 1
    return found, left_out


def changed_topics(before: Lists, after: Lists) -> list[str]:
    """Return the topics whose lists differ."""
    return [topic for topic in after if list(before[topic]) != list(after[topic])]


def _topic_of(lists: Mapping[str, Sequence[Row]], question: str) -> str:
    for topic, rows in lists.items():
        if any(row.id == question for row in rows):
            return topic
    raise CannotEdit("The bank has no such question any more.")


def _place(rows: Sequence[Row], question: str) -> int:
    for place, row in enumerate(rows):
        if row.id == question:
            return place
    raise CannotEdit("The questions are not all of one topic.")


def _set(rows: list[Row], question: str, **values: Any) -> None:  # noqa: ANN401 - as of Row
    place = _place(rows, question)
    rows[place] = rows[place]._replace(**values)


def _add(lists: dict[str, list[Row]], edit: Mapping[str, Any]) -> None:
    if edit["topic"] not in lists:
        raise CannotEdit("The bank has no list for this topic.")
    new = Row(
        edit["of"],
        _text(edit["text"]),
        edit.get("form") or "question",
        edit.get("facet", ""),
        is_new=True,
    )
    rows = lists[edit["topic"]]
    below = edit.get("question")
    place = _place(rows, below) + 1 if below else len(rows)
    rows.insert(place, new)


def _replace(
    rows: list[Row], questions: Sequence[str], edit: Mapping[str, Any], relation: str
) -> None:
    """Put a new question before the first of some, which are withdrawn."""
    text = _text(edit["text"])
    places = [_place(rows, question) for question in questions]
    if relation == "merged" and len(set(places)) < 2:
        raise CannotEdit("Choose at least two questions to merge.")
    first = rows[places[0]]
    if relation == "reworded" and first.text == text:
        raise CannotEdit("The text is the same.")
    if relation == "reworded" and first.is_new:
        rows[places[0]] = first._replace(text=text)
        return
    for place in places:
        rows[place] = rows[place]._replace(withdrawn=True)
    parents = tuple(dict.fromkeys(each for p in places for each in _origins(rows[p])))
    new = first._replace(
        id=edit["of"],
        text=text,
        withdrawn=False,
        parents=parents,
        relation=relation,
        is_new=True,
    )
    kept = [row for row in rows if not (row.is_new and row.id in questions)]
    at = min(places)
    rows[:] = [*kept[:at], new, *kept[at:]]


def _origins(row: Row) -> tuple[str, ...]:
    """Return what has a row already: a question itself, or the parents of a new one."""
    return row.parents if row.is_new else (row.id,)


def _text(text: str) -> str:
    plain = text.strip()
    if not plain:
        raise CannotEdit("Write the question first.")
    return plain
