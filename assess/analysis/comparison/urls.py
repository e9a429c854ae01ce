"""URLs of the comparison over all families."""

from django.urls import path

from assess.analysis.comparison import views

urlpatterns = [
    # /tracks/<track>/agreement/comparison/
    path(
        "tracks/<uuid:track>/agreement/comparison/", views.comparison, name="comparison"
    ),
    path(
        "tracks/<uuid:track>/agreement/comparison/comparison.csv",
        views.comparison_csv,
        name="comparison_csv",
    ),
    path(
        "tracks/<uuid:track>/agreement/comparison/<slug:chart>.csv",
        views.comparison_chart,
        name="comparison_chart",
    ),
]
