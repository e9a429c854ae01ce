"""The processes of `manage.py up`, started and kept running."""
