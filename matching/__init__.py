"""Nugget matching after CONE-RAG: which gold nuggets a response captures."""
