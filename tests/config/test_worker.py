import pytest

from config.celery import app
from tests.stacks.process import wait_until
from tests.stacks.worker import Worker

pytestmark = pytest.mark.stack("production")

# A task of Celery's own, which sums its arguments and changes nothing.
NOTHING = "celery.accumulate"


def test_a_worker_that_was_killed_works_again_after_a_start(worker: Worker) -> None:
    worker.start()
    app.send_task(NOTHING, args=[1])
    done_by(worker, 1)
    worker.kill()
    app.send_task(NOTHING, args=[2])
    worker.start()
    done_by(worker, 2)


def done_by(worker: Worker, times: int) -> None:
    assert worker.child is not None
    wait_until(
        lambda: worker.said("succeeded in") >= times,
        child=worker.child,
        log=worker.log,
    )
