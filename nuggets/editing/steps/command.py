"""All edits by their names, as a page sends them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assess.judging.models import Allocation
from assess.judging.queues.actions import renew_lease
from nuggets.banks.actions import SegmentSpan, VersionFrozen
from nuggets.editing.steps import history as editing_history
from nuggets.editing.steps import lists as editing
from nuggets.editing.steps import mapping as editing_mapping
from nuggets.editing.steps import texts as editing_wording
from nuggets.editing.steps.step import Edited, answered, rows_of
from nuggets.kernel.listing import NotListed, place_of
from nuggets.models import BankVersion
from runs.actions.acts import Act


@dataclass(frozen=True)
class Command:
    """One edit: its name, and its nuggets by row number; `text` as typed."""

    action: str
    nugget: int | None = None
    text: str = ""
    subnarrative: int | None = None
    wording: str = ""
    source: int | None = None
    span: tuple[int, int] = (0, 0)  # of the source's text, in code points
    marked: tuple[int, ...] = ()
    other: int | None = None
    relation: str = ""

    @property
    def on(self) -> int:
        """Return the nugget; raise NotListed if none is named."""
        if self.nugget is None:
            raise NotListed(None)
        return self.nugget


def run_command(version: BankVersion, command: Command, *, act: Act) -> Edited:
    """Do one edit; it raises what the edit's own function raises."""
    return COMMANDS[command.action](version, command, act)


def run_once(
    work: Allocation, version: BankVersion, read: Callable[[], Command], *, act: Act
) -> Edited:
    """Do one edit of a person's work, or return its first result if repeated.

    Renew the lease of work from a shared queue. Raise VersionFrozen if the work is
    finished: an open list is then another person's. Also raise what `read` and the edit
    raise.
    """
    done = answered(version, act)
    if done:
        return done
    if work.finished_at:
        raise VersionFrozen
    made = run_command(version, read(), act=act)
    renew_lease(work, now=act.now)
    return made


def _importance(value: str) -> Callable[[BankVersion, Command, Act], Edited]:
    return lambda version, command, act: editing.set_importance(
        version, command.on, value, act=act
    )


def _shift(by: int) -> Callable[[BankVersion, Command, Act], Edited]:
    return lambda version, command, act: editing.shift_nugget(
        version, command.on, by=by, act=act
    )


def _add(version: BankVersion, command: Command, act: Act) -> Edited:
    sources = [SegmentSpan(command.source)] if command.source else []
    return editing.add_nugget(
        version, command.text, after=command.nugget, sources=sources, act=act
    )


def _span(version: BankVersion, command: Command, act: Act) -> Edited:
    segment, (start, end) = command.source or 0, command.span
    return editing.add_span(version, segment, start, end, after=command.nugget, act=act)


def _split(version: BankVersion, command: Command, act: Act) -> Edited:
    lines = [line.strip() for line in command.text.splitlines() if line.strip()]
    if len(lines) < 2:
        return editing_wording.reword_nugget(version, command.on, lines[0], act=act)
    return editing_wording.split_nugget(version, command.on, lines, act=act)


def _merge(version: BankVersion, command: Command, act: Act) -> Edited:
    together = _together(version, command)
    return editing_wording.merge_nuggets(version, together, command.text, act=act)


def _together(version: BankVersion, command: Command) -> list[int]:
    """Return the nuggets to merge: the marked ones, with the selected one if only one.

    Without marked ones, the selected one and the one above; raise NotListed for the
    first of all.
    """
    marked = list(dict.fromkeys(command.marked))
    if len(marked) < 2 and command.on not in marked:
        marked.append(command.on)
    if len(marked) < 2:
        rows = rows_of(version)
        place = place_of(rows, command.on)
        if not place:
            raise NotListed(None)
        marked = [rows[place - 1].nugget, command.on]
    return marked


COMMANDS: dict[str, Callable[[BankVersion, Command, Act], Edited]] = {
    "vital": _importance("vital"),
    "okay": _importance("okay"),
    "unset": _importance(""),
    "up": _shift(-1),
    "down": _shift(1),
    "add": _add,
    "span": _span,
    "reword": lambda version, command, act: editing_wording.reword_nugget(
        version, command.on, command.text, act=act
    ),
    "delete": lambda version, command, act: editing.delete_nugget(
        version, command.on, act=act
    ),
    "split": _split,
    "merge": _merge,
    "map": lambda version, command, act: editing_mapping.map_nugget(
        version, command.on, command.subnarrative, act=act
    ),
    "map_new": lambda version, command, act: editing_mapping.map_to_new(
        version, command.on, command.wording, act=act
    ),
    "link": lambda version, command, act: editing_mapping.link_nugget(
        version, command.on, command.other, command.relation, act=act
    ),
    "undo": lambda version, _command, act: editing_history.undo(version, act=act),
    "redo": lambda version, _command, act: editing_history.redo(version, act=act),
}
