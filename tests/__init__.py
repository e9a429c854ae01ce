"""Tests of Assay, the same tree as the code."""
