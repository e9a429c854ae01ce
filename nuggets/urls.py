"""Addresses of the nugget method: banks, drafting, post-editing, assignment, scores."""

from django.urls import path

from nuggets import api
from nuggets.views import assign

app_name = "nuggets"
urlpatterns = [
    # /work/<allocation>/assign/
    path("work/<uuid:allocation>/assign/", assign.assign, name="assign"),
    path(
        "work/<uuid:allocation>/assign/finish/",
        assign.assign_finish,
        name="assign_finish",
    ),
    path(
        "work/<uuid:allocation>/assign/<uuid:response>/",
        assign.assign_response,
        name="assign_response",
    ),
    path(
        "work/<uuid:allocation>/assign/<uuid:response>/label/",
        assign.assign_label,
        name="assign_label",
    ),
]

api_urlpatterns = [
    # /api/work/<allocation>/assignment/
    path("work/<uuid:allocation>/assignment/", api.assignment, name="assignment"),
]
