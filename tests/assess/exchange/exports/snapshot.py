"""A snapshot without its job."""

from accounts.models import User
from assess.exchange.models import Snapshot
from assess.exchange.snapshots.actions import fill_snapshot, take_snapshot
from runs.models import Track
from runs.uploads import store
from tests.make import NOW


def make_snapshot(
    track: Track, by: User | None = None, *, title: str = "Qrels", text: str = "9 0 d 1"
) -> Snapshot:
    """Make a snapshot that has its content."""
    asked: dict[str, object] = {"export": "qrels", "parts": {}, "topics": None}
    row, _job = take_snapshot(track, title, asked, by=by, now=NOW)
    stored = store([text.encode()])
    files = [{"name": "qrels.txt", "lines": 1, "size": len(text), "sha256": "0"}]
    manifest = {"export": "qrels", "left_out": [], "files": files}
    fill_snapshot(row, stored, filename="q.txt", manifest=manifest, now=NOW)
    row.refresh_from_db()
    return row
