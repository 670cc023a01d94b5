from tests.games.conftest import alice, bob, carol, dora

__all__ = ["alice", "bob", "carol", "dora"]
