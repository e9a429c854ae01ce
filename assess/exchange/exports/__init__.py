"""Exports: the registry of exporters, and writing of folders."""
