"""Make the files of this folder, with the code of its checkout.

python -m tests.earlier.creation FOLDER          all files, of a new installation
python -m tests.earlier.creation FOLDER --pages  only the pages, of the one in FOLDER
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser
from pathlib import Path

from tests.earlier.files import (
    ARCHIVE,
    EXPORTS,
    INSTALLATION,
    PAGES,
    unpack_folder,
    write_folder,
    write_texts,
)
from tests.earlier.installation import LOADED, LOOKED_AT, set_up, time_stands_still


def main() -> None:
    """Make the files."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        var = Path(name)
        if given.pages:
            unpack_folder(given.folder / INSTALLATION, var)
        set_up(var)
        from django.core.management import call_command

        with time_stands_still(LOADED):
            call_command("migrate", verbosity=0, interactive=False)
            if not given.pages:
                _install(var, given.folder)
        with time_stands_still(LOOKED_AT):
            if not given.pages:
                _export(given.folder)
            _look(given.folder)


def _install(var: Path, folder: Path) -> None:
    """Load the sample into an empty installation, and pack it without secrets."""
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection

    call_command("load_sample", passwords=str(var / "passwords"))
    people = get_user_model().objects
    people.create_superuser("root")
    people.update(password="!" + "x" * 40)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_session")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    write_folder(folder / INSTALLATION, var)


def _export(folder: Path) -> None:
    from django.core.management import call_command

    from tests.earlier.answers import client_of
    from tests.earlier.exports import read_commands, read_exports

    (folder / ARCHIVE).unlink(missing_ok=True)
    call_command("export_archive", "sample", out=folder / ARCHIVE)
    exports = read_exports(client_of("omar"), every_form=True)
    write_texts(folder / EXPORTS, exports | read_commands())


def _look(folder: Path) -> None:
    from tests.earlier.pages import find_pages, read_pages

    write_texts(folder / PAGES, read_pages(find_pages()))


if __name__ == "__main__":
    main()
