"""Edits of question banks, shown with their effect before they apply."""
