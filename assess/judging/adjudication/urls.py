"""URLs of adjudication for organizers, below the namespace `assess`."""

from django.urls import path

from assess.judging.adjudication import views

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
]
