"""What `move.py` measures on one database, in turns."""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from bench import insides
from bench.crowd import LONG, Pair, Table, Visitor, match, seated, visitor
from bench.figures import Ratio, milliseconds, per_second, tell
from bench.load import Run, drive, one_by_one
from bench.pgbench import Limit
from tests.services.postgresql import Server

CONNECTIONS = 16
CROWDED = 64
ROUNDS = 5
SECONDS = 1.0
# A game under way, one that has just begun, and one near its end.
MIDDLE, EARLY, LATE = 25, 2, 67
SERIES = 12

Scripts = Sequence[Iterator[bytes]]


class Bench:
    def __init__(self, port: int, server: Server | None) -> None:
        self.port = port
        self.people = [visitor(port) for _ in range(2 * CONNECTIONS)]
        self.tables = [seated(pair, MIDDLE) for pair in self._pairs()]
        self.pairs = [Pair(pair) for pair in self._pairs()]
        self.limit = Limit(server) if server else None
        self.rates: dict[str, list[float]] = defaultdict(list)
        self.polled = 0

    def _pairs(self) -> list[list[Visitor]]:
        return [self.people[n : n + 2] for n in range(0, len(self.people), 2)]

    def run(self) -> None:
        self._warm_up()
        for _ in range(ROUNDS):
            self._round()
        self._tell_rates()
        self._tell_crowded()
        self._tell_growth()
        self._tell_insides()

    # S1, S2, S3

    def _warm_up(self) -> None:
        self._drive([table.page() for table in self.tables], 200)
        self._play(moves_each=20, seconds=0.3)

    def _round(self) -> None:
        floor, page, poll = (
            [getattr(table, name)() for table in self.tables]
            for name in ("floor", "page", "poll")
        )
        self.rates["floor"].append(self._drive(floor, 200).rate)
        self.rates["page"].append(self._drive(page, 200).rate)
        polled = self._drive(poll, 304)
        self.rates["poll"].append(polled.rate)
        self.polled = polled.size
        self.rates["move"].append(self._play(moves_each=150, seconds=SECONDS).rate)
        if self.limit:
            limit = self.limit.rate(clients=CONNECTIONS, seconds=1)
            self.rates["limit"].append(limit)

    def _drive(self, scripts: Scripts, status: int) -> Run:
        return drive(self.port, scripts, status=status, seconds=SECONDS)

    def _play(self, *, moves_each: int, seconds: float) -> Run:
        for pair in self.pairs:
            pair.top_up(moves_each)
        return drive(self.port, self.pairs, status=302, seconds=seconds)

    def _tell_rates(self) -> None:
        rates, floor = self.rates, self.rates["floor"]
        tell("floor: session, user, one query", per_second(floor))
        page = Ratio.of(rates["page"], floor)
        tell(
            "S1 table page, to move", per_second(rates["page"]), page, "floor", ">= 0.8"
        )
        poll = Ratio.of(rates["poll"], floor)
        goal = f">= 0.9; {self.polled} bytes <= 300"
        tell("S3 anything new? 304", per_second(rates["poll"]), poll, "floor", goal)
        move = per_second(rates["move"])
        tell("move POST", move, Ratio.of(rates["move"], floor), "floor")
        if self.limit:
            tell("pgbench, the same statements", per_second(rates["limit"]))
            ratio = Ratio.of(rates["move"], rates["limit"])
            tell("S2 move POST", move, ratio, "pgbench", ">= 0.13")

    def _tell_crowded(self) -> None:
        """The slowest hundredth where four times as many come at once."""
        slow: dict[str, list[float]] = defaultdict(list)
        for _ in range(3):
            for name in ("floor", "page"):
                scripts = [getattr(table, name)() for table in self.tables]
                crowd = [cycle([next(script)]) for script in scripts * 4]
                slow[name].append(self._drive(crowd, 200).wait(0.99))
        ratio = Ratio.of(slow["page"], slow["floor"])
        what = f"S1 p99 of the page, {CROWDED} connections"
        tell(what, milliseconds(slow["page"]), ratio, "floor's p99", "<= 2")

    # S5

    def _tell_growth(self) -> None:
        """One at a time, a young game beside an old one, each with its own."""
        pages: dict[int, list[float]] = defaultdict(list)
        moves: dict[int, list[float]] = defaultdict(list)
        for pair in islice(cycle(self._pairs()), SERIES):
            for seq in (EARLY, LATE):
                game = match(pair, LONG)
                game.go_on_to(seq)
                page = Table(game.game, game.to_move, seq).page()
                waits = one_by_one(self.port, [*islice(page, 8)], status=200)
                pages[seq].append(statistics.median(waits))
                posts = [game.next_post() for _ in range(4)]
                waits = one_by_one(self.port, posts, status=302)
                moves[seq].append(statistics.median(waits))
        for what, waits_of, goal in (("page", pages, 1.1), ("move", moves, 1.5)):
            ratio = Ratio.of(waits_of[LATE], waits_of[EARLY])
            waited = milliseconds(waits_of[LATE])
            tell(f"S5 {what} at event {LATE}", waited, ratio, "event 2", f"<= {goal}")

    # Insides

    def _tell_insides(self) -> None:
        table = self.tables[0]
        self.pairs[0].top_up(50)
        poll, page = next(table.poll()), next(table.page())
        asks = {
            "poll": [insides.asking(poll, status=304)] * 40,
            "page": [insides.asking(page, status=200)] * 40,
            "move": [
                insides.asking(post, status=302) for post in islice(self.pairs[0], 40)
            ],
        }
        for name, (first, second, *others) in asks.items():
            first()
            count = insides.queries(second)
            shares = insides.shares(others)[:6]
            said = ", ".join(f"{layer} {share:.0%}" for layer, share in shares)
            print(f"{name}: {count} queries; its time: {said}", flush=True)
