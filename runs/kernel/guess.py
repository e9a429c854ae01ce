"""What a file looks like, so that one brought in as another kind is told apart."""

import re

from runs.kernel.assignments import MATCH_KEY

KEY = re.compile(r'"([^"\\]+)"\s*:')
GOLD = re.compile(r'"\[[0-9]+\]"\s*:\s*\{')
BY_RUN = re.compile(r'\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*"')
# The first set whose keys all occur names the kind.
BY_KEYS = (
    ("conversations", {"ptkb"}),
    ("conversations", {"turns"}),
    ("run", {"answer"}),
    ("run", {"references"}),
    ("assignments", {"nuggets", "assignment"}),
    ("nuggets", {"nuggets"}),
    ("segments", {"segment"}),
    ("segments", {"docid"}),
    ("topics", {"title"}),
)


def guess_kind(head: str) -> str | None:
    """Return the kind of file that starts so, None where it is like none of them.

    The kinds are those of imports; "ranking" is a run in six columns.
    """
    if head[:1] in ("{", "["):
        return _by_keys(head)
    line = head.split("\n", 1)[0]
    cells = line.split()
    if len(cells) == 2 and MATCH_KEY.fullmatch(cells[0]):
        return "assignments"
    if line.count("\t") == 1:
        return "topics"
    return {6: "ranking", 4: "qrels"}.get(len(cells))


def _by_keys(head: str) -> str | None:
    if GOLD.search(head):
        return "nuggets"
    keys = set(KEY.findall(head))
    for kind, wanted in BY_KEYS:
        if wanted <= keys:
            return kind
    return "responses" if BY_RUN.match(head) else None
