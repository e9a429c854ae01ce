"""Question banks of the rubric workbench: JSONL, a line for a topic or a facet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from exams.kernel.paragraphs import text_id
from runs.kernel.checks.findings import Notes, Report
from runs.kernel.checks.places import Place, Record, read_objects

# form of a question → its keys in a file
KEYS = {
    "question": ("question_id", "question_text"),
    "key_fact": ("nugget_id", "nugget_text"),
}
GOLD = "gold_answers"


class Item(NamedTuple):
    """One question or key fact; more: the item's other keys, as they are.

    key: its accepted answers; None if the file has no such key.
    """

    place: Place
    form: str
    id: str
    text: str
    key: tuple[str, ...] | None
    more: dict[str, Any]


class BankLine(NamedTuple):
    """The items of a topic, or of one facet of it; more: the line's other keys."""

    place: Place
    topic: str
    facet: str
    items: tuple[Item, ...]
    more: dict[str, Any]


def read_bank(
    source: BinaryIO, name: str, *, report: Report, limit: int | None = None
) -> Iterator[BankLine]:
    """Yield each line, with repeated items too; a finding names every fault."""
    seen: set[str] = set()
    for place, record, _ in read_objects(source, Notes(report, name), limit=limit):
        topic = place.identifier(record, "query_id")
        if topic is None:
            continue
        found = place.down("items").objects(place.sequence(record, "items"))
        items = tuple(
            item for spot, each in found if (item := _item(spot, each, topic, seen))
        )
        if not items:
            place.add("no_items", "items")
        yield BankLine(
            place,
            topic,
            facet_of(place, record),
            items,
            {key: value for key, value in record.items() if key != "items"},
        )


def facet_of(place: Place, record: Record) -> str:
    """Return the words of a line's facet, or its id; "" without one."""
    text = place.text(record, "facet_text", "") or ""
    return text.strip() or (place.text(record, "facet_id", "") or "").strip()


def _item(place: Place, record: Record, topic: str, seen: set[str]) -> Item | None:
    form = "key_fact" if "nugget_id" in record else "question"
    id_key, text_key = KEYS[form]
    own = place.identifier(record, "query_id")
    name, text = place.identifier(record, id_key), place.text(record, text_key)
    key = _key(place, record)
    if own is None or name is None or text is None:
        return None
    if own != topic:
        place.add("bank_item_topic_differs", "query_id", own, topic)
    if not text.strip():
        place.add("empty_text", text_key)
    if not name.endswith(text_id(text)):
        place.add("id_is_not_md5", id_key, name)
    if name in seen:
        place.add("repeated_item_id", id_key, name)
    seen.add(name)
    said = {id_key, text_key, GOLD}
    more = {key: value for key, value in record.items() if key not in said}
    return Item(place, form, name, text, key, more)


def _key(place: Place, record: Record) -> tuple[str, ...] | None:
    if GOLD not in record:
        return None
    if record[GOLD] is None:
        return ()
    answers = place.sequence(record, GOLD)
    texts = [each for each in answers if isinstance(each, str)]
    if len(texts) != len(answers):
        place.add("wrong_type", GOLD, answers, "a list of strings")
    return tuple(dict.fromkeys(texts))
