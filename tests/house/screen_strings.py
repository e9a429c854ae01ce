"""Every string on screen: `python -m tests.house.screen_strings` prints the list."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
APPS = (
    *("accounts", "assess", "config", "exams", "jobs"),
    *("llm", "manual", "matching", "nuggets", "runs"),
)
UNSHOWN = {"migrations", "commands", "metrics.py", "operations", "launch", "prompts"}
ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "data-says", "data-empty"}
HEADS = {"h1", "h2", "h3", "h4", "button", "legend", "caption", "summary", "th", "dt"}

_COMMENT = re.compile(r"\{% comment.*?endcomment %\}|\{#.*?#\}", re.DOTALL)
_BREAK = re.compile(r"\{%\s*(?:el|if|endif|for|endfor|empty).*?%\}")
_STATE = re.compile(r'\{% empty_state "([^"]*)"(?: "([^"]*)")?.*?%\}')
_TAG, _VALUE = re.compile(r"\{%.*?%\}"), re.compile(r"\{\{.*?\}\}")
_JS_COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.MULTILINE)
_JS_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_HOLE = re.compile(r"\$\{[^{}]*\}")
_WORDS = re.compile(r"[A-Za-z’']{2,} [A-Za-z{“]|^[A-Z][a-z]+[.:]?$")
_CODE = re.compile(r"[<>=\[\]]|^[.#:]|^\w+\.\w+$|::|\(\?|SELECT |%\w+%")


class ScreenString(NamedTuple):
    """A string, the file that has it, and its element where it is one of HEADS."""

    path: str
    text: str
    head: str = ""


def screen_strings() -> Iterator[ScreenString]:
    """Return the strings of templates, then of Python, then of scripts."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from _of_template(_name(path), path.read_text())
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not UNSHOWN & set(path.parts):
                yield from _of_module(_name(path), path.read_text())
    for path in sorted((ROOT / "static").rglob("*.js")):
        if "vendor" not in path.parts:
            yield from _of_script(_name(path), path.read_text())


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


class _Texts(HTMLParser):
    """Collects the texts and the shown attributes of one template."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.head = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in HEADS:
            self.head = tag
        self.found += [("", text or "") for name, text in attrs if name in ATTRIBUTES]

    def handle_endtag(self, tag: str) -> None:
        if tag == self.head:
            self.head = ""

    def handle_data(self, data: str) -> None:
        self.found.append((self.head, data))


def _of_template(path: str, source: str) -> Iterator[ScreenString]:
    texts = _Texts()
    source = _STATE.sub(r"<h2>\1</h2><button>\2</button>", source)
    source = _VALUE.sub("…", _BREAK.sub("\0", _COMMENT.sub("", source)))
    texts.feed(_TAG.sub("", source))
    for head, text in texts.found:
        for part in text.split("\0"):
            words = " ".join(part.split())
            if re.search(r"[A-Za-z]{2}", words):
                yield ScreenString(path, words, head)


def _of_module(path: str, source: str) -> Iterator[ScreenString]:
    tree = ast.parse(source)
    unshown = {id(node) for each in ast.walk(tree) for node in _unshown(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            unshown |= {id(part) for part in node.values}
            text = "".join(_part(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if id(node) not in unshown and _is_shown(text):
            yield ScreenString(path, " ".join(text.split()))


def _unshown(node: ast.AST) -> list[ast.AST]:
    """Return docstrings, and what is only logged or raised for developers."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return [node.value]
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("logger."):
        return list(ast.walk(node))
    return []


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "…"


def _of_script(path: str, source: str) -> Iterator[ScreenString]:
    for match in _JS_STRING.finditer(_JS_COMMENT.sub("", source)):
        text = _HOLE.sub("…", match[1] or match[2] or "")
        if _is_shown(text):
            yield ScreenString(path, " ".join(text.split()))


def _is_shown(text: str) -> bool:
    return bool(_WORDS.search(text)) and not _CODE.search(text)


def main() -> None:
    """Print every string with its file, without repetition."""
    for path, text in dict.fromkeys(each[:2] for each in screen_strings()):
        sys.stdout.write(f"{path}\t{text}\n")


if __name__ == "__main__":
    main()
