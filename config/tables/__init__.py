"""Tables of list pages: searched, filtered, sorted, paged, acted on in bulk."""
