"""The model and prompts of a judge."""

from decimal import Decimal

import pytest

from assess.judging.machine.readiness import BadPrice, NotReady, model_of, read_price
from assess.judging.models import Judge
from llm.client import ModelNotSet
from llm.kernel.spec import Price
from tests.fake_model import FakeModel
from tests.machines import make_model_judge, start
from tests.make import make_track


def test_a_price_has_two_amounts() -> None:
    given = {"prompt": 2.5, "completion": "10"}
    assert read_price(given) == Price(Decimal("2.5"), Decimal(10))
    assert read_price(None) is None


@pytest.mark.parametrize(
    "wrong",
    [
        3,
        {},
        {"prompt": 1},
        {"prompt": 1, "completion": 2, "cached": 3},
        {"prompt": "free", "completion": 1},
        {"prompt": -1, "completion": 1},
        {"prompt": "NaN", "completion": 1},
        {"prompt": None, "completion": 1},
    ],
)
def test_it_refuses_another_price(wrong: object) -> None:
    with pytest.raises(BadPrice):
        read_price(wrong)


def test_the_price_is_no_parameter(fake: FakeModel, db: None) -> None:
    price = {"prompt": "1", "completion": "2"}
    judge = make_model_judge(make_track(), parameters={"price": price, "seed": 1})
    model = model_of(judge)
    assert model.parameters == {"seed": 1}
    assert model.price == Price(Decimal(1), Decimal(2))


@pytest.mark.parametrize(
    "endpoint", ["ftp://x/v1", "https://user:key@x/v1", "https://x/v1?key=1", "x"]
)
def test_an_endpoint_holds_no_key_and_is_an_address(
    fake: FakeModel, db: None, endpoint: str
) -> None:
    from assess.judging.judges.machines import add_model_judge
    from tests.make import NOW

    with pytest.raises(ModelNotSet):
        add_model_judge(make_track(), "m", model="m", endpoint=endpoint, now=NOW)
    assert not Judge.objects.exists()


def test_a_judge_made_elsewhere_has_no_prompts_and_is_refused(
    fake: FakeModel, db: None
) -> None:
    judge = make_model_judge(make_track())
    judge.prompts = {}
    judge.save(update_fields=["prompts"])
    with pytest.raises(NotReady, match="version none of the prompt"):
        start(judge, "support")
