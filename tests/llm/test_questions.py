import gc
import json
import signal
import threading
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from llm.caller import is_dead, this_process
from llm.kernel.prompt import Value
from llm.kernel.reply import BadReply, Read
from llm.kernel.spec import ModelSpec, Price
from llm.models import Call, CallState
from llm.questions import Reply, ask, ask_until_parsed
from tests.fake_model import (
    FakeModel,
    hang,
    short_list,
)

pytestmark = pytest.mark.both_stacks

NUGGETS = ["salt was sold", "ships sank", "gold came by camel"]
VALUES: dict[str, Value] = {
    "query": "what was traded",
    "response": "Salt was sold, and camel trains came.",
    "nuggets": NUGGETS,
    "count": 3,
}


def three(text: str) -> Read[list[str]]:
    labels: list[str] = json.loads(text)
    if len(labels) != 3:
        raise BadReply(f"3 labels were asked for, {len(labels)} came.")
    return Read(labels)


def put(model: ModelSpec, **more: object) -> Reply:
    return ask("assign_nuggets", VALUES, model=model, **more)  # type: ignore[arg-type]


def test_it_records_the_call_with_its_price(model: ModelSpec) -> None:
    job = uuid4()
    dear = ModelSpec(
        model.endpoint, model.model, price=Price(Decimal("2.5"), Decimal(10))
    )
    reply = put(dear, job=job, input_ids={"response": "r1"})
    call = Call.objects.get()
    assert (call.uuid, call.reply, call.job) == (reply.call, reply.text, job)
    assert (call.prompt_name, call.prompt_version) == ("assign_nuggets", "1")
    assert (call.parameters, call.input_ids) == ({"temperature": 0}, {"response": "r1"})
    assert call.prompt_tokens is not None
    assert call.cost == Decimal("0.0000025") * call.prompt_tokens + Decimal("0.00003")
    assert Call.objects.filter(job=job).totals()["cost"] == call.cost


def test_an_unknown_price_is_no_cost_of_zero(model: ModelSpec) -> None:
    put(model)
    assert Call.objects.get().cost is None
    assert Call.objects.none().totals()["prompt_tokens"] is None


def test_it_never_pays_twice(model: ModelSpec, fake: FakeModel) -> None:
    first, second = put(model), put(model, job=uuid4())
    assert (first.reused, second.reused) == (False, True)
    assert (first.text, first.call) == (second.text, second.call)
    assert fake.count == 1


def test_an_answer_that_came_with_an_archive_is_its_own_track_s(
    model: ModelSpec, fake: FakeModel
) -> None:
    put(model)
    track, other = uuid4(), uuid4()
    Call.objects.update(came_with=track, reply="planted")
    assert put(model, scope=track).text == "planted"
    assert fake.count == 1
    bought = put(model, scope=other)
    assert (bought.text != "planted", bought.reused, fake.count) == (True, False, 2)
    # Calls bought here come first, for everybody.
    assert put(model).call == put(model, scope=track).call == bought.call
    assert fake.count == 2


def test_an_archive_has_one_answer_a_call(model: ModelSpec) -> None:
    put(model)
    call = Call.objects.get()
    for scope in (uuid4(), uuid4()):
        Call.objects.create(
            key=call.key, state=call.state, started_at=timezone.now(), came_with=scope
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(
            key=call.key, state=call.state, started_at=timezone.now(), came_with=scope
        )


def test_a_reply_that_is_recorded_meanwhile_is_not_bought_again(
    model: ModelSpec, fake: FakeModel
) -> None:
    others: list[Reply] = []

    def meanwhile() -> None:
        if not others:
            others.append(put(model))

    reply = put(model, check=meanwhile)
    assert (reply.reused, reply.call) == (True, others[0].call)
    assert (fake.count, Call.objects.count()) == (1, 1)


def test_it_pays_for_each_attempt_model_and_parameter(
    model: ModelSpec, fake: FakeModel
) -> None:
    put(model)
    put(model, attempt=2)
    put(ModelSpec(model.endpoint, "other"))
    put(ModelSpec(model.endpoint, model.model, {"seed": 1}))
    assert fake.count == 4


def test_a_call_cut_short_by_a_kill_is_recorded_and_made_again(
    model: ModelSpec, fake: FakeModel
) -> None:
    put(model)
    Call.objects.update(state=CallState.STARTED, reply="", caller="elsewhere 1 2")
    Call.objects.update(started_at=timezone.now() - timedelta(days=1))
    assert put(model).text
    states = Call.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [CallState.INTERRUPTED, CallState.ANSWERED]
    assert fake.count == 2


@pytest.mark.parametrize("same", ["job", "host"])
def test_it_knows_at_once_that_nobody_waits_any_more(
    model: ModelSpec, fake: FakeModel, same: str
) -> None:
    job = uuid4()
    put(model, job=job)
    host = this_process().split()[0]
    caller = "elsewhere 1 2" if same == "job" else f"{host} 999999999 1"
    Call.objects.update(state=CallState.STARTED, reply="", caller=caller)
    put(model, job=job if same == "job" else uuid4())
    assert fake.count == 2


def test_this_process_lives_and_its_pid_of_another_birth_does_not() -> None:
    host, pid, born = this_process().split()
    assert not is_dead(this_process())
    assert is_dead(f"{host} {pid} {int(born) - 1}")
    assert not is_dead(f"elsewhere {pid} {born}")


@pytest.mark.django_db(transaction=True)
def test_two_that_ask_at_once_share_one_reply(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.delay = 0.3
    replies: list[Reply] = []

    def other() -> None:
        replies.append(put(model))
        connection.close()

    thread = threading.Thread(target=other)
    thread.start()
    replies.append(put(model))
    thread.join()
    assert fake.count == 1
    assert replies[0].text == replies[1].text


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_call_inside_a_transaction(
    model: ModelSpec, fake: FakeModel
) -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        put(model)
    assert fake.count == 0


def test_the_database_keeps_one_answer_a_call(model: ModelSpec) -> None:
    put(model)
    again = Call.objects.values().get() | {"id": None, "uuid": uuid4()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(**again)


def test_it_asks_again_with_the_reason_after_a_bad_reply(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(short_list())
    parsed = ask_until_parsed("assign_nuggets", VALUES, three, model=model)
    assert parsed.value == ["support", "not_support", "partial_support"]
    assert Call.objects.get(uuid=parsed.reply.call).attempt == 2
    assert [message["role"] for message in fake.bodies[1]["messages"]] == [
        "system", "user", "assistant", "user",
    ]  # fmt: skip
    assert "3 labels were asked for, 1 came." in str(fake.bodies[1]["messages"][-1])


def test_the_ledger_keeps_what_was_forgiven(model: ModelSpec) -> None:
    def lenient(text: str) -> Read[str]:
        return Read(text, ("words before the answer",))

    put(model)
    assert Call.objects.get().forgiven == []
    for _ in range(2):  # read again from the record, it is noted once
        parsed = ask_until_parsed("assign_nuggets", VALUES, lenient, model=model)
        assert parsed.forgiven == ("words before the answer",)
    assert Call.objects.get().forgiven == ["words before the answer"]


def test_a_bad_reply_on_record_is_not_bought_again(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(short_list())
    for _ in range(2):
        ask_until_parsed("assign_nuggets", VALUES, three, model=model)
    assert fake.count == 2


def test_it_gives_up_with_the_last_reason_and_can_be_asked_anew(
    model: ModelSpec, fake: FakeModel
) -> None:
    fake.misbehave(*[short_list()] * 3)
    with pytest.raises(BadReply, match=r"3 labels were asked for, 1 came\."):
        ask_until_parsed("assign_nuggets", VALUES, three, model=model)
    assert fake.count == 3
    assert ask_until_parsed("assign_nuggets", VALUES, three, model=model).value
    assert fake.count == 4


def test_it_stops_between_two_calls(model: ModelSpec, fake: FakeModel) -> None:
    fake.misbehave(short_list())

    def check() -> None:
        if fake.count:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ask_until_parsed("assign_nuggets", VALUES, three, model=model, check=check)
    assert fake.count == 1
    assert not Call.objects.in_flight().exists()


def test_an_interrupted_wait_is_recorded_and_blocks_nobody(
    model: ModelSpec, fake: FakeModel
) -> None:
    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # an interrupt within a callback of the collector would be swallowed
    fake.misbehave(hang(3))
    signal.setitimer(signal.ITIMER_REAL, 0.4)
    try:
        with pytest.raises(KeyboardInterrupt):
            put(model)
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert Call.objects.get().state == CallState.INTERRUPTED
    assert put(model).text
