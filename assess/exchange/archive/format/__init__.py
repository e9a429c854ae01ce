"""The file format of archives: tables, lines and manifest."""
