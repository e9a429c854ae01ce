"""URLs of agreement on labels."""

from django.urls import path

from assess.analysis.agreement import views

urlpatterns = [
    # /tracks/<track>/agreement/
    path("tracks/<uuid:track>/agreement/", views.agreement, name="agreement"),
    path(
        "tracks/<uuid:track>/agreement/labels.csv",
        views.agreement_csv,
        name="agreement_csv",
    ),
    path(
        "tracks/<uuid:track>/agreement/items/",
        views.agreement_items,
        name="agreement_items",
    ),
    path(
        "tracks/<uuid:track>/agreement/machines/",
        views.agreement_machines,
        name="agreement_machines",
    ),
    path(
        "tracks/<uuid:track>/agreement/machines.csv",
        views.machines_csv,
        name="machines_csv",
    ),
]
