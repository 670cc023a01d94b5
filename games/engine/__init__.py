"""The board game: values and functions; no Django, no clock, no global randomness.

Read it in this order: `grid`, `rules`, `board`, `fairness`, `moves`, `state`, `view`;
then `record` and `verify`, which say of a game's file whether it is true.
"""
