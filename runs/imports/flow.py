"""The procedure of every import: check all, write hidden rows, show them at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from jobs.registry import JobError, job_kind
from jobs.run import Cancelled, LostLease, Running, Stopping
from runs.imports.arrival import Incoming, Refused, Unchanged
from runs.imports.file_types import refuse_another_kind
from runs.imports.registry import ImportKind, get_import_kind
from runs.imports.report import findings_of
from runs.kernel.checks.findings import BadFile
from runs.models import Import

OVERTAKEN = (
    "While this file was checked, another import created something of the same name. "
    "Look at it, and import this file again if you still need it."
)
FOUND = ("findings", "errors", "warnings", "error_kinds", "warning_kinds")


def take_back(running: Running) -> None:
    """Undo an import that a worker left unfinished when it died."""
    row = _row_of(running)
    if row.state in {Import.CHECKING, Import.WRITING}:
        cancelled = running.job.cancel_requested_at is not None
        state = Import.CANCELLED if cancelled else Import.FAILED
        _give_up(get_import_kind(row.kind), Incoming(row, running), state)


@job_kind("import", title="Import", undo=take_back)
def run_import(running: Running) -> Mapping[str, object]:
    """Import one file; a second run of the same import starts again."""
    row = _row_of(running)
    if row.is_in:
        return {"state": row.state, "link": _link(row)}
    incoming = Incoming(row, running)
    kind = get_import_kind(row.kind)
    try:
        _bring_in(kind, incoming)
    except Unchanged:
        _tell(incoming)
        _end(incoming, Import.UNCHANGED)
    except (BadFile, Refused) as error:
        _tell(incoming, error)
        _give_up(kind, incoming, Import.REFUSED)
        raise JobError(f"{row.filename}: {row.verdict}") from error
    except (Cancelled, KeyboardInterrupt):
        _give_up(kind, incoming, Import.CANCELLED)
        raise
    except (LostLease, Stopping):
        raise  # the next holder of the job starts again
    except Exception:
        _give_up(kind, incoming, Import.FAILED)
        raise
    return {"state": row.state, "link": _link(row), **row.counts}


def _row_of(running: Running) -> Import:
    own = Import.objects.filter(track__uuid=running.scope)
    rows = own.select_related("track")
    return rows.get(uuid=str(running.params["import"]))


def _link(row: Import) -> str:
    return reverse("runs:import", args=(row.track.uuid, row.uuid))


def _bring_in(kind: ImportKind, incoming: Incoming) -> None:
    kind.importer.discard(incoming)
    _begin(incoming)
    plan = kind.importer.check(incoming)
    incoming.report.raise_if_errors()
    refuse_another_kind(incoming)
    incoming.row.state = Import.WRITING
    incoming.row.save(update_fields=["state"])
    counts = kind.importer.write(incoming, plan)
    _tell(incoming)
    try:
        with transaction.atomic():
            incoming.running.fence()
            kind.importer.land(incoming, plan)
            _end(incoming, Import.LANDED, counts=counts)
    except IntegrityError as error:
        raise Refused(OVERTAKEN) from error


def _begin(incoming: Incoming) -> None:
    """Delete what an earlier attempt left in the row."""
    row = incoming.row
    row.state, row.finished_at = Import.CHECKING, None
    _keep(row, [])
    row.save(update_fields=["state", "finished_at", *FOUND])


def _tell(incoming: Incoming, refusal: Exception | None = None) -> None:
    """Write the findings into the row, which the end of the import saves."""
    row = incoming.row
    try:
        _keep(row, findings_of(incoming, refusal))
    except Refused as gone:  # the file itself cannot be read
        _keep(row, findings_of(Incoming(row, incoming.running), gone))


def _keep(row: Import, findings: list[dict[str, Any]]) -> None:
    errors, warnings = (
        [each["count"] for each in findings if each["severity"] == severity]
        for severity in ("error", "warning")
    )
    row.findings = findings
    row.errors, row.error_kinds = sum(errors), len(errors)
    row.warnings, row.warning_kinds = sum(warnings), len(warnings)


def _give_up(kind: ImportKind, incoming: Incoming, state: str) -> None:
    """Undo everything, unless another process has taken the import over."""
    with transaction.atomic():
        incoming.running.fence()
        kind.importer.discard(incoming)
        _end(incoming, state)


def _end(
    incoming: Incoming, state: str, *, counts: Mapping[str, int] | None = None
) -> None:
    row = incoming.row
    row.state, row.counts, row.finished_at = state, dict(counts or {}), timezone.now()
    row.save(update_fields=["state", "counts", "finished_at", *FOUND])
