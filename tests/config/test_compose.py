"""docker-compose.yml: valid, and its commands run on the production stack."""

import json
import os
import re
import secrets
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
import yaml

from config.celery import app
from tests.stacks.process import free_port, spawn, stop, tail, wait_until

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "tests" / "vendor" / "compose-spec" / "compose-spec.json"
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<how>[?-])(?P<rest>[^}]*))?\}")
GIVEN = {
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "assay.example.org",
    "POSTGRES_PASSWORD": "letters",
}


class Missing(Exception):
    """A required variable of the file is not set; has the file's sentence."""


def interpolate(text: str, given: dict[str, str]) -> str:
    """Fill in ${NAME}, ${NAME:-default} and ${NAME:?sentence} as Compose does."""

    def fill(match: re.Match[str]) -> str:
        value = given.get(match["name"], "")
        if value or match["how"] != "?":
            return value or match["rest"] or ""
        raise Missing(match["rest"])

    return VARIABLE.sub(fill, text)


def compose(given: dict[str, str]) -> dict[str, Any]:
    """Return the file's content with these variables."""
    text = (ROOT / "docker-compose.yml").read_text()
    content: dict[str, Any] = yaml.safe_load(interpolate(text, given))
    return content


def test_it_keeps_the_compose_specification() -> None:
    raw = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    checker = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    assert [error.message for error in checker.iter_errors(raw)] == []


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_a_missing_secret_stops_it_with_a_sentence(name: str) -> None:
    given = {key: value for key, value in GIVEN.items() if key != name}
    with pytest.raises(Missing, match=f"Set {name}, "):
        compose(given)


def test_no_secret_has_a_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for match in VARIABLE.finditer(text):
        if re.search("SECRET|PASSWORD", match["name"]):
            assert match["how"] == "?" or match["rest"] == "", match[0]


def test_every_service_has_a_health_check_or_ends() -> None:
    services = compose(GIVEN)["services"]
    ours = {"migrate", "proxy", "web", "worker"}
    assert set(services) == ours | {"postgres", "redis"}
    for name, service in services.items():
        assert "healthcheck" in service or service["restart"] == "no", name


def test_web_and_worker_share_the_uploads() -> None:
    services = compose(GIVEN)["services"]
    assert services["web"]["volumes"] == services["worker"]["volumes"]


def test_any_number_of_web_and_worker_can_run() -> None:
    services = compose(GIVEN)["services"]
    for name in ("web", "worker"):
        for alone in ("container_name", "hostname", "ports", "networks"):
            assert alone not in services[name], name


def test_the_proxy_alone_is_reached_from_outside() -> None:
    services = compose(GIVEN)["services"]
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"proxy"}
    assert services["proxy"]["ports"] == ["127.0.0.1:8000:8080"]
    for name in ("migrate", "web", "worker"):
        assert services[name]["environment"]["BEHIND_PROXY"] == "true"


def test_the_proxy_has_the_files_that_its_configuration_includes() -> None:
    mounts = {}
    for volume in compose(GIVEN)["services"]["proxy"]["volumes"]:
        source, target = volume.removesuffix(":ro").split(":")
        mounts[target] = source
    main = ROOT / mounts["/etc/nginx/conf.d/default.conf"]
    included = re.findall(r"include assay/(\S+);", main.read_text())
    assert sorted(included) == ["fronts.conf", "listen.conf", "nodes.conf"]
    for site in (mounts["/etc/nginx/assay"], "deploy/hosts"):
        found = [path.name for path in (ROOT / site).iterdir()]
        assert sorted(found) == sorted(included)
    listen = (ROOT / mounts["/etc/nginx/assay"] / "listen.conf").read_text()
    assert "listen 8080 " in listen
    for folder in re.findall(r"temp_path (/\S+)/", listen):
        assert mounts[folder] == "proxy"


def test_the_image_runs_as_an_ordinary_user() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users
    assert users[-1] not in {"root", "0"}


def test_every_container_is_closed() -> None:
    for name, service in compose(GIVEN)["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert "cap_add" not in service, name
        assert "privileged" not in service, name


def test_servers_start_as_their_own_users_with_places_to_write() -> None:
    services = compose(GIVEN)["services"]
    users = {"postgres": "postgres", "proxy": "nginx", "redis": "redis"}
    for name, user in users.items():
        assert services[name]["user"] == user
        assert services[name]["volumes"], name
    for name, service in services.items():
        assert service["tmpfs"][0].startswith("/tmp:"), name  # noqa: S108


def test_images_are_pinned_to_a_full_version() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    text += (ROOT / "Dockerfile").read_text()
    images = re.findall(r"^(?: +image:|FROM) (\S+:\S+)", text, re.MULTILINE)
    assert len(images) == 4
    for image in images:
        assert re.search(r":\d+\.\d+(\.\d+)?-[a-z-]+$", image), image


@pytest.fixture
def empty_database() -> Iterator[str]:
    """Return the URL of a database of its own."""
    import psycopg

    server = os.environ["DATABASE_URL"]
    name = f"assay_{secrets.token_hex(8)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Machine:
    """Runs the services' own commands on this machine, without containers."""

    def __init__(self, folder: Path, database: str, broker: str) -> None:
        bin_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.services = compose(GIVEN)["services"]
        self.folder = folder
        self.here = {
            "PATH": bin_first,
            "HOME": str(folder),
            "ASSAY_VAR": str(folder / "data"),
            "BIND": f"127.0.0.1:{free_port()}",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
        }
        (folder / "data").mkdir()
        self.children: list[subprocess.Popen[bytes]] = []

    def env(self, service: str) -> dict[str, str]:
        """Return the service's environment, with this machine's servers."""
        settings = self.services[service]["environment"]
        return {name: value or "" for name, value in settings.items()} | self.here

    def run(self, service: str) -> None:
        """Run a service that ends by itself."""
        subprocess.run(
            shlex.split(self.services[service]["command"]),
            env=self.env(service),
            cwd=ROOT,
            check=True,
        )

    def start(self, service: str) -> Path:
        """Start a service, and wait until its own health check succeeds."""
        log = self.folder / f"{service}.log"
        command = shlex.split(self.services[service]["command"])
        child = spawn(command, log=log, env=self.env(service), cwd=ROOT)
        self.children.append(child)
        wait_until(lambda: self.well(service), child=child, log=log, seconds=60)
        return log

    def well(self, service: str) -> bool:
        """Return the result of the service's health check."""
        kind, *command = self.services[service]["healthcheck"]["test"]
        assert kind == "CMD"
        done = subprocess.run(
            command, env=self.env(service), cwd=ROOT, capture_output=True, check=False
        )
        return done.returncode == 0


@pytest.fixture
def machine(tmp_path: Path, empty_database: str, broker_url: str) -> Iterator[Machine]:
    """Return a machine on which nothing runs yet."""
    machine = Machine(tmp_path, empty_database, broker_url)
    yield machine
    for child in machine.children:
        stop(child)


@pytest.mark.stack("production")
def test_its_commands_come_up_well_and_do_a_job(machine: Machine) -> None:
    machine.run("migrate")
    machine.start("web")
    log = machine.start("worker")
    app.send_task("celery.accumulate", args=[1])
    deadline = time.monotonic() + 20
    while "succeeded in" not in tail(log):
        assert time.monotonic() < deadline, tail(log)
        time.sleep(0.1)


@pytest.mark.stack("production")
def test_its_health_checks_see_what_is_not_there(machine: Machine) -> None:
    assert not machine.well("web")
