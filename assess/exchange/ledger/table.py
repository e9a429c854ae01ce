"""The table of a track's calls."""

from __future__ import annotations

from config.tables.definitions import Column, Table, filter_by
from llm.models import CallState
from llm.registry import prompt_names


def calls_table() -> Table:
    """Return the table of calls."""
    prompts = [(name, name) for name in prompt_names()]
    return Table(
        "calls",
        "call",
        "calls",
        "assess/exchange/ledger/_call_row.html",
        (
            Column("started", "Begun", "started_at", most_first=True),
            Column("prompt", "Prompt", "prompt_name"),
            Column("model", "Model", "model"),
            Column("state", "State", "state"),
            Column("reply", "Reply"),
            _number("attempt", "Attempt", "attempt"),
            _number("asked", "Prompt tokens", "prompt_tokens"),
            _number("replied", "Reply tokens", "completion_tokens"),
            _number("cost", "Cost", "cost"),
            _number("seconds", "Seconds", "seconds"),
        ),
        searched=("prompt_name", "model", "reply", "error"),
        filters=(
            filter_by("state", "State", CallState.choices),
            filter_by("prompt_name", "Prompt", prompts, name="of"),
        ),
    )


def _number(name: str, title: str, by: str) -> Column:
    return Column(name, title, by, is_number=True, most_first=True)
