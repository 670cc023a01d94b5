from pathlib import Path


def children_of(pid: int) -> list[int]:
    """The processes that this one has started and that are still there."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in found.split()]
