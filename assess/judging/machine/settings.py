"""Settings that a model judge keeps for one kind of label, fixed when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assess.judging.machine.readiness import SETTINGS, NotReady
from assess.judging.machine.registry import Machine, all_machines
from assess.judging.models import Judge
from runs.models import Track

Settings = dict[str, str]


class BadSetting(ValueError):
    """A setting that no kind of label has, or a combination that makes no sense."""


def settings_of(judge: Judge, machine: Machine) -> Settings:
    """Return a judge's settings for a kind; a baseline's are the usual ones.

    Raise NotReady for settings that this version does not know.
    """
    given = judge.parameters.get(SETTINGS, {}) if judge.kind == Judge.MODEL else {}
    try:
        return _checked(machine, _own(machine, given))
    except BadSetting as error:
        raise NotReady(f"{judge} cannot work. {error}") from error


def kept_settings(track: Track, given: object) -> dict[str, Settings]:
    """Return what a new judge keeps of given settings, by kind: all but usual values.

    What is not given begins as the track's profile says. Raise BadSetting.
    """
    if not isinstance(given, Mapping):
        raise BadSetting("The settings are an object for each kind of label.")
    machines = {each.kind.name: each for each in all_machines() if each.settings}
    unknown = sorted(map(str, given.keys() - machines.keys()))
    if unknown:
        raise BadSetting(f"No kind of label with settings is called {unknown[0]!r}.")
    found = {}
    for name, machine in machines.items():
        starts = {each.name: each.starts(track) for each in machine.settings}
        chosen = _checked(machine, starts | _own(machine, given))
        usual = {each.name: each.usual for each in machine.settings}
        if own := {key: value for key, value in chosen.items() if value != usual[key]}:
            found[name] = own
    return found


def _own(machine: Machine, given: object) -> Settings:
    """Return the settings given for one kind, numbers as texts."""
    if not isinstance(given, Mapping):
        raise BadSetting("The settings are an object for each kind of label.")
    own: Any = given.get(machine.kind.name, {})
    if not isinstance(own, Mapping):
        raise BadSetting(f"The settings of {machine.kind.name} are an object.")
    return {str(key): str(value) for key, value in own.items()}


def _checked(machine: Machine, own: Settings) -> Settings:
    known = {each.name: each for each in machine.settings}
    found = {each.name: each.usual for each in machine.settings} | own
    for name, value in found.items():
        if name not in known:
            raise BadSetting(f"{machine.kind.title} have no setting {name!r:.40}.")
        values = [key for key, _ in known[name].choices]
        if value not in values:
            listed = ", ".join(values)
            raise BadSetting(f"{name} must be one of {listed}, not {value!r:.40}.")
    if refusal := machine.refusal(found):
        raise BadSetting(refusal)
    return found


def settings_in_words(judge: Judge) -> list[tuple[str, str]]:
    """Return title and value of each setting of a judge that is not the usual one."""
    kept = judge.parameters.get(SETTINGS, {})
    found = []
    for machine in all_machines():
        own = kept.get(machine.kind.name, {}) if isinstance(kept, dict) else {}
        for each in machine.settings:
            words = dict(each.choices)
            if isinstance(own, dict) and own.get(each.name) in words:
                title = f"{machine.kind.title}: {each.title.lower()}"
                found.append((title, words[own[each.name]]))
    return found
