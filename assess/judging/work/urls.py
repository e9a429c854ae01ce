"""The URLs of every type of judging, each below its allocation."""

from __future__ import annotations

from django.urls import URLPattern, path

from assess.judging.work import api, views
from assess.judging.work.desk import DESKS, Desk


def desk_addresses(namespace: str) -> list[URLPattern]:
    """Return the URLs of the pages of every desk in a namespace."""
    own = [desk for desk in DESKS if desk.namespace == namespace]
    return [address for desk in own for address in _addresses(desk)]


def api_addresses() -> list[URLPattern]:
    """Return the URLs at which scripts send the labels of every desk."""
    return [_api_address(desk) for desk in DESKS]


def _addresses(desk: Desk) -> list[URLPattern]:
    """Return the URLs of a desk, /work/<allocation>/<name>/ and below."""
    base = f"work/<uuid:allocation>/{desk.name}/"
    item = f"{base}<uuid:{desk.item}>/"
    own = {"desk": desk}
    return [
        path(base, views.resume, own, name=desk.name),
        path(f"{base}recent/", views.recent, own, name=f"{desk.name}_recent"),
        path(f"{base}finish/", views.finish, own, name=f"{desk.name}_finish"),
        path(item, views.item, own, name=f"{desk.name}_{desk.page or desk.item}"),
        path(f"{item}label/", views.label, own, name=f"{desk.name}_label"),
    ]


def _api_address(desk: Desk) -> URLPattern:
    """Return the URL at which scripts send a desk's labels.

    It is /api/work/<allocation>/<kind>/.
    """
    name = desk.work
    address = f"work/<uuid:allocation>/{name}/"
    return path(address, api.label, {"desk": desk}, name=name)
