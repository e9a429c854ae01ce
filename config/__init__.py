"""Settings, URLs and the entry points of the web server and the worker."""
