"""The prompts that a track's judges and calls used, in their versions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from assess.exchange.archive.format.tables import get_table, name_of
from assess.exchange.models import ArrivedPrompt
from assess.judging.models import Judge, TrackPrompt
from assess.judging.prompts.versions import prompt_of
from llm.kernel.prompt import BadPrompt, Prompt, read_prompt
from llm.models import Call
from llm.registry import UnknownPrompt, prompt_named
from runs.models import Track


class Used(NamedTuple):
    """A prompt by name and version."""

    name: str
    version: str


def used_prompts(track: Track, using: str) -> list[Used]:
    """Return the prompts to which the track's judges are fixed, or its calls used."""
    calls = get_table(name_of(Call)).of(track, using).order_by()
    found = set(calls.values_list("prompt_name", "prompt_version").distinct())
    judges = get_table(name_of(Judge)).of(track, using)
    for pinned in judges.values_list("prompts", flat=True):
        found |= {(name, str(version)) for name, version in pinned.items()}
    return sorted(Used(*each) for each in found)


def prompt_text(track: Track, used: Used, using: str) -> bytes | None:
    """Return a prompt's text as JSON: the track's imported one, else ours.

    None if neither has that version.
    """
    came = ArrivedPrompt.objects.using(using).filter(track=track, **used._asdict())
    if text := came.values_list("text", flat=True).first():
        return text.encode()
    own = TrackPrompt.objects.using(using).filter(track=track, **used._asdict())
    try:
        if (row := own.first()) is not None:
            return _written(prompt_of(row))
        prompt = prompt_named(used.name)
    except (UnknownPrompt, BadPrompt):
        return None
    return _written(prompt) if prompt.version == used.version else None


def keep_prompts(track: Track, prompts: Mapping[Used, bytes]) -> None:
    """Store the prompts that came with a track, once it exists."""
    ArrivedPrompt.objects.bulk_create(
        ArrivedPrompt(track=track, text=text.decode(), **used._asdict())
        for used, text in prompts.items()
    )


def check_prompt(used: Used, text: bytes) -> str | None:
    """Return what is wrong with a prompt's file; None if nothing is."""
    try:
        said = json.loads(text)
        prompt = read_prompt(used.name, said)
    except (ValueError, RecursionError, AttributeError) as error:
        return str(error)
    if (said.get("name"), prompt.version) != used:
        return f"it is not {used.name} of version {used.version}"
    return None


def prompt_member(used: Used, text: bytes) -> str:
    """Return the name of a prompt's file in an archive."""
    return f"prompts/{used.name}-{hashlib.sha256(text).hexdigest()[:16]}.json"


def _written(prompt: Prompt) -> bytes:
    said: dict[str, Any] = asdict(prompt)
    text = json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True)
    return text.encode() + b"\n"
