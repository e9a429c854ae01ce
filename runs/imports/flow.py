"""The way of every import: check all, write in the dark, land in one update."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from jobs.registry import JobError, job_kind
from jobs.running import Cancelled, LostLease, Running, Stopping
from runs.imports.incoming import Incoming, Refused, Unchanged
from runs.imports.registry import ImportKind, get_import_kind
from runs.kernel.findings import BadFile, Finding, Report
from runs.models import Import


@job_kind("import", title="Import")
def run_import(running: Running) -> Mapping[str, object]:
    """Bring one file in; a second run of the same import starts it afresh."""
    row = Import.objects.select_related("track").get(uuid=str(running.params["import"]))
    if row.is_in:
        return {"state": row.state, "link": _link(row)}
    incoming = Incoming(row, running)
    kind = get_import_kind(row.kind)
    try:
        _bring_in(kind, incoming)
    except Unchanged:
        _end(incoming, Import.UNCHANGED)
    except (BadFile, Refused) as error:
        _give_up(kind, incoming, Import.REFUSED, refusal=error)
        raise JobError(f"{row.filename} was not accepted: {error}") from error
    except Cancelled:
        _give_up(kind, incoming, Import.CANCELLED)
        raise
    except (LostLease, Stopping):
        raise  # whoever takes the job over starts it afresh
    except Exception:
        _give_up(kind, incoming, Import.FAILED)
        raise
    return {"state": row.state, "link": _link(row), **row.counts}


def _give_up(
    kind: ImportKind,
    incoming: Incoming,
    state: str,
    *,
    refusal: Exception | None = None,
) -> None:
    kind.importer.discard(incoming)
    _end(incoming, state, refusal=refusal)


def _link(row: Import) -> str:
    return reverse("runs:import", args=(row.track.uuid, row.uuid))


def _bring_in(kind: ImportKind, incoming: Incoming) -> None:
    kind.importer.discard(incoming)
    _state(incoming, Import.CHECKING)
    plan = kind.importer.check(incoming)
    incoming.report.raise_if_errors()
    _state(incoming, Import.WRITING)
    counts = kind.importer.write(incoming, plan)
    with transaction.atomic():
        incoming.running.fence()
        kind.importer.land(incoming, plan)
        _end(incoming, Import.LANDED, counts=counts)


def _state(incoming: Incoming, state: str) -> None:
    incoming.row.state = state
    incoming.row.save(update_fields=["state"])


def _end(
    incoming: Incoming,
    state: str,
    *,
    counts: Mapping[str, int] | None = None,
    refusal: Exception | None = None,
) -> None:
    row = incoming.row
    row.state, row.counts = state, dict(counts or {})
    row.findings = findings_of(incoming.report)
    if isinstance(refusal, Refused):
        row.findings.insert(0, _sentence(str(refusal)))
    row.finished_at = timezone.now()
    row.save(update_fields=["state", "counts", "findings", "finished_at"])


def findings_of(report: Report) -> list[dict[str, Any]]:
    """Return a report as rows for pages and commands: one a kind, with examples."""
    return [
        {
            "severity": group.severity,
            "kind": group.kind,
            "message": group.message,
            "count": group.total,
            "examples": [_example(finding) for finding in group.examples],
        }
        for group in report.groups()
    ]


def _example(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.line,
        "field": finding.field,
        "found": finding.found,
        "expected": finding.expected,
        "text": str(finding),
    }


def _sentence(message: str) -> dict[str, Any]:
    return {
        "severity": "error",
        "kind": "refused",
        "message": message,
        "count": 1,
        "examples": [],
    }
