"""JSON from scripts: limited in size and depth, and only valid characters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

LONGEST = 2 * 1024 * 1024  # bytes; a judging write has a few hundred


class TooLong(APIException):
    """The body is longer than any that our scripts send."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"The request is longer than {LONGEST:,} bytes."


class WholeJSONParser(JSONParser):
    """Rejects values that would fail later, in the response or the database."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - JSON
        """Return the JSON value; raise ParseError or TooLong."""
        body = stream.read(LONGEST + 1)
        if len(body) > LONGEST:
            raise TooLong
        try:
            value = super().parse(BytesIO(body), media_type, dict(parser_context or {}))
            json.dumps(value, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("The JSON is nested too deeply.") from error
        except UnicodeEncodeError as error:
            raise ParseError("The JSON contains half of a surrogate pair.") from error
        return value
