"""The oracle as a program.

python -m drill.oracle LEDGER...

The database is DATABASE_URL and its seeds open with SEED_KEYS, as for the site.
"""

import json
import os
import sys
from pathlib import Path

from drill.oracle.answers import judge_answers
from drill.oracle.database import read_games
from drill.oracle.figures import Figures
from drill.oracle.log import judge_log


def judge(url: str, seed_keys: str, ledgers: list[Path]) -> Figures:
    games = read_games(url, seed_keys)
    events = sum(len(game.events) for game in games)
    figures = Figures(games=len(games), events=events)
    lines = [line for path in ledgers for line in path.read_text().splitlines()]
    judge_answers([json.loads(line) for line in lines], games, figures)
    for game in games:
        judge_log(game, figures)
    return figures


if __name__ == "__main__":
    paths = [Path(name) for name in sys.argv[1:]]
    told = judge(os.environ["DATABASE_URL"], os.environ["SEED_KEYS"], paths)
    print(json.dumps(told.as_dict()))
