"""The export of labels of need; what they change is in the files of support."""

from assess.exchange.exports.labels import export_labels
from assess.kinds.need.kind import NEED

NEED_LABELS = export_labels(
    NEED,
    {
        "topic": "sentence__response__topic__name",
        "run": "sentence__response__run__name",
        "sentence": "sentence__position",
    },
)
