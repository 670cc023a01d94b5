"""Faults on purpose, and the proof that no move is lost: `make drill ONLY=moves`."""
