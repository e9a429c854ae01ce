"""Exports of exam grades: label rows."""

from assess.exchange.exports.labels import export_labels
from exams.grading.kind import EXAM

LABELS = export_labels(
    EXAM,
    {
        "topic": "question__topic__name",
        "question": "question__uuid",
        "question_id": "question__external_id",
        "passage": "passage__uuid",
        "docid": "passage__segment__docid",
        "run": "passage__response__run__name",
    },
)
