"""The export of lists of sub-narratives."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Option,
    Wanted,
    register,
)
from assess.kinds.kernel.subnarrative_lists import (
    CannotWriteLine,
    ListedPart,
    TopicParts,
    write_jsonl,
    write_tsv,
)
from runs.models import Subnarrative

FORM = Option(
    "form",
    "Form",
    (("jsonl", "JSONL, a line a topic"), ("tsv", "TSV, a line a sub-narrative")),
)


def make_subnarratives(wanted: Wanted) -> Export:
    """Return the current list of each topic that has one."""
    lists = list(_lists(wanted))
    if not lists:
        raise CannotExport("None of these topics has sub-narratives.")
    if wanted.option(FORM) == "jsonl":
        lines = list(write_jsonl(lists))
        return Export(iter([ExportFile("sub-narratives.jsonl", lines)]))
    try:
        lines = list(write_tsv(lists))
    except CannotWriteLine as error:
        raise CannotExport(
            "A tab or a line break in a sub-narrative would break the columns. Choose "
            "JSONL, or reword it.",
            [str(error)],
        ) from error
    added = sum(part.added for each in lists for part in each.parts)
    left_out = [LeftOut("marks “added while mapping”", added, "the JSONL has them")]
    return Export(iter([ExportFile("sub-narratives.tsv", lines)]), left_out=left_out)


def _lists(wanted: Wanted) -> Iterator[TopicParts]:
    names = wanted.topic_names()
    found: dict[int, list[ListedPart]] = {}
    live = Subnarrative.objects.live().filter(topic__track=wanted.track)
    for part in live.filter(wanted.where("topic")):
        row = ListedPart(part.text, part.importance, part.added)
        found.setdefault(part.topic_id, []).append(row)
    for topic in sorted(found.keys() & names.keys(), key=names.__getitem__):
        yield TopicParts(None, names[topic], tuple(found[topic]))


SUBNARRATIVES = register(
    Exporter(
        name="subnarratives",
        title="Sub-narratives",
        says="The current list of each topic, which can be imported again.",
        parts=(),
        make=make_subnarratives,
        options=(FORM,),
    )
)
