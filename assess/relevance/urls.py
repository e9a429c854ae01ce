"""Addresses of relevance, below the namespaces `assess` and `api`."""

from assess.relevance.desk import DESK
from assess.work.urls import addresses, api_addresses

urlpatterns = addresses(DESK, below="relevance")
api_urlpatterns = api_addresses(DESK)
