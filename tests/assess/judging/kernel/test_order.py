from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.judging.kernel.order import order_key


def test_the_key_is_hmac_sha_256_of_the_items_bytes() -> None:
    # By: head -c 16 /dev/zero | openssl dgst -sha256 -hmac seed
    golden = "7d164eef17aa9703127f0588c97aa60bbf89befdf252a46c6d13064e5d326ce3"
    assert order_key("seed", UUID(int=0)).hex() == golden
    assert order_key(b"seed", UUID(int=0)).hex() == golden


def test_an_order_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="seed"):
        order_key("", UUID(int=1))


def shuffled(seed: str, items: list[UUID]) -> list[UUID]:
    return sorted(items, key=lambda item: order_key(seed, item))


@given(st.lists(st.uuids(), unique=True, min_size=1), st.uuids())
def test_a_late_item_moves_no_other(items: list[UUID], late: UUID) -> None:
    kept = [item for item in items if item != late]
    with_late = shuffled("seed", [late, *kept])
    assert [item for item in with_late if item != late] == shuffled("seed", kept)


def test_another_seed_gives_another_order() -> None:
    items = [UUID(int=number) for number in range(20)]
    assert shuffled("a", items) != shuffled("b", items)
