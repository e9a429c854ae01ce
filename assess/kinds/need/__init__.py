"""Need: whether a sentence without a citation needs one."""
