"""The engine's door on the command line: verify, simulate, show."""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from games.bots import BOTS

from . import rules as printed
from .record import read, write
from .refusals import Unreadable
from .rules import BadRules, Rules
from .show import show
from .simulate import Game, Player, simulate, summary
from .verify import Defect, verify

T = TypeVar("T")


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """One sentence, where argparse would print its usage too."""
        self.exit(2, f"{self.prog}: {message} (--help shows how)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except (BadRules, OSError) as error:
        print(f"games.engine: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="games.engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="verify | simulate | show")

    one = commands.add_parser("verify", help="check records of finished games")
    one.add_argument("files", nargs="+", metavar="FILE")
    one.set_defaults(run=_verify)

    one = commands.add_parser("simulate", help="let bots play against each other")
    one.add_argument("--rules", required=True, choices=list(printed.PRINTED))
    one.add_argument("--bots", required=True, type=_bots, metavar="A,B")
    one.add_argument("--games", type=_count, default=1, metavar="N")
    one.add_argument("--seed", type=int, default=0, metavar="S")
    one.add_argument(
        "--scoring", choices=["neighbours", "simple"], default="neighbours"
    )
    one.add_argument("--end", choices=["referee", "claim"], default="referee")
    one.add_argument("--fixed-seats", action="store_true")
    one.add_argument("--records", type=Path, metavar="DIR", help="write each record")
    one.set_defaults(run=_simulate)

    one = commands.add_parser("show", help="draw a record's board as text")
    one.add_argument("file", metavar="FILE")
    one.add_argument(
        "--move", type=int, metavar="N", help="after N moves; 0: the start"
    )
    one.set_defaults(run=_show)
    return parser


def _count(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f"{text!a} is not a number of games")
    return int(text)


def _bots(text: str) -> list[Player]:
    names = text.split(",")
    for name in names:
        if name not in BOTS:
            known = ", ".join(BOTS)
            raise argparse.ArgumentTypeError(f"no bot {name!a}; there are {known}")
    return [Player(name, BOTS[name]) for name in names]


def _verify(options: argparse.Namespace) -> int:
    answers = [_answer(file) for file in _progress(options.files, len(options.files))]
    for code, answer in answers:
        print(answer, file=sys.stderr if code else sys.stdout)
    return max(code for code, _ in answers)


def _answer(file: str) -> tuple[int, str]:
    try:
        state = verify(_read(file))
    except Unreadable as error:
        return 2, f"{file}: unreadable: {error}"
    except Defect as defect:
        return 1, f"{file}: {defect}"
    return 0, f"{file}: ok, scores {' '.join(map(str, state.scores))}"


def _read(file: str) -> dict[str, Any]:
    try:
        return read(Path(file).read_bytes())
    except OSError as error:
        raise Unreadable(error.strerror or "it cannot be opened") from None


def _simulate(options: argparse.Namespace) -> int:
    rules = _rules(options)
    games = simulate(
        rules,
        options.bots,
        options.games,
        options.seed,
        fixed_seats=options.fixed_seats,
    )
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)
        games = _saved(games, options.records)
    shown = _progress(games, options.games)
    print(json.dumps(summary(rules, options.bots, options.seed, shown), indent=1))
    return 0


def _rules(options: argparse.Namespace) -> Rules:
    return replace(
        printed.duel() if options.rules == "duel" else printed.table(1),
        players=len(options.bots),
        scoring=options.scoring,
        end=options.end,
    )


def _saved(games: Iterable[Game], folder: Path) -> Iterator[Game]:
    for game in games:
        (folder / f"{game.record['game']}.json").write_bytes(write(game.record))
        yield game


def _show(options: argparse.Namespace) -> int:
    try:
        record = _read(options.file)
        verify(record)
        last = len(record["moves"])
        number = last if options.move is None else options.move
        if not 0 <= number <= last:
            raise Unreadable(f"it has the moves 0 to {last}")
    except (Unreadable, Defect) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1 if isinstance(error, Defect) else 2
    print(show(record, number))
    return 0


def _progress(items: Iterable[T], total: int) -> Iterator[T]:
    """The items, with a bar on standard error where somebody looks at it."""
    watched = sys.stderr.isatty() and total > 1
    for done, item in enumerate(items, start=1):
        yield item
        if watched:
            bar = "#" * (40 * done // total)
            end = "\n" if done == total else ""
            print(f"\r[{bar:<40}] {done}/{total}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    # A name that the terminal cannot write is no reason to fail.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = main()
    if code:
        # Where the reader has gone away, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)
