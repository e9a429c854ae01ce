"""Assignment labels, a row each."""

from assess.exchange.exports.labels import export_labels
from nuggets.assignment.kind import ASSIGNMENT

ASSIGNMENT_LABELS = export_labels(
    ASSIGNMENT,
    {
        "topic": "response__topic__name",
        "run": "response__run__name",
        "nugget": "nugget__uuid",
        "text": "nugget__text",
    },
)
