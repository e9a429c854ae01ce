"""A group's page: its runs in all families, without anything of another group's."""
