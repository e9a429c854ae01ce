"""Static files: hashed names, compressed, kept by browsers for a year or longer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from config.http.static_files import COLLECTED, HASHED, HashedFiles

ROOT = Path(__file__).parents[3]
YEAR = 365 * 24 * 60 * 60
IMPORTED = re.compile(r"""(?:from|import)\s*["'](\.[^"']+)["']""")
SHOWN = re.compile(r"url\(\"(\.[^\"]+)\"\)")


def collect(folder: Path) -> None:
    """Collect into a folder, in a process of its own: Django keeps the storage."""
    words = "from config.http.static_files import collect_static; collect_static()"
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity=0", "-c", words],
        env={**os.environ, "ASSAY_VAR": str(folder.parent)},
        cwd=ROOT,
        check=True,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect all static files once."""
    made = tmp_path_factory.mktemp("var") / "static"
    made.mkdir()
    collect(made)
    return made


@pytest.fixture
def storage(folder: Path, settings: LazySettings) -> HashedFiles:
    settings.STATIC_ROOT = str(folder)
    return HashedFiles()


def hashed(folder: Path, ending: str) -> list[Path]:
    return [path for path in folder.rglob(f"*{ending}") if HASHED.search(path.name)]


def test_pages_name_files_by_their_content(storage: HashedFiles, folder: Path) -> None:
    url = storage.url("assess/judging/sheet.js")
    assert HASHED.search(url)
    assert (folder / url.removeprefix("/static/")).is_file()


@pytest.mark.parametrize(("ending", "names"), [(".js", IMPORTED), (".css", SHOWN)])
def test_files_name_each_other_by_their_content(
    folder: Path, ending: str, names: re.Pattern[str]
) -> None:
    found = 0
    for path in hashed(folder, ending):
        if "vendor" in path.parts:
            continue
        for name in names.findall(path.read_text(encoding="utf-8")):
            found += 1
            assert HASHED.search(name), f"{path.name} names {name}"
            assert (path.parent / name).resolve().is_file()
    assert found > 5


@pytest.mark.django_db  # a closed answer closes old connections
@pytest.mark.stack("embedded")
@pytest.mark.parametrize("encoding", ["br", "gzip"])
@pytest.mark.parametrize("name", ["page.js", "components/base.css"])
def test_they_leave_compressed_and_are_kept(
    storage: HashedFiles, settings: LazySettings, encoding: str, name: str
) -> None:
    settings.WHITENOISE_AUTOREFRESH = False
    settings.WHITENOISE_USE_FINDERS = False
    server = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
    asked = RequestFactory().get(storage.url(name), HTTP_ACCEPT_ENCODING=encoding)
    answer = server(asked)
    answer.close()
    assert answer.status_code == 200
    assert answer["Content-Encoding"] == encoding
    kept = re.search(r"max-age=(\d+)", answer["Cache-Control"])
    assert kept
    assert int(kept[1]) >= YEAR
    assert "immutable" in answer["Cache-Control"]


def test_packages_that_no_page_uses_are_left_out(folder: Path) -> None:
    assert not (folder / "rest_framework").exists()
    assert (folder / "django_htmx" / "htmx-2.min.js").is_file()


def test_the_same_files_are_collected_once(folder: Path) -> None:
    [one, *_] = hashed(folder, ".css")
    one.write_text("left alone")
    collect(folder)
    assert one.read_text() == "left alone"
    (folder / COLLECTED).write_text("another state")
    collect(folder)
    assert one.read_text() != "left alone"


def test_before_they_are_collected_names_are_plain(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    assert HashedFiles().url("page.js") == "/static/page.js"
