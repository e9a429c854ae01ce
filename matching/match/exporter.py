"""The export of matches as label rows."""

from assess.exchange.exports.labels import export_labels
from matching.match.kind import MATCH

LABELS = export_labels(
    MATCH,
    {
        "topic": "response__topic__name",
        "run": "response__run__name",
        "nugget": "nugget__uuid",
        "text": "nugget__text",
    },
)
