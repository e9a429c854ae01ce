"""A topic drafted by a model: create window by window, weigh, map (method 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from assess.judging.machine.calls import Asker
from llm.kernel.forms import labels_form, texts_form
from llm.kernel.prompt import Value
from llm.registry import CREATE_NUGGETS, MAP_SUBNARRATIVES, NUGGET_IMPORTANCE
from nuggets.banks.actions import SegmentSpan
from nuggets.drafting.draft import Drafted, in_order
from nuggets.drafting.passages import DraftPassage, Need
from nuggets.kernel.drafting import (
    BATCH,
    IMPORTANCES,
    batches,
    read_importances,
    read_mapping,
    read_nugget_list,
)
from nuggets.kernel.sources import best_sources
from runs.kernel.formats.nuggets import fold_subnarrative
from runs.kernel.profile import Nuggets

PROMPTS = (CREATE_NUGGETS, NUGGET_IMPORTANCE, MAP_SUBNARRATIVES)

Told = Callable[[str], None]


def draft_by_model(need: Need, *, asker: Asker) -> list[Drafted]:
    """Return a topic's nuggets, vital first.

    Raise ItemFailed if a call has no readable reply.
    """
    ids = {"topic": str(need.topic.uuid)}

    def told(what: str) -> None:
        asker.say(f"Topic {need.topic}: {what}")

    nuggets, origins = _create(need, asker, told, ids)
    told("importance")
    importances = list(_weigh(need, nuggets, asker, ids))
    parts = [""] * len(nuggets)
    if need.parts is not None:
        told("sub-narratives")
        parts = _map(need, nuggets, asker, ids)
    rows = zip(nuggets, importances, parts, strict=True)
    return in_order(
        [
            Drafted(text, importance, rank, part, _sources(text, origins[text]))
            for rank, (text, importance, part) in enumerate(rows, start=1)
        ]
    )


def _create(
    need: Need, asker: Asker, told: Told, ids: dict[str, str]
) -> tuple[list[str], dict[str, Sequence[DraftPassage]]]:
    """Return the nuggets, and the window in which each wording first occurred."""
    rules = need.rules
    windows = list(batches(need.passages, rules.window))
    nuggets: list[str] = []
    origins: dict[str, Sequence[DraftPassage]] = {}
    for number, window in enumerate(windows, start=1):
        told(f"passages, {number} of {len(windows)}")
        values: dict[str, Value] = {
            "query": need.topic.text,
            "passages": [passage.text for passage in window],
            "nuggets": nuggets,
            "most": rules.create,
            "words": rules.words,
        }
        read = partial(read_nugget_list, so_far=nuggets, most=rules.create)
        parse = texts_form(read, most=rules.create)
        asked = {**ids, "segments": [passage.docid for passage in window]}
        longest = _longest(nuggets, rules)
        nuggets = asker.ask(
            CREATE_NUGGETS, values, parse, ids=asked, stand_in=longest
        ).value
        for text in nuggets:
            origins.setdefault(text, window)
    return nuggets, origins


def _longest(nuggets: Sequence[str], rules: Nuggets) -> list[str]:
    """Return as long a list as a model may return, with the nuggets so far."""
    made = " ".join(["nugget"] * rules.words)
    more = (f"{made} {number}" for number in range(rules.create))
    return [*nuggets, *more][: rules.create]


def _weigh(
    need: Need, nuggets: Sequence[str], asker: Asker, ids: dict[str, str]
) -> Iterator[str]:
    for some in batches(nuggets, BATCH):
        values: dict[str, Value] = {
            "query": need.topic.text,
            "nuggets": some,
            "count": len(some),
        }
        read = partial(read_importances, expected=len(some))
        parse = labels_form(read, allowed=IMPORTANCES, expected=len(some))
        vital = ["vital"] * len(some)
        yield from asker.ask(
            NUGGET_IMPORTANCE, values, parse, ids=ids, stand_in=vital
        ).value


def _map(
    need: Need, nuggets: Sequence[str], asker: Asker, ids: dict[str, str]
) -> list[str]:
    """Return each nugget's sub-narrative; a new one is offered to later batches."""
    known = {fold_subnarrative(part.text): part.text for part in need.parts or ()}
    mapped: list[str] = []
    for some in batches(nuggets, BATCH):
        values: dict[str, Value] = {
            "narrative": need.topic.text,
            "subnarratives": list(known.values()),
            "nuggets": some,
            "count": len(some),
        }
        read = partial(read_mapping, expected=len(some))
        parse = texts_form(read, least=len(some), most=len(some))
        same = [next(iter(known.values()), need.topic.text)] * len(some)
        names = asker.ask(
            MAP_SUBNARRATIVES, values, parse, ids=ids, stand_in=same
        ).value
        mapped += [known.setdefault(fold_subnarrative(name), name) for name in names]
    return mapped


def _sources(text: str, window: Sequence[DraftPassage]) -> tuple[SegmentSpan, ...]:
    places = best_sources(text, [passage.text for passage in window])
    return tuple(SegmentSpan(window[place].segment) for place in places)
