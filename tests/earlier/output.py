"""Prints the exports and pages of an installation after its migration."""

import json
import sys
from pathlib import Path

from tests.earlier.files import EXPORTS, HERE, PAGES, read_texts
from tests.earlier.installation import LOOKED_AT, set_up, time_stands_still


def main() -> None:
    """Write the exports and the pages of the installation in VAR into the file OUT."""
    var, out = sys.argv[1:]
    set_up(Path(var))
    from django.core.management import call_command

    from tests.earlier.answers import client_of
    from tests.earlier.exports import read_commands, read_exports
    from tests.earlier.pages import read_pages

    with time_stands_still(LOOKED_AT):
        call_command("migrate", verbosity=0, interactive=False)
        exports = read_exports(client_of("omar"), every_form=True) | read_commands()
        told = {EXPORTS: exports, PAGES: read_pages(read_texts(HERE / PAGES))}
    Path(out).write_text(json.dumps(told))


if __name__ == "__main__":
    main()
