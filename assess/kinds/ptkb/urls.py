"""Addresses of PTKB statements, below the namespaces `assess` and `api`."""

from assess.judging.work.urls import addresses, api_addresses
from assess.kinds.ptkb.desk import DESK

urlpatterns = addresses(DESK, below="ptkb")
api_urlpatterns = api_addresses(DESK)
