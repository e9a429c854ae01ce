"""Import a file as its form would, and count the rows of the database."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.apps import apps
from django.db import connection
from django.utils import timezone

from jobs.models import Job
from jobs.run import run_here
from runs.actions.imports import create_import
from runs.models import Import, Track
from runs.uploads import store_upload

DOCID = "msmarco_v2.1_doc_07_{0}#0_{0}"
OWN = {"import", "job", "jobfailure", "session", "contenttype", "permission", "tries"}


def queue_import(
    track: Track, kind: str, content: bytes | str, **params: object
) -> tuple[Import, Job]:
    """Store the content and queue its import."""
    data = content.encode() if isinstance(content, str) else content
    return create_import(
        track,
        kind,
        store_upload([data]),
        filename=f"{kind}.txt",
        params=params,
        by=None,
        now=timezone.now(),
    )


def bring_in(track: Track, kind: str, content: bytes | str, **params: object) -> Import:
    """Import the content in this process; return the finished import."""
    row, job = queue_import(track, kind, content, **params)
    run_here(job)
    row.refresh_from_db()
    return row


def sentence(row: Import) -> str:
    """Return the sentence with which a file was refused."""
    assert row.state == Import.REFUSED, (row.state, row.findings)
    assert row.findings[0]["kind"] == "refused", row.findings
    message: str = row.findings[0]["message"]
    return message


def found(row: Import) -> dict[str, list[int | None]]:
    """Return the lines of each type of finding."""
    return {
        finding["kind"]: [example["line"] for example in finding["examples"]]
        for finding in row.findings
    }


def row_counts() -> dict[str, int]:
    """Return the number of rows of each table, except those about imports."""
    models = [m._meta for m in apps.get_models() if m._meta.model_name not in OWN]
    counts = [f'(SELECT count(*) FROM "{m.db_table}")' for m in models]  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(counts)}")
        numbers = cursor.fetchone()
    return {m.label: number for m, number in zip(models, numbers, strict=True)}


def answer(
    topic: str,
    *texts: str,
    tag: str = "tides-a",
    cites: Sequence[int] = (0,),
    team: str = "t1",
    type: str = "automatic",
) -> str:
    """Return one line of a RAG run in the format of 2025."""
    return json.dumps(
        {
            "metadata": {
                "team_id": team,
                "run_id": tag,
                "type": type,
                "narrative_id": topic,
            },
            "references": [DOCID.format(1), DOCID.format(2)],
            "answer": [{"text": text, "citations": list(cites)} for text in texts],
        }
    )


def ranking(*rows: tuple[str, int, float], tag: str = "bm25") -> str:
    """Return a run in six columns; each row is topic, number of a docid, score."""
    ranks: dict[str, int] = {}
    lines = []
    for topic, docid, score in rows:
        ranks[topic] = ranks.get(topic, 0) + 1
        lines.append(f"{topic} Q0 {DOCID.format(docid)} {ranks[topic]} {score} {tag}")
    return "\n".join(lines) + "\n"
