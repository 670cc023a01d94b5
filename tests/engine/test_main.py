"""The command line, run in process; a few times for real on a bare Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.__main__ import main
from games.engine.record import write
from games.engine.rules import table

from .games import recorded
from .test_verify import DUEL, TABLE, broken

ROOT = Path(__file__).parents[2]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "good.json").write_bytes(write(DUEL))
    (tmp_path / "false.json").write_bytes(write(broken(DUEL, "result.scores.0", 999)))
    (tmp_path / "unreadable.json").write_bytes(b"\0")
    return {path.stem: str(path) for path in tmp_path.iterdir()}


def bare(*arguments):
    """Without site-packages: what a stranger with only Python has."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "games.engine", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(capsys, *arguments):
    """The exit code and the one sentence on standard error."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return code, said.err


def test_a_true_record_is_ok_with_its_scores(files, capsys):
    scores = " ".join(map(str, DUEL["result"]["scores"]))
    assert main(["verify", files["good"]]) == 0
    assert capsys.readouterr().out == f"{files['good']}: ok, scores {scores}\n"


def test_a_false_record_exits_1_and_names_the_defect(files, capsys):
    code, said = refused(capsys, "verify", files["false"])
    assert code == 1
    assert said.startswith(f"{files['false']}: result: scores")


@pytest.mark.parametrize("what", ["unreadable", "missing", "folder"])
def test_what_cannot_be_read_exits_2_with_one_sentence(files, tmp_path, capsys, what):
    paths = {"missing": str(tmp_path / "none"), "folder": str(tmp_path)}
    code, said = refused(capsys, "verify", paths.get(what) or files[what])
    assert code == 2
    assert ": unreadable: " in said


def test_of_several_files_every_one_is_reported_and_the_exit_is_the_largest(
    files, capsys
):
    assert main(["verify", files["unreadable"], files["false"], files["good"]]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 2
    assert said.out.startswith(files["good"])
    assert main(["verify", files["good"], files["false"]]) == 1


def test_several_files_show_progress_where_somebody_looks(files, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["verify", files["good"], files["good"]])
    assert f"[{'#' * 40}] 2/2\n" in capsys.readouterr().err


def test_simulate_prints_json_and_writes_records_that_verify(tmp_path, capsys):
    folder = tmp_path / "new" / "records"
    arguments = ["simulate", "--rules", "table", "--bots", "greedy,random,greedy"]
    arguments += [
        "--games",
        "3",
        "--seed",
        "5",
        "--end",
        "claim",
        "--scoring",
        "simple",
    ]

    assert main([*arguments, "--records", str(folder)]) == 0

    told = json.loads(capsys.readouterr().out)
    assert list(told) == [
        "rules", "bots", "games", "seed", "turns", "scores", "wins", "draws",
        "wins_in_order", "endings",
    ]  # fmt: skip
    assert told["bots"] == ["greedy", "random", "greedy"]
    assert told["endings"] == {"claimed": 3}
    records = sorted(map(str, folder.iterdir()))
    assert len(records) == 3
    assert main(["verify", *records]) == 0


def test_simulate_ends_by_the_referee_unless_told_otherwise(capsys):
    main(["simulate", "--rules", "table", "--bots", "random"])
    assert json.loads(capsys.readouterr().out)["rules"]["end"] == "referee"


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "dance",
        "verify",
        "simulate --rules duel",
        "simulate --rules chess --bots greedy,greedy",
        "simulate --rules duel --bots greedy,nobody",
        "simulate --rules duel --bots greedy,",
        "simulate --rules duel --bots greedy",
        "simulate --rules duel --bots greedy,greedy --end claim",
        "simulate --rules duel --bots greedy,greedy --scoring simple",
        "simulate --rules table --bots greedy,greedy,greedy,greedy,greedy",
        "simulate --rules duel --bots greedy,greedy --games 0",
        "simulate --rules duel --bots greedy,greedy --games many",
        "simulate --rules duel --bots greedy,greedy --seed x",
        "simulate --rules duel --bots greedy,greedy --records /dev/null/x",
        "show",
        "show /nowhere",
    ],
)
def test_a_bad_argument_is_one_clear_sentence_and_exit_2(capsys, arguments):
    code, _ = refused(capsys, *arguments.split())
    assert code == 2


def test_show_draws_the_last_board_with_the_scores(files, capsys):
    assert main(["show", files["good"]]) == 0
    drawn = capsys.readouterr().out
    moves = len(DUEL["moves"])
    assert drawn.startswith(f"a_game-1, move {moves} of {moves}: ")
    assert "over: no_field" in drawn
    assert f"{DUEL['result']['scores'][0]:4}  A" in drawn


def test_show_marks_the_move_that_was_asked_for(files, capsys):
    main(["show", files["good"], "--move", "2"])
    drawn = capsys.readouterr().out.splitlines()
    move = DUEL["moves"][1]
    row = next(line for line in drawn if line.startswith(f"{move['cell'][1]} "))
    assert f"[{move['tile']}]" in row
    assert sum("[" in line for line in drawn) == 1


def test_show_draws_the_start_as_move_0(files, capsys):
    main(["show", files["good"], "--move", "0"])
    drawn = capsys.readouterr().out
    assert "the start" in drawn
    assert "[" not in drawn


def test_show_tells_every_kind_of_move(tmp_path, capsys):
    told = ""
    for number in range(30):
        record, _ = recorded(table(4), bytes([number]) * 32, trouble=0.3)
        path = tmp_path / f"{number}.json"
        path.write_bytes(write(broken(record, "seats.0.player", None)))
        for move in range(len(record["moves"]) + 1):
            main(["show", str(path), "--move", str(move)])
        told += capsys.readouterr().out
    for words in ("puts", "set aside", "claims", "resign", "timeout", "somebody"):
        assert words in told


def test_show_refuses_a_false_record_and_a_move_it_does_not_have(files, capsys):
    assert refused(capsys, "show", files["false"])[0] == 1
    assert refused(capsys, "show", files["good"], "--move", "99")[0] == 2
    assert refused(capsys, "show", files["good"], "--move", "-1")[0] == 2


def test_an_interrupted_run_ends_without_a_traceback(files, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("games.engine.__main__.verify", interrupt)
    assert main(["verify", files["good"]]) == 130


def test_the_engine_runs_on_a_bare_python(files):
    assert bare("verify", files["good"]).returncode == 0
    wrong = bare("verify", files["false"], "/nowhere")
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr
    assert (
        bare("simulate", "--rules", "duel", "--bots", "greedy,random").returncode == 0
    )


def test_a_name_that_the_terminal_cannot_write_is_no_reason_to_fail(tmp_path):
    path = tmp_path / "record.json"
    path.write_bytes(write(broken(TABLE, "seats.0.player", "Zoë")))
    shown = subprocess.run(
        [sys.executable, "-S", "-m", "games.engine", "show", str(path)],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert shown.returncode == 0
    assert b"Zo\\xeb" in shown.stdout


def test_a_record_can_come_through_a_pipe():
    shown = subprocess.run(
        [sys.executable, "-S", "-m", "games.engine", "show", "/dev/stdin"],
        cwd=ROOT,
        input=write(DUEL),
        capture_output=True,
        check=False,
    )
    assert shown.returncode == 0


def test_a_full_disk_is_one_sentence(files):
    with Path("/dev/full").open("w") as full:
        written = subprocess.run(
            [sys.executable, "-S", "-m", "games.engine", "verify", files["good"]],
            cwd=ROOT,
            env={},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert written.returncode == 2
    assert written.stderr.count("\n") == 1


def test_a_name_cannot_move_the_cursor(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_bytes(write(broken(DUEL, "seats.0.player", "A\x1b[2J\nB")))
    main(["show", str(path)])
    assert "A?[2J?B" in capsys.readouterr().out
