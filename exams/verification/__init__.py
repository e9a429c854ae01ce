"""Verification of a machine's grades on a sample stratified by grade."""
