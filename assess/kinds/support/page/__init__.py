"""The page of support: its sentences, their citations, and what is shown of them."""

from assess.kinds.support.page.desk import DESK, EXHIBIT

__all__ = ["DESK", "EXHIBIT"]
