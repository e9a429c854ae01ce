"""Work that writes one line for each item, and skips what is written already."""

import os
import signal
import time
from pathlib import Path

from jobs.models import Job
from jobs.registry import job_kind
from jobs.run import Running
from llm.client import model_from_settings
from llm.questions import ask


@job_kind("count", title="Count")
def count(job: Running) -> dict[str, object]:
    """Append each number below `items` to `file`, `seconds` apart."""
    file, items = Path(str(job.params["file"])), int(str(job.params["items"]))
    seconds = float(str(job.params["seconds"]))
    for item in range(items):
        job.check()
        if str(item) in _written(file):
            continue
        time.sleep(seconds)
        with file.open("a") as lines:
            lines.write(f"{item}\n")
        job.step(item + 1, items, f"item {item}")
    return {"counted": items}


@job_kind("ask")
def ask_many(job: Running) -> None:
    """Ask the model about each item below `items`, through the ledger."""
    items = int(str(job.params["items"]))
    for item in range(items):
        ask(
            "judge_relevance",
            {"query": f"question {item}", "passage": "salt"},
            model=model_from_settings(),
            job=job.uuid,
            check=job.check,
        )
        job.step(item + 1, items)


@job_kind("kill", title="Kill")
def kill(job: Running) -> None:
    """Kill the worker, as running out of memory does, once other jobs run with it."""
    here = job.lease_owner.rpartition(":")[0]
    company = Job.objects.exclude(pk=job.job.pk).filter(lease_owner__startswith=here)
    for _ in range(int(str(job.params["looks"]))):
        if company.exists():
            break
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGKILL)


@job_kind("fail", title="Fail")
def fail(job: Running) -> None:
    """Fail with an error that contains a person's text."""
    int(str(job.params["text"]))


def _written(file: Path) -> set[str]:
    return set(file.read_text().split()) if file.exists() else set()
