"""URLs of span nuggets, below the namespace `nuggets`."""

from django.urls import path

from nuggets.spans import views

urlpatterns = [
    # /tracks/<track>/banks/spans/
    path("tracks/<uuid:track>/banks/spans/", views.spans_new, name="spans_new"),
    # /work/<allocation>/spans/
    path("work/<uuid:allocation>/spans/", views.spans, name="spans"),
    path("work/<uuid:allocation>/spans/begin/", views.spans_begin, name="spans_begin"),
    path(
        "work/<uuid:allocation>/spans/finish/",
        views.spans_finish,
        name="spans_finish",
    ),
    path(
        "work/<uuid:allocation>/spans/<uuid:segment>/",
        views.spans_passage,
        name="spans_passage",
    ),
    path(
        "work/<uuid:allocation>/spans/<uuid:segment>/act/",
        views.spans_act,
        name="spans_act",
    ),
]
