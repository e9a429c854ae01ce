"""Addresses of adjudication, below the namespaces `assess` and `api`."""

from django.urls import path

from assess.judging.adjudication import views
from assess.judging.adjudication.registry import all_desks
from assess.judging.work.urls import addresses, api_addresses

BASE = "tracks/<uuid:track>/adjudications/"
ONE = f"{BASE}<uuid:adjudication>/"
urlpatterns = [
    # /tracks/<track>/adjudications/
    path(BASE, views.adjudications, name="adjudications"),
    path(f"{BASE}new/", views.adjudication_new, name="adjudication_new"),
    # /tracks/<track>/adjudications/<adjudication>/
    path(ONE, views.adjudication, name="adjudication"),
    path(f"{ONE}adjudicators/", views.adjudicators, name="adjudicators"),
    path(f"{ONE}panel/", views.panel, name="adjudication_panel"),
    path(f"{ONE}close/", views.close, name="adjudication_close"),
    # /work/<allocation>/disputed_<kind>/
    *(each for desk in all_desks() for each in addresses(desk, below=desk.name)),
]

# /api/work/<allocation>/disputed_<kind>/
api_urlpatterns = [each for desk in all_desks() for each in api_addresses(desk)]
