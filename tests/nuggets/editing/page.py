"""The page of a post-edit: its URL, and its plain form."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.test import Client

from tests.nuggets.editing.post_edit import PostEdit


def url(made: PostEdit, part: str = "") -> str:
    return f"/work/{made.work.uuid}/nuggets/{part}"


def post(client: Client, made: PostEdit, action: str, **more: Any) -> Any:  # noqa: ANN401
    """Send one action as the page of somebody who sees the current list."""
    made.version.refresh_from_db()
    data = {
        "action": action,
        "seen": made.version.revision,
        "key": str(uuid4()),
        **more,
    }
    if "text" in more or "wording" in more or "subnarrative" in more:
        data.setdefault("box", action)
    return client.post(url(made, "act/"), data)


def end(client: Client, made: PostEdit, **sent: Any) -> Any:  # noqa: ANN401
    """Freeze the list, confirming the open points of its last page."""
    page = client.get(url(made, "finish/")).content.decode()
    agreed = re.findall(r'name="leave" value="([0-9a-f]+)"', page)
    return client.post(
        url(made, "finish/"), {"leave": agreed[0] if agreed else "", **sent}
    )
