"""A cluster under kills: nodes, harm, people and organizers, and the reckoning."""
