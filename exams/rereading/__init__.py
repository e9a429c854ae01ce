"""Reading a judge's replies again under another setting, without a call."""
