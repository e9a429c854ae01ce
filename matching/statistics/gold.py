"""The gold nuggets and answers of a track in numbers, after Table 2 of CONE-RAG."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from assess.analysis.charts import Cell, ChartTable, Column
from matching.models import Deduplication
from matching.references.answers import written_answers
from matching.statistics.topics import StatisticsTable, mean_of, share_of
from nuggets.models import Bank, BankVersion, Listing
from runs.models import Track


class _BankSize(NamedTuple):
    """The nuggets of a bank's current lists: on how many topics, with their words."""

    topics: int
    nuggets: int
    vital: int
    okay: int
    words: int


def banks_table(track: Track) -> StatisticsTable:
    """Return the current lists of each bank, and what is left without duplicates."""
    banks = list(Bank.objects.visible().filter(track=track).order_by("name"))
    sizes = _sizes(track)
    nothing = _BankSize(0, 0, 0, 0, 0)
    made = Deduplication.objects.filter(bank__in=banks).order_by("pk")
    parents = {bank.pk: bank.parent_id for bank in banks}
    left = {parents[bank]: bank for bank in made.values_list("bank", flat=True)}
    rows: list[tuple[Cell, ...]] = []
    for bank in banks:
        own = sizes.get(bank.pk, nothing)
        rest = sizes.get(left[bank.pk], nothing).nuggets if bank.pk in left else None
        per_topic = share_of(own.nuggets, own.topics)
        words = share_of(own.words, own.nuggets)
        counts = (own.topics, own.nuggets, own.vital, own.okay)
        rows.append((bank.name, *counts, per_topic, words, rest))
    return StatisticsTable(
        "banks",
        "Nuggets",
        "A row per bank: its latest frozen lists, those without a nugget left out. "
        "Without duplicates: what is left in the latest bank made from it by that.",
        ChartTable(_COLUMNS, rows),
    )


_COLUMNS = (
    Column("bank"),
    Column("topics", 0),
    Column("nuggets", 0),
    Column("vital", 0),
    Column("okay", 0),
    Column("nuggets per topic", 2),
    Column("words per nugget", 2),
    Column("without duplicates", 0),
)


def _sizes(track: Track) -> dict[int, _BankSize]:
    versions = BankVersion.objects.current().filter(
        bank__track=track, bank__deleted_at=None
    )
    banks = dict(versions.order_by().values_list("pk", "bank"))
    listed = Listing.objects.filter(version__in=versions.order_by().values("pk"))
    rows = listed.order_by().values_list("version", "importance", "nugget__text")
    topics: dict[int, set[int]] = defaultdict(set)
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for version, importance, text in rows.iterator():
        bank = banks[version]
        topics[bank].add(version)
        own = counts[bank]
        own[0] += 1
        own[1] += importance == "vital"
        own[2] += importance == "okay"
        own[3] += len(text.split())
    return {bank: _BankSize(len(topics[bank]), *own) for bank, own in counts.items()}


def answers_table(track: Track) -> StatisticsTable:
    """Return the gold answers of each author."""
    by_author = defaultdict(list)
    for each in written_answers(track):
        by_author[each.author].append(each)
    rows: list[tuple[Cell, ...]] = [
        (
            author,
            len({each.topic for each in own}),
            len(own),
            mean_of(len(each.text.split()) for each in own),
            mean_of(each.passages for each in own if each.passages is not None),
        )
        for author, own in sorted(by_author.items())
    ]
    return StatisticsTable(
        "answers",
        "Gold answers",
        "A row per author: finished answers, their words, and the passages that a "
        "person recorded for each; an imported answer names none.",
        ChartTable(
            (
                Column("author"),
                Column("topics", 0),
                Column("answers", 0),
                Column("words per answer", 2),
                Column("passages per answer", 2),
            ),
            rows,
        ),
    )
