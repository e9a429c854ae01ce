"""The keys of every screen, and how a person moves them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_EVERY_WORK = {
    "?": "all keys",
    "!": "what is not sent yet",
    "l": "guidelines",
    "f": "flag or skip",
    "c": "comment",
    "/": "my terms",
    ";": "all keys, shown or folded",
    ",": "the marked word before",
    ".": "the next marked word",
}
_EVERY_LABEL = {
    **_EVERY_WORK,
    "Backspace": "take the label back",
    "u": "undo",
    "r": "your last labels",
    "Escape": "back to where I was",
    "ArrowLeft": "the item before",
    "ArrowRight": "the item after",
    "w": "show the topic’s words",
}
_EVERY_SHEET = {
    **_EVERY_LABEL,
    "ArrowUp": "the line above",
    "ArrowDown": "the line below",
    "h": "show the item’s words",
}
_RESPONSES = {**_EVERY_SHEET, "Enter": "the next response"}
_UNDO = {"u": "undo", "y": "redo"}
_EVERY_LIST = {
    **_EVERY_WORK,
    "v": "vital",
    "o": "okay",
    "0": "no importance",
    "x": "delete",
    "u": "undo",
    "y": "redo",
    "d": "done",
}
_PASSAGES = {"[": "the passage before", "]": "the next passage"}
_ORDER = {
    "e": "edit",
    "n": "new",
    "Shift+ArrowUp": "move up",
    "Shift+ArrowDown": "move down",
}
_ANSWER = {"p": "Markdown or plain text"}
_GRADING = {
    **{str(grade): f"grade {grade}" for grade in range(5)},
    **_EVERY_LABEL,
    "n": "a note",
    "h": "highlight",
}
_LIKELY = {"]": "the next likely paragraph", "[": "the likely paragraph before"}


def _shifted(key: str) -> str:
    """Return a command's key where letters tick: they run from a without a gap."""
    return f"Shift+{key}" if key in "cfhlnr" else key


SCREENS: dict[str, dict[str, str]] = {
    "your work": {
        "Enter": "continue with the first work",
        "!": "what is not sent yet",
        "t": "take shared work",
        "/": "search your work",
        **{str(place): f"open work {place} of the list" for place in range(1, 10)},
    },
    "relevance": _GRADING | _LIKELY,
    "relevance with sub-narratives": {
        "Enter": "accept the proposed grade",
        **{_shifted(key): does for key, does in _GRADING.items()},
        **_LIKELY,
    },
    "assignment": {
        "1": "support",
        "2": "partial support",
        "3": "no support",
        **_RESPONSES,
        **_ANSWER,
    },
    "exam": {
        **{str(grade): f"grade {grade}" for grade in range(6)},
        "Enter": "the next passage",
        "a": "the answer in the passage",
        **_EVERY_SHEET,
    },
    "uncited sentences": {
        "1": "needs a citation",
        "0": "needs no citation",
        **_RESPONSES,
    },
    "support": {
        "1": "full support",
        "2": "partial support",
        "3": "no support",
        "0": "needs no citation",
        **_RESPONSES,
        **_ANSWER,
    },
    "matching": {
        "1": "yes",
        "2": "no",
        **_EVERY_LABEL,
        **_ANSWER,
        "n": "a note",
        "g": "how to match",
    },
    "statements": {
        "1": "relevant",
        "2": "not relevant",
        "Enter": "the next turn",
        **_EVERY_SHEET,
    },
    "adjudication": {
        **{str(value): f"label {value}" for value in range(5)},
        **_EVERY_LABEL,
        **_ANSWER,
        "n": "a note",
    },
    "sub-narratives": {**_EVERY_LIST, **_ORDER},
    "nuggets": {
        **_EVERY_LIST,
        **_ORDER,
        **_PASSAGES,
        "s": "split",
        "m": "merge",
        "Space": "mark, to merge",
        "t": "map to a sub-narrative",
        "+": "a new sub-narrative",
        "g": "its next source",
        "p": "the passage, sentence by sentence",
        "PageDown": "scroll the passage down",
        "PageUp": "scroll the passage up",
        "i": "the topic, open or folded",
        "w": "what changed",
    },
    "questions": {
        **{key: _EVERY_WORK[key] for key in "?!/,."},
        "e": "edit",
        "n": "new",
        "x": "withdraw or restore",
        "t": "its facet",
        "k": "its accepted answers",
        "m": "merge",
        "Space": "mark, to merge",
        **_UNDO,
        "i": "the topic, open or folded",
        "w": "what would change",
    },
    "spans": {
        **_EVERY_LIST,
        **_PASSAGES,
        "Enter": "make a nugget",
        "m": "same as another nugget",
        "t": "map to a sub-narrative",
        "ArrowDown": "the next sentence",
        "ArrowUp": "the sentence before",
        "Shift+ArrowDown": "the next sentence as well",
        "Shift+ArrowUp": "a sentence less",
        "ArrowRight": "end a word later",
        "ArrowLeft": "end a word earlier",
        "Shift+ArrowRight": "begin a word later",
        "Shift+ArrowLeft": "begin a word earlier",
        "j": "the nugget below",
        "k": "the nugget above",
    },
    "answers": {
        **_EVERY_WORK,
        **_PASSAGES,
        "Enter": "write",
        "x": "the nugget is covered",
        "p": "the passage was used",
        "i": "cite the passage",
        **_UNDO,
        "ArrowUp": "the nugget above",
        "ArrowDown": "the nugget below",
        "d": "done",
    },
    "flag or skip": {
        **{str(place): f"reason {place}" for place in range(1, 7)},
        "s": "skip and continue",
    },
}
# Browsers use these keys to move between the options of a list, so none is movable.
_CHOOSE = dict.fromkeys(("ArrowUp", "ArrowLeft"), "choose the line above")
_CHOOSE |= dict.fromkeys(("ArrowDown", "ArrowRight"), "choose the line below")
FIXED: dict[str, dict[str, str]] = dict.fromkeys(
    ("sub-narratives", "nuggets", "questions"), _CHOOSE
)
_SIGNS = {
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "Backspace": "⌫",
    "Escape": "Esc",
    "PageUp": "PgUp",
    "PageDown": "PgDn",
}
_NAMED = ["Enter", "Space", *_SIGNS, "Delete", "Home", "End"]
_NAMES = {
    **{name.lower(): name for name in _NAMED},
    **{sign.lower(): name for name, sign in _SIGNS.items()},
    **{name.removeprefix("Arrow").lower(): name for name in _SIGNS},
}


class BadKey(Exception):
    """A text that names no key; the message says what would."""


class Clash(NamedTuple):
    """Two actions that one key would have on some screens; `asked` is the moved one."""

    asked: str
    pressed: str
    action: str
    other: str
    screens: tuple[str, ...]

    def __str__(self) -> str:
        """Return a sentence for the person that says what to do."""
        return (
            f"{write_key(self.pressed)} would be both “{self.action}” and "
            f"“{self.other}” on: {', '.join(self.screens)}. Choose another key, or "
            f"give “{self.other}” another one too."
        )


class KeyRow(NamedTuple):
    """A key as pages show it, with its effects: {action: the screens that have it}."""

    key: str
    actions: Mapping[str, list[str]]


def read_key(text: str) -> str:
    """Return the name of a key from what a person writes: `Z`, `enter`, `Shift ↑`.

    A character is its own name, in lower case. Raise BadKey if the text names no key.
    """
    words = text.replace("+", " + ").split() if len(text.strip()) > 1 else [text]
    parts = [word for word in words if word != "+"] or words
    shift = len(parts) == 2 and parts[0].lower() == "shift"
    last = parts[-1].lower()
    name = "Space" if text == " " else _NAMES.get(last, last.strip())
    known = name in _NAMED or (len(name) == 1 and name.isprintable())
    takes_shift = name in _NAMED or name.isalpha()
    if not known or len(parts) != 1 + shift or (shift and not takes_shift):
        raise BadKey(
            f"“{text}” is not a key: write one character, or Enter, Space, "
            "Backspace, Delete, Esc, Up, Down, Left, Right, Home, End, PageUp or "
            "PageDown; with Shift before it if you like, as in Shift Up."
        )
    return f"Shift+{name}" if shift else name


def write_key(key: str) -> str:
    """Return a key as pages show it; the inverse of `read_key`."""
    if len(key) == 1:
        return key
    return " ".join(_SIGNS.get(part, part) for part in key.split("+"))


def clashes(moved: Mapping[str, str]) -> list[Clash]:
    """Return the pairs of actions that would share a key on a screen after moves."""
    found: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for screen, clash in _clashes(moved):
        found[clash].append(screen)
    return [Clash(*clash, tuple(screens)) for clash, screens in found.items()]


def _clashes(
    moved: Mapping[str, str],
) -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    for screen, actions in SCREENS.items():
        fixed = FIXED.get(screen, {})
        reached = {key: (key, action) for key, action in fixed.items()}
        for key in sorted(actions, key=lambda key: key in moved):
            mine = moved.get(key, key)
            if mine in reached:
                yield screen, (key, mine, actions[key], reached[mine][1])
            reached.setdefault(mine, (key, actions[key]))


def all_keys() -> list[KeyRow]:
    """Return every key that can be moved, with all its effects."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for screen, actions in SCREENS.items():
        for key, action in actions.items():
            found[key][action].append(screen)
    return [KeyRow(key, {**actions}) for key, actions in found.items()]
