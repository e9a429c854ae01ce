"""Tests of Assay, in the same tree as the code."""
