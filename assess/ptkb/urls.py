"""Addresses of PTKB statements, below the namespaces `assess` and `api`."""

from assess.ptkb.desk import DESK
from assess.work.urls import addresses, api_addresses

urlpatterns = addresses(DESK, below="ptkb")
api_urlpatterns = api_addresses(DESK)
