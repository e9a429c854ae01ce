"""The order in which an assessor sees the items of an allocation."""

import hmac
from uuid import UUID


def order_key(seed: bytes | str, item: UUID) -> bytes:
    """Return the key to sort an assessor's items by: HMAC-SHA-256(seed, item's bytes).

    The key depends only on the allocation's seed and the item, so an item that is added
    later gets its own place and moves no other. seed must not be empty.
    """
    key = seed.encode() if isinstance(seed, str) else seed
    if not key:
        raise ValueError("an order needs a seed")
    return hmac.digest(key, item.bytes, "sha256")
