from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.kernel.order import order_key


def test_the_key_is_hmac_sha_256_of_the_items_bytes() -> None:
    # By: head -c 16 /dev/zero | openssl dgst -sha256 -hmac seed
    golden = "7d164eef17aa9703127f0588c97aa60bbf89befdf252a46c6d13064e5d326ce3"
    assert order_key("seed", UUID(int=0)).hex() == golden
    assert order_key(b"seed", UUID(int=0)).hex() == golden


def test_an_order_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="seed"):
        order_key("", UUID(int=1))


@given(st.lists(st.uuids(), unique=True, min_size=1), st.uuids())
def test_a_late_item_moves_no_other(items: list[UUID], late: UUID) -> None:
    def shuffled(these: list[UUID]) -> list[UUID]:
        return sorted(these, key=lambda item: order_key("seed", item))

    kept = [item for item in items if item != late]
    assert [item for item in shuffled([*kept, late]) if item != late] == shuffled(kept)


def test_another_seed_gives_another_order() -> None:
    items = [UUID(int=number) for number in range(20)]
    orders = [
        sorted(items, key=lambda item, seed=seed: order_key(seed, item))
        for seed in ("a", "b")
    ]
    assert orders[0] != orders[1]
