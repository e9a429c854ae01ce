"""A text with fixed choices is restricted to them in the database too."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db.models import CharField, CheckConstraint, Model, Q

OURS = ("accounts", "jobs", "llm", "runs", "assess", "nuggets")
# These are part of the condition on the whole row.
ELSEWHERE = {"assess.Judge.kind", "assess.Round.shows", "llm.Endpoint.key_from"}


def choices_of(model: type[Model]) -> Iterator[tuple[str, set[str]]]:
    for column in model._meta.concrete_fields:
        if isinstance(column, CharField) and column.choices:
            words = {str(word) for word, _said in column.flatchoices}
            yield column.name, words | ({""} if column.blank else set())


def held(model: type[Model], name: str) -> list[set[str]]:
    conditions = [
        each.condition
        for each in model._meta.constraints
        if isinstance(each, CheckConstraint)
    ]
    parts = [
        part for each in conditions if isinstance(each, Q) for part in each.children
    ]
    return [
        set(part[1])
        for part in parts
        if isinstance(part, tuple) and part[0] == f"{name}__in"
    ]


def test_every_choice_is_held_by_the_database() -> None:
    free = {
        f"{model._meta.label}.{name}"
        for app in OURS
        for model in apps.get_app_config(app).get_models()
        for name, words in choices_of(model)
        if words not in held(model, name)
    }
    assert free == ELSEWHERE
