"""Lists of a large track, as organizers open them."""
