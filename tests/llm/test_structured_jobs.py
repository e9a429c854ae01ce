"""Every kind of a model's work by JSON objects, where the endpoint takes schemas."""

import pytest
from pytest_django import Settings

from jobs.models import JobState
from jobs.run import run_here
from llm.models import Call
from tests.fake_model import FakeModel
from tests.llm.model_jobs import MODEL_JOBS
from tests.machines import fake, reasons

__all__ = ["fake"]
pytestmark = [pytest.mark.stack("embedded"), pytest.mark.django_db]


@pytest.mark.parametrize("name", MODEL_JOBS)
def test_objects_give_the_labels_of_the_prompt_s_own_form(
    fake: FakeModel, settings: Settings, name: str
) -> None:
    kind = MODEL_JOBS[name]
    track = kind.world()
    given = []
    for number, settings.LLM_SCHEMAS in enumerate((False, True)):
        before = fake.count
        judge = kind.judge(track, f"model-{number}", number)
        job = run_here(kind.start(judge))
        assert (job.state, reasons(job)) == (JobState.DONE, [])
        given.append(kind.given(judge, job))
        asked = ["response_format" in body for body in fake.bodies[before:]]
        assert set(asked) == {settings.LLM_SCHEMAS}
    assert given[0] == given[1] != []
    assert set(Call.objects.values_list("rejected", flat=True)) == {""}
