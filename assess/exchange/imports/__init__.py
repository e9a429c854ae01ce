"""Labels coming in: files that hold what a judge said of segments."""
