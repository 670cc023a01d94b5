"""Judges, after a drill, whether the database holds what the clients were told.

It reads the clients' ledgers and the database by plain SQL, and shares no code with
what it judges but the engine. O1 to O5 and O8 are the project's names for what it
checks.
"""
