"""Hostile variants of a valid file: bytes, lines and JSON values that nobody expects.

A variant has a name, so that a failure says which one it was.
"""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Iterator

DEPTHS = (500, 900, 5_000)
WHOLE = 10**400  # no float holds it
VALUES: dict[str, str] = {
    "null": "null",
    "true": "true",
    "nothing": '""',
    "a blank": '" "',
    "a list": "[]",
    "an object": "{}",
    "a list of null": "[null]",
    "an object in a list": '[{"a": [{}]}]',
    "minus one": "-1",
    "a half": "0.5",
    "a huge row number": str(2**63),
    "a huge number": str(WHOLE),
    "a small number": str(-WHOLE),
    "more than a float": "1e400",
    "nearly infinite": "1e308",
    "NaN": "NaN",
    "too many digits": "9" * 5_000,
    "NUL": '"a\\u0000b"',
    "a lone surrogate": '"a\\ud800b"',
    "a long text": json.dumps("x" * 300),
    "a line break": '"a\\nb"',
    **{f"{depth} lists": "[" * depth + "]" * depth for depth in DEPTHS},
    **{f"{depth} objects": '{"a":' * depth + "0" + "}" * depth for depth in DEPTHS},
}
CELLS = ("", "null", "NaN", "inf", "1e400", "-1", "٣", "1_0", "9" * 5_000, "\ufeff")
SLOT = "\x01"  # stands for a value until it is JSON

Variant = tuple[str, bytes]
Path = tuple[str | int, ...]


def variants(content: str) -> Iterator[Variant]:
    """Yield every variant of a file."""
    yield from _of_bytes(content.encode())
    lines = content.splitlines()
    value = _json(content)
    if value is not None:
        yield from _of_json(value, "")
    elif isinstance(first := _json(lines[0]), dict | list):
        yield from _of_json(first, "\n" + "\n".join(lines[1:]))
    else:
        yield from _of_cells(lines)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _of_bytes(data: bytes) -> Iterator[Variant]:
    packed = gzip.compress(data, mtime=0)
    yield "empty", b""
    yield "blank", b"\n \n"
    yield "packed", packed
    yield "packed and cut", packed[: len(packed) // 2]
    yield "packed without its end", packed[:-8]
    yield "packed with a tail", packed + b"tail"
    yield "packed with a wrong sum", packed[:-8] + b"\0" * 8
    yield "packed twice", gzip.compress(packed)
    yield "a packed nothing", gzip.compress(b"")
    yield "cut", data[: len(data) // 2]
    yield "twice", data + b"\n" + data
    yield "BOM", b"\xef\xbb\xbf" + data
    yield "UTF-16", data.decode().encode("utf-16")
    yield "CRLF", data.replace(b"\n", b"\r\n")
    yield "CR", data.replace(b"\n", b"\r")
    yield "a NUL", data[:3] + b"\0" + data[3:]
    yield "half a character", data[:3] + b"\xe2\x82" + data[3:]
    yield "an encoded surrogate", data[:3] + b"\xed\xa0\x80" + data[3:]


def _of_json(value: object, rest: str) -> Iterator[Variant]:
    for path in _paths(value):
        where = "/".join(map(str, path))
        for name, written in VALUES.items():
            text = json.dumps(_with(value, path, SLOT))
            said = text.replace(json.dumps(SLOT), written, 1)
            yield f"{where}: {name}", (said + rest).encode()
        yield from _of_members(value, path, where, rest)


def _of_members(value: object, path: Path, where: str, rest: str) -> Iterator[Variant]:
    """Yield variants that lack the member, or have it twice, or one more."""
    inside = _at(value, path)
    if path and isinstance(path[-1], str):
        holder = copy.deepcopy(_at(value, path[:-1]))
        member = f"{json.dumps(path[-1])}: {json.dumps(inside)}"
        doubled = json.dumps(holder)[:-1] + f", {member}}}"
        text = json.dumps(_with(value, path[:-1], SLOT))
        yield (
            f"{where}: twice",
            (text.replace(json.dumps(SLOT), doubled, 1) + rest).encode(),
        )
        assert isinstance(holder, dict)
        del holder[path[-1]]
        less = json.dumps(_with(value, path[:-1], holder))
        yield f"{where}: missing", (less + rest).encode()
    if isinstance(inside, list):
        again = json.dumps(_with(value, path, inside * 2))
        yield f"{where}: repeated items", (again + rest).encode()
    if isinstance(inside, dict):
        for name, written in VALUES.items():
            text = json.dumps(_with(value, path, inside | {"more": SLOT}))
            said = text.replace(json.dumps(SLOT), written, 1)
            yield f"{where}/more: {name}", (said + rest).encode()


def _of_cells(lines: list[str]) -> Iterator[Variant]:
    gap = "\t" if "\t" in lines[0] else " "
    cells = lines[0].split(gap)
    for place in range(len(cells)):
        for cell in CELLS:
            changed = [*cells[:place], cell, *cells[place + 1 :]]
            said = "\n".join([gap.join(changed), *lines[1:]])
            yield f"[{place}]: {cell[:8]!r}", said.encode()
    for name, row in (("fewer", cells[:-1]), ("more", [*cells, "x"])):
        yield f"{name} cells", "\n".join([gap.join(row), *lines[1:]]).encode()


def _paths(value: object) -> Iterator[Path]:
    yield ()
    members: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    for key, member in members:
        yield from ((key, *path) for path in _paths(member))


def _at(value: object, path: Path) -> object:
    for key in path:
        value = value[key]  # type: ignore[index]
    return value


def _with(value: object, path: Path, new: object) -> object:
    if not path:
        return new
    changed = copy.deepcopy(value)
    _at(changed, path[:-1])[path[-1]] = new  # type: ignore[index]
    return changed
