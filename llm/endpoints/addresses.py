"""The addresses of endpoints: private ones only where the operator allows them.

Whoever sets up an endpoint in the browser could otherwise make the server send requests
into its own network.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies

from django.conf import settings

PORTS = {"http": 80, "https": 443}


class PrivateAddress(Exception):
    """The host has a private address that the operator has not allowed."""

    is_sentence = True


def check_public(url: str) -> None:
    """Raise PrivateAddress unless all addresses of a URL's host may be called."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if _is_allowed(host):
        return
    try:
        found = socket.getaddrinfo(host, parts.port or PORTS[parts.scheme])
    except (OSError, UnicodeError, KeyError) as error:
        raise PrivateAddress(f"The host {host} cannot be found.") from error
    for *_, address in found:
        _check(host, str(address[0]))


def guard(url: str) -> Callable[[Any], None] | None:
    """Return a hook of the HTTP client that checks the address it has connected to.

    The name may have another address by then. None where nothing needs to be checked:
    an allowed host, or a proxy that decides by itself.
    """
    host = urlsplit(url).hostname or ""
    if _is_allowed(host) or getproxies():
        return None

    def trace(event: str, info: Mapping[str, Any]) -> None:
        if event == "connection.connect_tcp.complete":
            stream = info["return_value"]
            try:
                _check(host, str(stream.get_extra_info("server_addr")[0]))
            except PrivateAddress:
                stream.close()
                raise

    def watch(request: Any) -> None:  # noqa: ANN401 - the client's type
        request.extensions["trace"] = trace

    return watch


def _is_allowed(host: str) -> bool:
    return host.lower() in {each.lower() for each in settings.LLM_PRIVATE_HOSTS}


def _check(host: str, address: str) -> None:
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if not found.is_global or found.is_multicast:
        raise PrivateAddress(
            f"{host} is at a private address. An operator can allow it: add {host} to "
            "LLM_PRIVATE_HOSTS."
        )
