"""One row of the table: what was done to the site, and what the oracle says of it."""

from dataclasses import dataclass, field

from drill.flight import Flight
from drill.oracle.figures import Figures

NOTHING_FELL = Flight(kills=0, requests=0, hits=0)


@dataclass(frozen=True, kw_only=True)
class Row:
    name: str
    what: str
    figures: Figures
    seconds: float
    flight: Flight = NOTHING_FELL
    # A control must show at least one of these faults; a row that is none, no fault.
    must_show: tuple[str, ...] = ()
    # What the row itself found to be otherwise than it should.
    complaints: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        """Why the drill fails by this row; empty where it does not."""
        faults = self.figures.faults
        if self.must_show:
            shown = any(name in faults for name in self.must_show)
            unseen = f"the oracle saw no {' or '.join(self.must_show)}"
            return self.complaints + ([] if shown else [unseen])
        return self.complaints + [f"{name} {count}" for name, count in faults.items()]

    @property
    def verdict(self) -> str:
        if self.wrong:
            return f"WRONG: {', '.join(self.wrong)}"
        if self.must_show:
            shown = {
                name: count
                for name, count in self.figures.faults.items()
                if name in self.must_show
            }
            return "fails, as it must: " + ", ".join(
                f"{name} {count}" for name, count in shown.items()
            )
        return "holds"
