"""A separate process that imports an archive into the installation of its environment.

    python -m tests.assess.exchange.archive.other_process archive.zip folder

It prints, as JSON, what the track gives there.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import django


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def given(archive: Path, folder: Path) -> dict[str, Any]:
    """Import an archive into an empty database; return what the track gives there."""
    from django.core.management import call_command

    from assess.exchange.exports.catalogue import digests
    from runs.models import Run, Track
    from tests.assess.exchange.archive.original import pages_of
    from tests.assess.exchange.archive.transfer import archive_of, bring_in

    call_command("migrate", verbosity=0)
    job = bring_in(archive.read_bytes(), folder)
    if job.error:
        return {"error": job.error}
    track = Track.objects.get()
    pages = {name: digest(page.encode()) for name, page in pages_of(track).items()}
    return {
        "exports": digests(track, every_form=False),
        "pages": pages,
        "archive": digest(archive_of(track)),
        "new": Run.objects.create(track=track, name="new", task="rag").pk,
    }


if __name__ == "__main__":
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    sys.stdout.write(json.dumps(given(Path(sys.argv[1]), Path(sys.argv[2]))))
