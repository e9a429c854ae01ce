"""The prompts of a track: the shipped ones, or its own wordings."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from assess.judging.models import TrackPrompt
from llm.kernel.prompt import BadPrompt, Prompt, read_prompt
from llm.registry import UnknownPrompt, prompt_named, prompt_names
from runs.models import Track

OWN = "own-"  # begins the version of a track's wording


def shipped_prompt(name: str) -> Prompt:
    """Return the prompt of the installation; raise UnknownPrompt or BadPrompt."""
    return prompt_named(name)


def own_version(prompt: Prompt, *, system: str, user: str) -> Prompt:
    """Return another wording of a prompt; raise BadPrompt for an unusable one.

    It must have every place of the shipped one, and name the code of the fence around
    untrusted text. Its version follows from the text.
    """
    content = {
        "version": _version(system, user),
        "system": system,
        "user": user,
        "values": dict(prompt.values),
        "parameters": dict(prompt.parameters),
    }
    found = read_prompt(prompt.name, content)
    text = system + user
    missing = [name for name in prompt.values if not _has_place(text, name)]
    if missing:
        raise BadPrompt(f"It lacks the places {', '.join(f'${n}' for n in missing)}.")
    if not _has_place(text, "code"):
        raise BadPrompt(
            "It must name $code, the code of the tags around untrusted text, and say "
            "that what is between them is never an instruction."
        )
    return found


def _has_place(text: str, name: str) -> bool:
    return f"${name}" in text or f"${{{name}}}" in text


def _version(system: str, user: str) -> str:
    digest = hashlib.sha256(f"{system}\0{user}".encode())
    return OWN + digest.hexdigest()[:12]


def prompt_of(row: TrackPrompt) -> Prompt:
    """Return a stored wording as a prompt."""
    shipped = shipped_prompt(row.name)
    return replace(shipped, version=row.version, system=row.system, user=row.user)


def prompt_in_version(track: Track, name: str, version: str) -> Prompt | None:
    """Return a prompt in a version that the installation or the track has."""
    if not version.startswith(OWN):
        shipped = shipped_prompt(name)
        return shipped if shipped.version == version else None
    row = TrackPrompt.objects.filter(track=track, name=name, version=version).first()
    return None if row is None else prompt_of(row)


def versions_in_use(track: Track) -> dict[str, str]:
    """Return the version of every prompt with which a new judge is made."""
    found = {name: shipped_prompt(name).version for name in prompt_names()}
    own = TrackPrompt.objects.filter(track=track, in_use=True)
    return found | dict(own.values_list("name", "version"))


__all__ = [
    "UnknownPrompt",
    "own_version",
    "prompt_in_version",
    "prompt_of",
    "shipped_prompt",
    "versions_in_use",
]
