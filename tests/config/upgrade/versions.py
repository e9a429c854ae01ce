"""Two versions of the code over one installation, and the people who work in it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from io import BytesIO
from itertools import cycle
from pathlib import Path
from subprocess import Popen

import httpx2
from selectolax.lexbor import LexborNode

from tests.page import select
from tests.stacks.process import spawn, stop, tail, wait_until

ROOT = Path(__file__).resolve().parents[3]
# What systemd does for a service with a socket: pass it as descriptor 3.
HANDED_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
WEB = ("-m", "gunicorn", "--config", "config/web.py", "config.wsgi")
WORKER = (
    *("-m", "celery", "-A", "config", "worker", "--loglevel", "INFO"),
    *(
        "--pool",
        "threads",
        "--concurrency",
        "2",
        "--without-gossip",
        "--without-mingle",
    ),
)
GRADES = ("", "support", "partial_support", "not_support")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class NotHere(Exception):
    """This checkout's history does not contain the commit."""


def unpack_commit(commit: str, folder: Path) -> Path:
    """Check out the code of a commit; raise NotHere if git does not have it."""
    try:
        done = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotHere(commit) from error
    with tarfile.open(fileobj=BytesIO(done.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return folder


class Version:
    """One version's commands, web server and worker; `env` selects the data."""

    def __init__(self, code: Path, *, env: Mapping[str, str], log: Path) -> None:
        self.code, self.env, self.log = code, dict(env), log
        log.touch()
        self.web: Popen[bytes] | None = None
        self.worker: Popen[bytes] | None = None

    def begin(self, *words: str) -> Popen[bytes]:
        """Start a command."""
        command = [sys.executable, "manage.py", *words]
        return spawn(command, log=self.log, env=self.env, cwd=self.code)

    def end(self, command: Popen[bytes]) -> None:
        """Wait until a command has ended successfully."""
        assert command.wait(60) == 0, tail(self.log)

    def serve(self, door: socket.socket) -> None:
        """Start the web server on a socket that exists before and after it."""
        self.web = spawn(
            [sys.executable, "-c", HANDED_OVER, str(door.fileno()), *WEB],
            log=self.log,
            env=self.env,
            cwd=self.code,
            keep_open=(door.fileno(),),
        )

    def work(self) -> None:
        """Start the worker."""
        command = [sys.executable, *WORKER]
        self.worker = spawn(command, log=self.log, env=self.env, cwd=self.code)

    def wait_for_work(self) -> None:
        """Wait until the worker takes jobs."""
        assert self.worker is not None
        words = "ready."
        wait_until(
            lambda: words in self.log.read_text(), child=self.worker, log=self.log
        )

    def stop(self) -> None:
        """Stop both in good order."""
        for child in (self.web, self.worker):
            if child is not None:
                stop(child)


class Person:
    """Somebody in a browser without JavaScript; all their requests must succeed."""

    def __init__(self, url: str) -> None:
        # As proxies do: one connection per request.
        self.browser = httpx2.Client(
            base_url=url,
            headers={"Connection": "close"},
            follow_redirects=True,
            timeout=60,
        )

    def read(self, address: str) -> httpx2.Response:
        """Open a page."""
        answer = self.browser.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer

    def send(
        self, address: str, file: Path | None = None, **fields: str
    ) -> httpx2.Response:
        """Submit the form of a page; return the page to which it redirects."""
        token = TOKEN.search(self.read(address).text)
        assert token is not None, address
        return self._post(address, {**fields, "csrfmiddlewaretoken": token[1]}, file)

    def _post(
        self, address: str, fields: dict[str, str], file: Path | None = None
    ) -> httpx2.Response:
        files = {"file": (file.name, file.read_bytes())} if file else None
        answer = self.browser.post(address, data=fields, files=files)
        assert answer.status_code == 200, (address, answer.status_code, answer.text)
        return answer

    def sign_in(self, name: str, password: str) -> None:
        """Sign in."""
        home = self.send("/accounts/sign-in/", username=name, password=password)
        assert "Sign out" in home.text

    def forms(self, page: str) -> list[LexborNode]:
        """Return the forms that label on a page of work."""
        return select(self.read(page).text, 'form[action^="/work/"][action$="/label/"]')

    def press(self, page: str, place: int, value: str) -> None:
        """Press a button of one of these forms."""
        form = self.forms(page)[place]
        fields = [each.attributes for each in form.css('input[type="hidden"]')]
        given = {str(each["name"]): each["value"] or "" for each in fields}
        self._post(str(form.attributes["action"]), {**given, "value": value})

    def count_topics(self, track: str) -> int:
        """Return how many topics a track has, from the API."""
        count: int = self.read(f"/api/tracks/{track}/topics/").json()["count"]
        return count


class Judging:
    """One person's labels of the nuggets of one response, and the last ones."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = self._find()
        self.given = self.kept()
        self.places = cycle(range(len(self.given)))

    def _find(self) -> str:
        home = self.person.read("/").text
        for work in re.findall(r'href="(/work/[0-9a-f-]+/)"', home):
            path: str = self.person.read(work).url.path
            if re.search(r"/assign/.", path):
                return path
        raise AssertionError("This person assigns nothing.")

    def label_next(self) -> None:
        """Give the next nugget a grade that differs from its own."""
        place = next(self.places)
        grade = GRADES[GRADES.index(self.given[place]) % 3 + 1]
        self.person.press(self.page, place, grade)
        self.given[place] = grade

    def kept(self) -> list[str]:
        """Return the grades on the page, "" for an open nugget."""
        pressed = [
            form.css_first('button[aria-pressed="true"]')
            for form in self.person.forms(self.page)
        ]
        return [str(each.attributes["value"]) if each else "" for each in pressed]
