import re
from pathlib import Path

import pytest
import yaml

from config.operations import doctor

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(
    r"""(?:env\.(?:text|flag|number|words|required|url|choice)\(\s*|environ\.get\()"([A-Z0-9_]+)\""""
)
SOURCES = (
    "config/settings.py",
    "config/operations/log.py",
    "config/storage.py",
    "config/web.py",
    "config/management/commands/up.py",
)
# Variables of the machine, or set by the web server, which Assay need not document.
FOREIGN = {"PROMETHEUS_MULTIPROC_DIR", "XDG_RUNTIME_DIR"}
# The image sets two of them; the others are for a single machine.
NOT_FOR_CONTAINERS = {"ASSAY_VAR", "BIND", "DEBUG", "PORT"}


def variables() -> set[str]:
    text = "\n".join((ROOT / source).read_text() for source in SOURCES)
    return set(READ.findall(text)) - FOREIGN


def documented() -> set[str]:
    page = (ROOT / "docs" / "operators.md").read_text()
    return set(re.findall(r"^\| `([A-Z0-9_]+)` \|", page, flags=re.MULTILINE))


def test_the_search_finds_the_variables() -> None:
    assert {"SECRET_KEY", "JOB_LEASE", "WEB_THREADS", "PORT"} <= variables()


def test_each_variable_has_its_row_in_the_operators_page() -> None:
    assert variables() - documented() == set()


def test_the_operators_page_names_no_variable_that_nothing_reads() -> None:
    assert documented() - variables() == set()


def test_compose_hands_on_each_variable() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name in ("migrate", "web", "worker"):
        handed_on = set(services[name]["environment"])
        assert handed_on == variables() - NOT_FOR_CONTAINERS, name


def test_the_operators_page_counts_connections_as_doctor_does() -> None:
    page = (ROOT / "docs" / "operators.md").read_text()
    a_worker = 2 * doctor.JOBS + doctor.SWEEPER
    assert f"workers × {a_worker} + {doctor.SPARE}\n" in page


@pytest.mark.parametrize("target", ["demo", "demo-reset", "test", "check"])
def test_make_has_what_the_pages_name(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_units_start_what_the_page_starts_and_start_it_again() -> None:
    page = (ROOT / "docs" / "operators.md").read_text()
    units = re.findall(r"^    # /etc/systemd/system/(\S+)\n((?:    .+\n)+)", page, re.M)
    assert [name for name, _lines in units] == [
        "assay-web.socket",
        "assay-web.service",
        "assay-worker.service",
    ]
    for _name, lines in units[1:]:
        started = re.findall(r"ExecStart=/srv/assay/current/(.+)", lines)
        assert [f"    {command}\n" in page for command in started] == [True]
        assert "Restart=always" in lines
        assert "StartLimitIntervalSec=0" in lines
