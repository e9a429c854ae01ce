"""The contents of archives that belong to analysis."""

from __future__ import annotations

import re
from typing import Any

from assess.analysis.models import DefaultCondition
from assess.exchange.archive.format.codecs import BadValue, Codec, Places, Row
from assess.exchange.archive.format.tables import register

_CHOICE = r"(?:condition|bank|judge)=[0-9a-f-]{36}"
QUERY = re.compile(rf"(?:{_CHOICE}(?:&{_CHOICE})*)?")


def _query() -> Codec:
    """Return the codec of a condition's query: public ids by name, or nothing."""

    def read(value: Any, _row: Row, _places: Places) -> str:  # noqa: ANN401
        if not isinstance(value, str) or not QUERY.fullmatch(value):
            raise BadValue("the names and UUIDs of a condition, or nothing")
        return value

    return Codec(read)


register(DefaultCondition, codecs={"query": _query()}, named=("says",))
