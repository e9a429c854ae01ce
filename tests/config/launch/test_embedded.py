import stat
from pathlib import Path

import pytest

from config.launch.embedded import UnsafeFolder, kept_secret, prepare, socket_path

pytestmark = pytest.mark.both_stacks


def test_it_makes_a_secret_that_only_its_owner_reads(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path / "secret")
    assert len(secret) >= 50
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_it_keeps_the_secret_that_it_made(tmp_path: Path) -> None:
    assert kept_secret(tmp_path / "secret") == kept_secret(tmp_path / "secret")


def test_what_is_given_stays(tmp_path: Path) -> None:
    given = {
        "SECRET_KEY": "given",
        "REDIS_URL": "redis://elsewhere/0",
        "ALLOWED_HOSTS": "assay.example.org",
        "HTTPS": "true",
        "ASSAY_VAR": str(tmp_path / "var"),
    }
    environ = dict(given)
    prepare(environ, tmp_path)
    assert environ == given
    assert not (tmp_path / "var" / "secret").exists()


def test_an_empty_environment_gets_loopback_and_a_socket(tmp_path: Path) -> None:
    environ: dict[str, str] = {}
    prepare(environ, tmp_path)
    assert environ["ALLOWED_HOSTS"] == "127.0.0.1,localhost"
    assert environ["HTTPS"] == "false"
    assert environ["REDIS_URL"] == f"redis+socket://{tmp_path}/var/valkey.sock"
    assert "DEBUG" not in environ


def test_a_long_path_gets_its_socket_in_a_short_private_folder(tmp_path: Path) -> None:
    var = tmp_path / ("long" * 30)
    path = socket_path(var, {"XDG_RUNTIME_DIR": str(tmp_path)})
    assert len(str(path)) < 108
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert path == socket_path(var, {"XDG_RUNTIME_DIR": str(tmp_path)})


def test_a_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    var = tmp_path / ("long" * 30)
    folder = socket_path(var, {"XDG_RUNTIME_DIR": str(tmp_path)}).parent
    folder.chmod(0o777)
    with pytest.raises(UnsafeFolder):
        socket_path(var, {"XDG_RUNTIME_DIR": str(tmp_path)})
