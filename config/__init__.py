"""Settings, URLs and the entry points of the web server and the worker."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
