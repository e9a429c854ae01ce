import sys
import time
from pathlib import Path

import pytest

from config.launch.supervisor import Child, ChildFailedError, Supervisor, ending

QUIET = "import time; time.sleep(60)"


def child(folder: Path, code: str) -> Child:
    return Child("child", [sys.executable, "-c", code], folder / "log")


@pytest.mark.parametrize(
    ("code", "words"), [(0, "exit status 0"), (3, "exit status 3"), (-9, "SIGKILL")]
)
def test_it_says_how_a_process_ended(code: int, words: str) -> None:
    assert ending(code) == words


def test_the_pause_grows_with_each_failure_and_is_forgotten(tmp_path: Path) -> None:
    process = child(tmp_path, "")
    process.started = 100.0
    pauses = []
    for _ in range(7):
        process.note_end(100.0)
        pauses.append(process.due - 100.0)
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    process.note_end(200.0)
    assert process.due == 201.0


def test_it_starts_a_dead_child_again_and_says_so(tmp_path: Path) -> None:
    lines: list[str] = []
    supervisor = Supervisor(lines.append)
    one = child(tmp_path, QUIET)
    with supervisor.supervising():
        supervisor.add(one)
        assert one.process is not None
        first = one.process.pid
        one.process.kill()
        supervisor.wait_for(
            lambda: one.process is not None and one.process.pid != first,
            seconds=10,
            what="child",
        )
        assert lines == [
            f"child ended (SIGKILL); starting it again in 1 s. Its words: {one.log}"
        ]
    assert one.process is not None
    assert one.process.poll() is not None


def test_waiting_in_vain_is_an_error(tmp_path: Path) -> None:
    supervisor = Supervisor(print)
    with pytest.raises(ChildFailedError, match="The web server did not answer"):
        supervisor.wait_for(lambda: False, seconds=0.1, what="The web server")


def test_a_child_that_ignores_the_request_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.launch.supervisor.PATIENCE", 0.2)
    deaf = "import signal; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True)"
    one = child(tmp_path, f"{deaf}; {QUIET}")
    one.start(time.monotonic())
    while "deaf" not in one.log.read_text():
        time.sleep(0.02)
    one.stop()
    assert one.process is not None
    assert one.process.returncode == -9
