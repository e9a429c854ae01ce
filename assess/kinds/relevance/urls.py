"""Addresses of relevance, below the namespaces `assess` and `api`."""

from assess.judging.work.urls import addresses, api_addresses
from assess.kinds.relevance.desk import DESK

urlpatterns = addresses(DESK, below="relevance")
api_urlpatterns = api_addresses(DESK)
