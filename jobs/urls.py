"""URLs of long work, under /jobs/."""

from django.urls import path

from jobs import views

app_name = "jobs"
urlpatterns = [
    path("scope/<uuid:scope>/", views.scope_jobs, name="list"),
    path("<uuid:job>/", views.job_page, name="page"),
    path("<uuid:job>/progress/", views.job_progress, name="progress"),
    path("<uuid:job>/cancel/", views.cancel, name="cancel"),
    path("<uuid:job>/retry/", views.retry, name="retry"),
]
