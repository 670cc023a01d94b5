from dataclasses import asdict, dataclass, field, fields
from typing import Any

FINDINGS_KEPT = 12

# What must be zero, whatever was done to the site.
FAULTS = (
    "lost",
    "doubled",
    "denied",
    "gaps",
    "mismatches",
    "untold",
    "told_twice",
    "other_5xx",
)


@dataclass
class Figures:
    """What the oracle counted; `findings` are the first faults in words."""

    games: int = 0
    events: int = 0
    # Decisions with at least one answer that said yes.
    acknowledged: int = 0
    # O1: said yes, but it does not stand in the log as it was asked for.
    lost: int = 0
    # One key, or one number, stands twice in a log.
    doubled: int = 0
    # It stands in the log, but an answer said no.
    denied: int = 0
    # O2: numbers that are missing in a log.
    gaps: int = 0
    # O3, O4: the rules, the chain or the rows say otherwise than the log.
    mismatches: int = 0
    # O5: turns without their notice, and notices without their turn.
    untold: int = 0
    told_twice: int = 0
    # O8.
    other_5xx: int = 0
    # No faults: said no and did not do it, said "try again", or said nothing.
    refused: int = 0
    busy: int = 0
    broken: int = 0
    findings: list[str] = field(default_factory=list)

    def find(self, fault: str, what: str, count: int = 1) -> None:
        setattr(self, fault, getattr(self, fault) + count)
        if len(self.findings) < FINDINGS_KEPT:
            self.findings.append(f"{fault}: {what}")

    @property
    def faults(self) -> dict[str, int]:
        """Those that are not zero."""
        counted = {name: getattr(self, name) for name in FAULTS}
        return {name: count for name, count in counted.items() if count}

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Figures":
        return cls(**{known.name: told[known.name] for known in fields(cls)})
