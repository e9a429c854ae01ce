"""Files coming in: one module a kind, and the way that all of them take.

A file is checked whole before anything is written; what is written shows only after
one last update, so that a file is in or not in, never by half.
"""
