"""The addresses of a kind of judging, all below its allocation."""

from __future__ import annotations

from django.urls import URLPattern, path

from assess.judging.work import api, views
from assess.judging.work.desk import Desk


def addresses(desk: Desk, *, below: str) -> list[URLPattern]:
    """Return the pages of a desk, /work/<allocation>/<below>/ and what follows."""
    base = f"work/<uuid:allocation>/{below}/"
    item = f"{base}<uuid:{desk.item}>/"
    own = {"desk": desk}
    return [
        path(base, views.resume, own, name=desk.name),
        path(f"{base}recent/", views.recent, own, name=f"{desk.name}_recent"),
        path(f"{base}finish/", views.finish, own, name=f"{desk.name}_finish"),
        path(item, views.item, own, name=f"{desk.name}_{desk.page or desk.item}"),
        path(f"{item}label/", views.label, own, name=f"{desk.name}_label"),
    ]


def api_addresses(desk: Desk) -> list[URLPattern]:
    """Return where scripts send a desk's labels, /api/work/<allocation>/<kind>/."""
    name = desk.work_kind
    address = f"work/<uuid:allocation>/{name}/"
    return [path(address, api.label, {"desk": desk}, name=name)]
