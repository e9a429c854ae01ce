"""Files as CONE-RAG's own programs write them."""
