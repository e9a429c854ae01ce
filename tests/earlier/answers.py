"""The server's responses, as text that is the same each time."""

from __future__ import annotations

import gzip
import hashlib
import re
import zipfile
from io import BytesIO

from django.http.response import HttpResponseBase
from django.test import Client

# Parts of a page that are new on each request, and the folders of our own assets.
MASKED = (
    (r'(name="csrfmiddlewaretoken" value=")\w+', r"\1TOKEN"),
    (r'("X-CSRFToken": ")\w+', r"\1TOKEN"),
    (r'(\{"token": ")\w+', r"\1TOKEN"),
    (r'(name="key" value=")[0-9a-f-]{36}', r"\1KEY"),
    (r'(name="seed" value=")[0-9a-f]{16}', r"\1SEED"),
    (r'"/static/(?!vendor/|django_htmx/)[\w/]*/(\w+\.(?:css|js))"', r'"/static/\1"'),
    # Markup a tag a line, however its template is laid out.
    (r"(?<=>)\s*(?=<)", "\n"),
)
# Our own assets whose names are newer than the stored pages.
RENAMED = {
    "adjudicate": "adjudication",
    "assign": "assignment",
    "draw": "plots",
    "early": "early_keys",
    "handing": "allocations",
    "judged": "screen_parts",
    "spanning": "span_editor",
}
HEADERS = ("Content-Type", "Content-Disposition", "Location", "Vary")


def client_of(name: str) -> Client:
    """Return a browser in which a person is signed in."""
    from django.contrib.auth import get_user_model

    client = Client(raise_request_exception=False)
    client.force_login(get_user_model().objects.get(username=name))
    return client


def page(client: Client, address: str) -> str:
    """Return the text of a page that must exist."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.getvalue().decode()


def shown(answer: HttpResponseBase) -> str:
    """Return status, some headers and the content of a response, as text."""
    head = [str(answer.status_code)]
    head += [f"{name}: {answer[name]}" for name in HEADERS if name in answer]
    body: bytes = answer.getvalue()
    texts = "\n".join(
        text if name == "" else f"== {name}\n{text}"
        for name, text in files_in(body).items()
    )
    return "\n".join(head) + "\n\n" + masked(texts)


def masked(text: str) -> str:
    """Return a page without the parts that are new on each request."""
    for pattern, instead in MASKED:
        text = re.sub(pattern, instead, text)
    for old, new in RENAMED.items():
        text = re.sub(rf'"/static/{old}\.(css|js)"', rf'"/static/{new}.\1"', text)
    return text


def files_in(content: bytes, name: str = "") -> dict[str, str]:
    """Return the texts of a file by name; of a packed file, those inside."""
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(BytesIO(content)) as packed:
            return {
                inner: text
                for member in packed.namelist()
                for inner, text in files_in(packed.read(member), member).items()
            }
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    try:
        return {name: content.decode()}
    except UnicodeDecodeError:
        return {name: f"SHA-256 {hashlib.sha256(content).hexdigest()}"}
