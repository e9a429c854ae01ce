"""The pairs of topic and segment for which the RJ task asks judgments."""

from __future__ import annotations

from assess.exchange.exports.columns import check_words
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from assess.kinds.relevance.items import docids_of
from assess.kinds.relevance.kind import RELEVANCE
from runs.pools import pooled, rule_of, with_text


def make_pairs(wanted: Wanted) -> Export:
    """Return every pooled pair of the selected topics, by topic and docid."""
    topics = wanted.topic_names()
    pool = pooled(dict.fromkeys(topics, rule_of(wanted.track)))
    docids = docids_of(set().union(*pool.values()))
    rows = sorted(
        (topics[topic], docids[segment]) for topic in pool for segment in pool[topic]
    )
    if not rows:
        raise CannotExport("No run ranks or cites a segment yet: there is no pool.")
    check_words("topic", (topic for topic, _docid in rows))
    check_words("docid", (docid for _topic, docid in rows))
    bare = len(docids) - len(with_text(set(docids)))
    lines = (f"{topic}\t{docid}\n" for topic, docid in rows)
    return Export(
        iter([ExportFile("rj-pairs.tsv", lines)]),
        left_out=[
            LeftOut("segments without a text", bare, "in the file"),
            LeftOut(
                "topics without a pool",
                sum(not pool.get(topic) for topic in topics),
                "not in the file",
            ),
        ],
    )


PAIRS = register(
    Exporter(
        name="rj-pairs",
        title="RJ pairs",
        says="What the RJ task asks to be judged: topic and docid of each pooled "
        "segment.",
        parts=(),
        make=make_pairs,
        kind=RELEVANCE.name,
        reader="the participants of the RJ task",
    )
)
