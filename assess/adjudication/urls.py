"""Addresses of adjudication, below the namespaces `assess` and `api`."""

from assess.adjudication.registry import all_desks
from assess.work.urls import addresses, api_addresses

urlpatterns = [
    pattern for desk in all_desks() for pattern in addresses(desk, below=desk.name)
]

api_urlpatterns = [pattern for desk in all_desks() for pattern in api_addresses(desk)]
