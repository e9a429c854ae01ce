"""The people of the sample, and their passwords."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from accounts.models import User
from nuggets.sample.campaign import Campaign


def passwords_in(path: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the file's passwords by name; create a missing file, mode 0600.

    An existing file is not changed.
    """
    if not path.exists():
        _write_new(path, new_passwords(names))
    return dict(json.loads(path.read_text(encoding="utf-8")))


def new_passwords(names: Iterable[str]) -> dict[str, str]:
    """Return a random password for each name."""
    return {name: secrets.token_urlsafe(9) for name in names}


def shown(campaigns: Iterable[Campaign], passwords: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each name: its role in the first of the campaigns, password."""
    roles: dict[str, str] = {}
    for campaign in campaigns:
        for person in campaign.plan["people"]:
            roles.setdefault(person["name"], person["role"])
    for name, password in passwords.items():
        yield f"  {roles.get(name, ''):9}  {name}  {password}"


def _write_new(path: Path, passwords: Mapping[str, str]) -> None:
    """Write the whole file or none: a first start may be interrupted anywhere."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.touch(mode=0o600, exist_ok=False)
    part.write_text(json.dumps(dict(passwords), indent=1), encoding="utf-8")
    part.replace(path)


def make_people(campaign: Campaign, passwords: Mapping[str, str]) -> dict[str, User]:
    """Return the campaign's people by name; existing ones are not changed."""
    people = {}
    for person in campaign.plan["people"]:
        name = person["name"]
        people[name] = User.objects.filter(username=name).first() or _make(
            name, person["full_name"], passwords.get(name)
        )
    return people


def _make(name: str, full_name: str, password: str | None) -> User:
    first, _, last = full_name.partition(" ")
    return User.objects.create_user(
        name, password=password, first_name=first, last_name=last
    )
