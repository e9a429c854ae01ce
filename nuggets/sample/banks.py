"""The sample's banks: the draft, the post-edited bank, two to work on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nuggets.banks.actions import Entry, SegmentSpan, create_bank, write_version
from nuggets.editing.actions import start_post_edit
from nuggets.models import Bank, BankVersion, Nugget
from nuggets.sample.campaign import Row
from nuggets.sample.state import Loading
from nuggets.spans.actions import start_span_bank
from runs.actions.subnarratives import name_subnarratives
from runs.kernel.formats.nuggets import split_subnarrative

Descents = dict[tuple[str, str], Row]  # by topic and text


@dataclass(frozen=True)
class Draft:
    """One topic's drafted list: its version, and its nuggets and sources by text."""

    version: BankVersion
    nuggets: dict[str, int]
    sources: dict[str, list[SegmentSpan]]


def load_banks(loading: Loading) -> None:
    """Write the draft, the edited bank that descends from it, and two to work on."""
    drafts: dict[str, Draft] = {}
    for entry in loading.campaign.entries("banks"):
        bank = loading.banks[entry["name"]] = _make_bank(loading, entry)
        if bank.parent:
            _write_edited(loading, entry, bank, drafts)
        else:
            drafts = _write_drafts(loading, entry, bank)
    for entry in loading.campaign.entries("post_edits"):
        loading.banks[entry["name"]] = start_post_edit(
            loading.banks[entry["parent"]], entry["name"], now=loading.now
        )
    for entry in loading.campaign.entries("span_banks"):
        loading.banks[entry["name"]] = start_span_bank(
            loading.track,
            entry["name"],
            qrels_judge=loading.judges[entry["qrels"]],
            now=loading.now,
        )


def _make_bank(loading: Loading, entry: Row) -> Bank:
    parent = loading.banks.get(entry.get("parent", ""))
    return create_bank(
        loading.track,
        entry["name"],
        origin=Bank.EDITED if parent else Bank.AUTOMATIC,
        landed_at=loading.now,
        drafted_by=None if parent else loading.judges[entry["judge"]],
        qrels_judge=loading.judges[entry["qrels"]],
        parent=parent,
    )


def _write_drafts(loading: Loading, entry: Row, bank: Bank) -> dict[str, Draft]:
    drafts = {}
    for row in loading.campaign.rows(entry["file"]):
        topic = loading.topics[row["qid"]]
        parts = _parts(loading, row)
        sources = {
            nugget["text"]: [
                SegmentSpan(loading.segments[docid]) for docid in nugget["docids"]
            ]
            for nugget in row["nuggets"]
        }
        entries = [
            _entry(nugget, part, sources=sources[nugget["text"]])
            for nugget, part in zip(row["nuggets"], parts, strict=True)
        ]
        version = write_version(
            bank, topic, entries, now=loading.now, judge=bank.drafted_by
        )
        listed = Nugget.objects.filter(versions=version).values_list("text", "pk")
        drafts[topic.name] = Draft(version, dict(listed), sources)
    return drafts


def _write_edited(
    loading: Loading, entry: Row, bank: Bank, drafts: dict[str, Draft]
) -> None:
    files = loading.campaign.plan["files"]
    descents: Descents = {
        (row["qid"], row["text"]): row
        for row in loading.campaign.rows(files["descent"])
    }
    editor = loading.judges[entry["judge"]].user
    for row in loading.campaign.rows(entry["file"]):
        draft = drafts[row["qid"]]
        entries = [
            _edited(nugget, part, draft, descents.get((row["qid"], nugget["text"])))
            for nugget, part in zip(row["nuggets"], _parts(loading, row), strict=True)
        ]
        write_version(
            bank,
            loading.topics[row["qid"]],
            entries,
            now=loading.now,
            by=editor,
            parent=draft.version,
        )


def _parts(loading: Loading, row: Row) -> list[int]:
    """Return each nugget's sub-narrative, creating those that the editor added."""
    names = [
        split_subnarrative(each["mapped_sub_narrative"]) for each in row["nuggets"]
    ]
    known = name_subnarratives(loading.topics[row["qid"]], names, now=loading.now)
    return [known[name] for name, _added in names]


def _edited(nugget: Row, part: int, draft: Draft, descent: Row | None) -> Entry:
    kept = draft.nuggets.get(nugget["text"])
    if kept is not None or descent is None:
        return _entry(nugget, part, nugget_id=kept)
    sources = (source for text in descent["from"] for source in draft.sources[text])
    return _entry(
        nugget,
        part,
        sources=list(dict.fromkeys(sources)),
        parents=[draft.nuggets[text] for text in descent["from"]],
        relation=descent["relation"],
    )


def _entry(nugget: Row, part: int, **more: Any) -> Entry:  # noqa: ANN401 - of Entry
    return Entry(
        nugget["text"],
        importance=nugget["importance"],
        subnarrative_id=part,
        **more,
    )
