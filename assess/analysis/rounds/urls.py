"""The URL of rounds compared."""

from django.urls import path

from assess.analysis.rounds import views

urlpatterns = [
    # /tracks/<track>/agreement/rounds/
    path(
        "tracks/<uuid:track>/agreement/rounds/",
        views.agreement_rounds,
        name="agreement_rounds",
    ),
]
