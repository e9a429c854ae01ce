"""A bank's lists against their drafts: what became of the nuggets, and their counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assess.exchange.cells import SHEET, Cells
from nuggets.kernel.changes import Change, Descents, compare
from nuggets.models import Bank, BankVersion, Descent, Listing

WHATS = ("kept", "rewritten", "split", "merged", "dropped", "new")
IMPORTANCES = ("vital", "okay", "")


class ListCounts(NamedTuple):
    """The nuggets of a list, by importance; none: without one."""

    vital: int
    okay: int
    none: int

    @property
    def all(self) -> int:
        """Return the number of nuggets."""
        return sum(self)


@dataclass(frozen=True)
class EditCounts:
    """What became of drafts: lists before and after, and the number of each change.

    A draft's nugget that became several is one split; several that became one are one
    merge. importance: how many nuggets are one before and one after, with another
    importance.
    """

    before: ListCounts
    after: ListCounts
    changes: Mapping[str, int]
    importance: int

    @property
    def numbers(self) -> list[int]:
        """Return the number of each change, in the order of `WHATS`."""
        return [self.changes[what] for what in WHATS]

    @property
    def kept(self) -> float | None:
        """Return the share of the drafts' nuggets that are kept; None without any."""
        return self.changes["kept"] / self.before.all if self.before.all else None


class EditedTopic(NamedTuple):
    """A topic's latest list, and what became of its draft."""

    version: BankVersion
    counts: EditCounts


@dataclass(frozen=True, eq=False)
class PostEdits:
    """All lists of a bank that descend from another bank's, in the order of topics."""

    bank: Bank

    @cached_property
    def _versions(self) -> list[BankVersion]:
        """Return every version of the bank, open or frozen, by topic, latest first."""
        rows = self.bank.versions.filter(topic__deleted_at=None)
        order = ("topic__position", "topic", "-number")
        return list(rows.select_related("topic", "editor").order_by(*order))

    @cached_property
    def _drafts(self) -> dict[BankVersion, int]:
        """Return each topic's latest version that has a draft, with its row number."""
        parents = {version.pk: version.parent_id for version in self._versions}
        latest = {version.topic_id: version for version in reversed(self._versions)}
        found = {}
        for version in dict.fromkeys(latest[each.topic_id] for each in self._versions):
            at = version.parent_id
            while at in parents:
                at = parents[at]
            if at is not None:
                found[version] = at
        return found

    @cached_property
    def topics(self) -> list[EditedTopic]:
        """Return every topic whose list has a draft."""
        drafts = self._drafts
        lists = _lists([*drafts.values(), *(version.pk for version in drafts)])
        descents = _descents(self.bank)
        return [
            EditedTopic(version, _counted(lists[draft], lists[version.pk], descents))
            for version, draft in drafts.items()
        ]

    @property
    def all(self) -> EditCounts:
        """Return the sum over all topics."""
        every = [each.counts for each in self.topics]
        return EditCounts(
            _sum(each.before for each in every),
            _sum(each.after for each in every),
            {what: sum(each.changes[what] for each in every) for what in WHATS},
            sum(each.importance for each in every),
        )

    def lines(self, cells: Cells = SHEET) -> Iterator[str]:
        """Yield a line of CSV for each topic, then one for all of them."""
        lists = [
            f"{name}_{side}"
            for side in ("before", "after")
            for name in ListCounts._fields
        ]
        yield cells.line(["topic", *lists, *WHATS, "importance_changed"])
        for topic, each in self.topics:
            yield cells.line([topic.topic.name, *_cells(each)])
        yield cells.line(["all", *_cells(self.all)])


def _cells(counts: EditCounts) -> list[int]:
    return [*counts.before, *counts.after, *counts.numbers, counts.importance]


def sizes_of(*versions: BankVersion) -> list[ListCounts]:
    """Return the counts of some lists."""
    lists = _lists([version.pk for version in versions])
    return [_listed(lists[version.pk]) for version in versions]


def _sum(lists: Iterable[ListCounts]) -> ListCounts:
    vital, okay, none = (sum(n) for n in zip((0, 0, 0), *lists, strict=True))
    return ListCounts(vital, okay, none)


def _lists(versions: Sequence[int]) -> dict[int, dict[int, str]]:
    """Return each list's importance by nugget, by row numbers, in the list's order."""
    rows = Listing.objects.filter(version__in=versions).order_by("position", "pk")
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for version, nugget, importance in rows.values_list(
        "version", "nugget", "importance"
    ):
        found[version][nugget] = importance
    return found


def _descents(bank: Bank) -> Descents:
    links = Descent.objects.filter(child__topic__track=bank.track_id).order_by("pk")
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for child, parent, relation in links.values_list("child", "parent", "relation"):
        found[child].append((parent, relation))
    return found


def _counted(
    before: Mapping[int, str], after: Mapping[int, str], descents: Descents
) -> EditCounts:
    changes = compare([*before], [*after], descents)
    found = Counter(change.what for change in changes)
    return EditCounts(
        _listed(before),
        _listed(after),
        {what: found[what] for what in WHATS},
        sum(_differs(change, before, after) for change in changes),
    )


def _listed(nuggets: Mapping[int, str]) -> ListCounts:
    found = Counter(nuggets.values())
    return ListCounts(*(found[importance] for importance in IMPORTANCES))


def _differs(
    change: Change, before: Mapping[int, str], after: Mapping[int, str]
) -> bool:
    """Return whether one nugget became one with another importance."""
    if not len(change.before) == len(change.after) == 1:
        return False
    return before[change.before[0]] != after[change.after[0]]
