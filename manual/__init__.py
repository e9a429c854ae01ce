"""The guides of docs/, to be read in the application."""
