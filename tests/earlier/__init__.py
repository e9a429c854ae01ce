"""An installation of an earlier commit, and everything that it gave and showed."""
