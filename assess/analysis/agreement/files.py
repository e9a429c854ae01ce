"""The tables of agreement as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from assess.analysis.agreement.page import topics_by_number
from assess.analysis.agreement.questions import AgreementQuestion, answered
from assess.analysis.agreement.tables import (
    Cells,
    cut_rows,
    figure_rows,
    matrix_rows,
    topic_rows,
)

TABLES = ("figures", "matrix", "topics", "cuts")


def rows_of(question: AgreementQuestion, table: str) -> Iterator[Cells]:
    """Return the rows of one table of an answer, its heading first."""
    found = answered(question)
    if table == "matrix":
        return matrix_rows(found, question.sides)
    if table == "cuts":
        return cut_rows(found, question.sides)
    if table == "topics":
        numbers = topics_by_number(question.track)
        names = {pk: topic.name for pk, topic in numbers.items()}
        return topic_rows(found, question.sides, names)
    return figure_rows(found, question.sides)
