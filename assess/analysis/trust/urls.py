"""URLs of whether a track's labels can be trusted."""

from django.urls import path

from assess.analysis.trust import views

urlpatterns = [
    # /tracks/<track>/trust/
    path("tracks/<uuid:track>/trust/", views.trust, name="trust"),
    # /tracks/<track>/trust/thresholds/
    path(
        "tracks/<uuid:track>/trust/thresholds/",
        views.thresholds,
        name="trust_thresholds",
    ),
    # /tracks/<track>/judges/<judge>/trust/
    path(
        "tracks/<uuid:track>/judges/<uuid:judge>/trust/",
        views.judge_part,
        name="judge_trust",
    ),
    # /tracks/<track>/topics/<topic>/trust/
    path(
        "tracks/<uuid:track>/topics/<uuid:topic>/trust/",
        views.topic_trust,
        name="topic_trust",
    ),
]
