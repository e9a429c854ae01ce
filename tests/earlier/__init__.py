"""An installation of an earlier commit, with all its exports and pages."""
