"""Support labels, a row each; round 1 is over a shown model's labels."""

from assess.exchange.exports.labels import export_labels
from assess.kinds.support.kind import SUPPORT

SUPPORT_LABEL_ROWS = export_labels(
    SUPPORT,
    {
        "topic": "citation__sentence__response__topic__name",
        "run": "citation__sentence__response__run__name",
        "sentence": "citation__sentence__position",
        "citation": "citation__position",
        "docid": "citation__segment__docid",
    },
)
