"""Addresses of support, below the namespaces `assess` and `api`."""

from assess.judging.work.urls import addresses, api_addresses
from assess.kinds.support.desk import DESK

urlpatterns = addresses(DESK, below="support")
api_urlpatterns = api_addresses(DESK)
