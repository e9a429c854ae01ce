"""The pages of the sample, as each of its people sees them."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import islice, product
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit
from uuid import UUID

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.earlier.answers import client_of, shown

PEOPLE = ("omar", "ada", "bea", "vera", "root", "nobody")
# The number of pages of a pattern: pages that differ in ids, and those that also differ
# in the names of a query. For other people, one page.
OF_A_KIND = {"omar": 2, "ada": 3, "bea": 1}
OF_ADDRESSES = {"omar": 3, "ada": 6, "bea": 2}
TRIES = 60
LINK = re.compile(r'\b(?:href|hx-get|src)="([^"#]+)')
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# They check the servers, report on this process, or have the guides of docs/.
LEFT_OUT = ("/health/", "/metrics/", "/static/", "/accounts/sign-out/", "/manual/")


class Asking(HTMLParser):
    """Reads the addresses of a page's GET forms, as they are filled in."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.action: str | None = None
        self.filled: dict[str, str] = {}
        self.select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "get") == "get":
            self.action, self.filled = given.get("action", ""), {}
        elif tag == "input" and given.get("name"):
            if given.get("type") not in {"checkbox", "radio"} or "checked" in given:
                self.filled[given["name"]] = given.get("value", "")
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and (
            "selected" in given or self.select not in self.filled
        ):
            self.filled[self.select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.action is not None:
            self.found.append(f"{self.action}?{urlencode(self.filled)}")
            self.action = None


Values = dict[str, dict[str, None]]


def read_pages(addresses: Iterable[str]) -> dict[str, str]:
    """Request addresses, each after the name of its person; return the responses."""
    clients = {name: client_for(name) for name in PEOPLE}
    found = {}
    for asked in addresses:
        name, address = asked.split(" ")
        found[asked] = shown(clients[name].get(address))
    return found


def client_for(name: str) -> Client:
    """Return the browser of one of PEOPLE."""
    if name == "nobody":
        return Client(raise_request_exception=False)
    return client_of(name)


def find_pages() -> list[str]:
    """Return linked addresses, and one of each type without a link."""
    values: Values = {}
    linked = {name: list(_linked(client_for(name), values, name)) for name in PEOPLE}
    found = []
    for name, addresses in linked.items():
        known = {_route(address) for address in addresses}
        others = _others(client_for(name), known, values)
        found += [f"{name} {address}" for address in [*addresses, *others]]
    organizers = {_route(address) for address in linked["omar"]}
    return [each for each in found if not _is_again(each, organizers)]


def _is_again(asked: str, organizers: set[str]) -> bool:
    """Return whether it is the superuser's view of what the organizer saw."""
    name, address = asked.split(" ")
    return name == "root" and "/tracks/" in address and _route(address) in organizers


def _linked(client: Client, values: Values, name: str) -> Iterator[str]:
    """Yield the addresses linked from a person's home, a few of each type."""
    waiting, seen, kinds = ["/"], set[str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        if address in seen or not _is_ours(address):
            continue
        seen.add(address)
        place, kind = _kinds(address) if name in OF_A_KIND else [_route(address)] * 2
        if kinds[kind] == OF_A_KIND.get(name, 1):
            continue
        if kinds[place] == OF_ADDRESSES.get(name, 1):
            continue
        for parameter, value in resolve(urlsplit(address).path).kwargs.items():
            values.setdefault(parameter, {})[str(value)] = None
        answer = client.get(address)
        yield address
        if "Location" in answer:  # such as work, which redirects to its own screen
            waiting.append(_absolute(address, answer["Location"]))
            continue
        kinds.update({kind, place})
        content = answer.getvalue()
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            links = [*LINK.findall(content.decode()), *Asking(content.decode()).found]
            waiting += dict.fromkeys(_absolute(address, link) for link in links)


def _absolute(address: str, link: str) -> str:
    return urljoin(address, html.unescape(link)).partition("#")[0]


def _is_ours(address: str) -> bool:
    """Return whether to request it; `read_exports` requests packed files."""
    ours = address.startswith("/") and not address.startswith(LEFT_OUT)
    return ours and not address.endswith("zip=1")


def _kinds(address: str) -> tuple[str, str]:
    """Return what addresses share that differ in ids and queries, and only in ids."""
    path, query = urlsplit(address).path, urlsplit(address).query
    words = [str(v) for v in resolve(path).kwargs.values() if not isinstance(v, UUID)]
    place = " ".join([_route(address), *words])
    names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
    return place, f"{place}?{'&'.join(names)}"


def _route(address: str) -> str:
    """Return the pattern of the URLconf that an address has."""
    return resolve(urlsplit(address).path).route


def _others(client: Client, known: set[str], values: Values) -> Iterator[str]:
    """Yield a working address for each pattern without a link."""
    for route in _routes(get_resolver().url_patterns, ""):
        if route in known or f"/{route}".startswith(LEFT_OUT):
            continue
        names = list(dict.fromkeys(PARAMETER.findall(route)))
        for chosen in islice(product(*(values.get(n, ()) for n in names)), TRIES):
            filled = dict(zip(names, chosen, strict=True))
            address = f"/{PARAMETER.sub(lambda name: filled[name[1]], route)}"  # noqa: B023
            status = client.get(address).status_code
            if status not in (404, 405):
                yield address
            if status != 404:
                break


def _routes(patterns: list[URLPattern | URLResolver], above: str) -> Iterator[str]:
    for each in patterns:
        route = f"{above}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        else:
            yield route
