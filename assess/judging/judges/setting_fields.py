"""The form fields of a new model judge's settings for each kind of label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms

from assess.judging.machine.readiness import SETTINGS
from assess.judging.machine.registry import Machine, Setting, all_machines
from runs.models import Track


def setting_fields(track: Track) -> dict[str, forms.Field]:
    """Return a field for each setting of the kinds that a track has."""
    return {
        name: forms.ChoiceField(
            label=f"{machine.kind.title}: {each.title.lower()}",
            choices=each.choices,
            initial=each.starts(track),
            required=False,
            help_text=each.says,
        )
        for name, machine, each in _settings(track)
    }


def with_settings(
    track: Track, parameters: Mapping[str, Any], data: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a judge's parameters with the chosen settings; its own ones come first."""
    given = parameters.get(SETTINGS, {})
    if not isinstance(given, dict):
        return dict(parameters)
    chosen: dict[str, dict[str, str]] = {}
    for name, machine, each in _settings(track):
        if data.get(name):
            chosen.setdefault(machine.kind.name, {})[each.name] = data[name]
    return {**parameters, SETTINGS: {**chosen, **given}}


def _settings(track: Track) -> Iterator[tuple[str, Machine, Setting]]:
    for machine in all_machines():
        if machine.settings and machine.kind.fits(track):
            for each in machine.settings:
                yield f"{machine.kind.name}_{each.name}", machine, each
