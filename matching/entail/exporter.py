"""The export of entailment as label rows; a clear no has none."""

from assess.exchange.exports.labels import export_labels
from matching.entail.kind import ENTAIL

LABELS = export_labels(
    ENTAIL,
    {
        "topic": "response_nugget__response__topic__name",
        "run": "response_nugget__response__run__name",
        "response_nugget": "response_nugget__uuid",
        "span": "response_nugget__text",
        "nugget": "nugget__uuid",
        "text": "nugget__text",
    },
)
