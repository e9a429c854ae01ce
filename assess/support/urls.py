"""Addresses of support, below the namespaces `assess` and `api`."""

from assess.support.desk import DESK
from assess.work.urls import addresses, api_addresses

urlpatterns = addresses(DESK, below="support")
api_urlpatterns = api_addresses(DESK)
