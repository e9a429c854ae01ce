"""Files that were uploaded as another type: what they are, and where they belong."""

from __future__ import annotations

from typing import NamedTuple

from runs.imports.arrival import Incoming, Refused
from runs.imports.registry import get_import_kind, kinds_for
from runs.kernel.checks.decompression import UNREADABLE, unpack
from runs.kernel.guess.files import Chosen, other_kind
from runs.models import Run

HEAD = 64 * 1024  # bytes from which a file's kind is guessed
RANKING, ZIP = "ranking", "zip"  # a run in six columns; not a kind
# The description of a file, and its import command, by the kind that it looks like.
WHAT = {
    "topics": "topics",
    "conversations": "iKAT’s conversations",
    "run": "the responses of a run",
    RANKING: "a ranking in six columns",
    "rj": "an RJ file (a run’s relevance judgments)",
    "responses": "iKAT’s responses of many runs",
    "segments": "segments",
    "qrels": "qrels",
    "ptkb": "PTKB labels",
    "nuggets": "nuggets",
    "support": "support labels",
    "assignments": "assignments",
    ZIP: "a zip file",
}
COMMANDS = {
    "topics": "import_topics TRACK FILE",
    "conversations": "import_topics TRACK FILE",
    "run": "import_run TRACK FILE --task rag (or ag)",
    RANKING: "import_run TRACK FILE --task r",
    "rj": "import_rj TRACK FILE --judge NAME",
    "responses": "import_responses TRACK FILE",
    "segments": "import_segments TRACK FILE",
    "qrels": "import_qrels TRACK FILE --judge NAME",
    "ptkb": "import_ptkb TRACK FILE --judge NAME",
    "nuggets": "import_nuggets TRACK FILE --bank NAME",
    "support": "import_support TRACK FILE --judge NAME",
    "assignments": "import_assignments TRACK FILE --bank NAME --judge NAME",
}
TASKS = dict(Run.TASKS)
UNZIP = "Unpack it first, or bring it in under Archives if it is an archive of Assay."


class Other(NamedTuple):
    """A sentence that says what a file is; sure: it can be nothing else."""

    message: str
    sure: bool


def other_than_chosen(incoming: Incoming) -> Other | None:
    """Return what a file is if it looks like another type than the selected one.

    None if this module does not recognize the selected kind.
    """
    if _chosen(incoming) not in WHAT:
        return None
    head = _head(incoming)
    pattern = incoming.track.profile.runs.docid_pattern
    found = other_kind(head, Chosen(_chosen(incoming), pattern)) if head else None
    if found is None:
        return None
    where = UNZIP if found.kind == ZIP else _where(incoming, found.kind)
    message = f"This looks like {WHAT[found.kind]}. {where}"
    return Other(message, found.sure and not incoming.flag("own_scale"))


def refuse_another_kind(incoming: Incoming) -> None:
    """Raise Refused for a file that passed, but can only be of another kind."""
    other = other_than_chosen(incoming)
    if other and other.sure:
        raise Refused(other.message)


def _chosen(incoming: Incoming) -> str:
    kind = incoming.row.kind
    is_ranking = kind == "run" and incoming.param("task") == Run.R
    return RANKING if is_ranking else kind


def _where(incoming: Incoming, like: str) -> str:
    """Return where a type of file is imported: a command for commands, else a page."""
    kind = get_import_kind("run" if like == RANKING else like)
    if kind not in kinds_for(incoming.track):
        return "A track of this profile does not take it."
    if incoming.param("path"):
        return f"Import it with manage.py {COMMANDS[like]}."
    task = {RANKING: f" with task {TASKS['r']}", "run": f" with task {TASKS['rag']}"}
    return f"Import it as “{kind.title}”{task.get(like, '')}."


def _head(incoming: Incoming) -> str:
    """Return the beginning of the file, "" if it cannot be read."""
    try:
        with incoming.open() as source:
            head = unpack(source).read(HEAD)
    except (Refused, *UNREADABLE):
        return ""
    return head.decode(errors="replace").lstrip("\ufeff \r\n")
