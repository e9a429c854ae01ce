"""The nuggets of a response by a model, found in its text or requested again."""

from __future__ import annotations

from assess.judging.machine.calls import Asker
from llm.kernel.forms import lines_form, text_form
from llm.kernel.reply import BadReply, Read
from matching.kernel.spans import (
    NOTHING,
    Span,
    in_order,
    place_line,
    read_copy,
    read_spans,
)
from runs.models import Response

EXTRACT, COPY = "extract_nuggets", "copy_span"  # prompts/<name>.toml
PROMPTS = (EXTRACT, COPY)


def extract_by_model(response: Response, *, asker: Asker) -> tuple[Span, ...]:
    """Return a response's nuggets in the order of its text; lost ones come last.

    A line that is not in the text is requested once more. Raise ItemFailed if a call
    has no readable reply.
    """
    limits = response.topic.track.profile.limits
    ids = {"topic": str(response.topic.uuid), "response": str(response.uuid)}

    def parse(reply: str) -> Read[list[str]]:
        found = read_spans(reply)
        _check_size(found.value, limits["nuggets"], limits["list_text"])
        return found

    values = {"request": response.topic.text, "text": response.text}
    form = lines_form(parse, nothing=NOTHING)
    lines = asker.ask(EXTRACT, values, form, ids=ids).value
    placed = [place_line(line, response.text) for line in lines]
    return tuple(in_order([_again(each, response, asker, ids) for each in placed]))


def _check_size(lines: list[str], most: int, longest: int) -> None:
    if len(lines) > most:
        raise BadReply(f"The reply lists {len(lines):,} texts, more than {most:,}.")
    if sum(map(len, lines)) > longest:
        raise BadReply(f"The listed texts have more than {longest:,} characters.")


def _again(span: Span, response: Response, asker: Asker, ids: dict[str, str]) -> Span:
    if span.found != "not":
        return span
    values = {"text": response.text, "line": span.text}

    def parse(reply: str) -> Read[Span]:
        return Read(read_copy(reply, span, response.text))

    return asker.ask(COPY, values, text_form(parse, "text"), ids=ids).value
