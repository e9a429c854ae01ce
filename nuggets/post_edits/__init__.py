"""What post-editing did to a draft, for organizers: per topic and in sum."""
