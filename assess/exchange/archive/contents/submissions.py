"""Imported data in archives: topics, segments, runs."""

from __future__ import annotations

from assess.exchange.archive.format.codecs import Codec
from assess.exchange.archive.format.columns import (
    HASH,
    numbers_of,
    one_of,
    rows_of,
)
from assess.exchange.archive.format.shapes import (
    docids,
    import_params,
    ranked_scores,
)
from assess.exchange.archive.format.tables import (
    WHOLE_LIST,
    leave_out,
    name_of,
    register,
    tells,
)
from assess.exchange.models import ArrivedPrompt
from assess.judging.models import TrackPrompt
from runs.imports.registry import all_import_kinds
from runs.models import (
    ArrivingSegment,
    Citation,
    Conversation,
    Import,
    PtkbStatement,
    PutAway,
    RankedList,
    Response,
    Run,
    RunEdit,
    Segment,
    Sentence,
    Subnarrative,
    SubnarrativeEdit,
    SubnarrativeWording,
    Topic,
    UploadsMark,
)
from runs.put_away.registry import all_thing_kinds

SCORES = 3_000_000  # characters: 100,000 numbers, the most of any profile


FILES = one_of(lambda: (kind.name for kind in all_import_kinds()))


THINGS = one_of(lambda: (kind.name for kind in all_thing_kinds()))


def _segments() -> Codec:
    table = name_of(Segment)
    return Codec(
        lambda value, _row, places: rows_of(value, table, places),
        lambda value, _row, numbers: numbers_of(value, table, numbers),
        (table,),
    )


@tells
def tell_what_came_in() -> None:
    """Register imports, and leave out the models of their temporary state."""
    ended = [Import.LANDED, Import.REFUSED, Import.UNCHANGED]
    ended += [Import.FAILED, Import.CANCELLED]
    register(
        Import,
        ended={"state": ended},
        # A list of aliases names every run; findings quote the file.
        longest={"findings": 1_000_000, "params": 1_000_000},
        plain=("findings", "counts"),
        codecs={"kind": FILES, "params": import_params()},
        named=("filename",),
        file="sha256",
    )
    leave_out(ArrivingSegment, reason="only an unfinished import has them")
    leave_out(ArrivedPrompt, reason="the archive has a file for each of them")
    leave_out(TrackPrompt, reason="the archive has a file for each that was used")
    leave_out(UploadsMark, reason="the installation's own, and no track's")


@tells
def tell_of_topics() -> None:
    """Register topics, conversations and segments."""
    register(Conversation, longest={"title": "title"})
    register(
        PtkbStatement,
        under="conversation",
        most={"conversation": "statements"},
        longest={"text": "text"},
        together={"conversation": ("", "list_text")},
    )
    register(
        Topic,
        plain=("details",),
        most={"track": "topics", "conversation": "turns"},
        longest={"text": "text", "details": 200_000},
    )
    register(
        Subnarrative,
        under="topic",
        most={"topic": "subnarratives"},
        longest={"text": "text", "folded": 300_000},  # up to three letters for one
        together={"topic": ("", "list_text")},
    )
    worded: dict[str, str | int] = {"text": "text"}
    register(SubnarrativeWording, under="subnarrative", longest=worded)
    told = ("before", "after")
    lists = dict.fromkeys(told, WHOLE_LIST)
    register(SubnarrativeEdit, under="topic", plain=told, longest=lists)
    titles = {"title": "title", "url": "title", "headings": "text"}
    register(Segment, longest={"text": "passage", **titles})


@tells
def tell_what_was_submitted() -> None:
    """Register runs, their ranked lists and their responses."""
    register(Run, landed=("landed_at",), most={"track": "runs"})
    register(RunEdit, under="run", plain=("before", "after"))
    ranked = {"segment_ids": _segments(), "scores": ranked_scores()}
    rows: dict[str, str | int] = {"segment_ids": "rows", "scores": SCORES}
    register(RankedList, under="run", codecs=ranked, longest=rows)
    register(
        Response,
        under="run",
        codecs={"digest": HASH, "references": docids()},
        longest={"text": "text", "references": "references"},
    )
    register(PutAway, codecs={"what": THINGS})
    register(
        Sentence,
        under="response",
        most={"response": "sentences"},
        longest={"text": "text"},
        together={"response": ("", "text")},
    )
    register(Citation, under="sentence", most={"sentence": "citations"})
