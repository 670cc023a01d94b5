"""Two people who never met play by post; told once per database.

    python -m tests.journey.story sqlite

Everything is real: the processes of `make run`, an SMTP server, Chromium. The first
thing that is not as it should be ends the story with exit code 1.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import sync_playwright

from games.engine.board import Board
from games.engine.grid import NAMES
from tests.accounts.sink import Sink
from tests.config.site_process import Site
from tests.config.variables import ROOT
from tests.journey.people import Person, link_of, text_of
from tests.services import chromium, postgresql
from tests.waiting import wait_until


class Story:
    def __init__(self, edition: str, rooms: ExitStack) -> None:
        folder = rooms.enter_context(tempfile.TemporaryDirectory(prefix="journey-"))
        self.sink = rooms.enter_context(Sink())
        variables = {"EMAIL_URL": f"smtp://127.0.0.1:{self.sink.port}"}
        if edition == "postgresql":
            variables["DATABASE_URL"] = rooms.enter_context(postgresql.running()).url
        self.site = Site(Path(folder), **variables)
        self.site.start()
        rooms.callback(self.site.process.kill)
        self.url = f"http://localhost:{self.site.port}"
        playwright = rooms.enter_context(sync_playwright())
        self.browser = playwright.chromium.launch(
            executable_path=chromium.executable(), args=chromium.FLAGS
        )
        rooms.callback(self.browser.close)

    def person(self, name: str) -> Person:
        return Person(name, self.browser, self.url, self.sink)

    def leave_pictures(self) -> None:
        """What everybody saw when the story broke off."""
        print(self.site.log.read_text()[-4000:])
        for number, context in enumerate(self.browser.contexts):
            picture = f"/tmp/journey-{self.site.port}-{number}.png"
            context.pages[0].screenshot(path=picture)
            print(f"{context.pages[0].url} looked like {picture}")

    def command(self, *words: str) -> str:
        """What a command of the site prints, run beside it by an operator."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.site.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def tell(sentence: str) -> None:
    print(sentence, flush=True)


def journey(story: Story) -> None:
    story.site.wait_for("Postdoku is at")
    tell("One command runs the site: web, worker, beat and broker are up.")
    alice, bob, carol, dora = map(story.person, ("Alice", "Bob", "Carol", "Dora"))
    people_sign_up(story, alice, bob, dora)
    hurried = a_hurried_game(story, alice, bob)
    first = an_offer_is_joined(alice, bob)
    play_by_post(story, first, alice, bob, onlookers=[carol, dora])
    anybody_can_check(story, first)
    a_moderator_voids_a_game(alice, bob, dora)
    time_runs_out(hurried, alice, bob)
    no_mail_came_twice(story)
    the_site_leaves_nothing_behind(story)


def people_sign_up(story: Story, alice: Person, bob: Person, dora: Person) -> None:
    for person in (alice, bob):
        person.signs_up()
        tell(f"{person.name} signs up with the code from a mail.")
    story.command("make_admin", dora.address, dora.name)
    dora.signs_in_by_code()
    tell("Dora, a moderator made by the operator, signs in with a code as well.")


def a_hurried_game(story: Story, alice: Person, bob: Person) -> str:
    """Nobody can ask for seconds a move on a page; only a test, beside the site."""
    script = (Path(__file__).parent / "hurried_game.py").read_text()
    public_id = story.command("shell", "--no-imports", "--command", script).strip()
    path = f"/games/{public_id}/"
    players = {"0": alice, "1": bob}
    for _ in range(2):
        alice.opens(path)
        mover = players[str(alice.sees()["turn"])]
        mover.opens(path)
        place(mover)
    tell("In a game of seconds both make a move; then nobody moves any more.")
    return path


def an_offer_is_joined(alice: Person, bob: Person) -> str:
    path = offer_and_join(alice, bob)
    tell("Alice offers a duel; Bob finds it among the open games and joins.")
    return path


def offer_and_join(host: Person, guest: Person) -> str:
    page = host.opens("/games/new/")
    page.get_by_role("button", name="Offer this game").click()
    # The host's nonce is made and sent by script; then the offer stands.
    page.get_by_text("One more player is needed").wait_for()
    path = page.url.removeprefix(host.site)
    page = guest.opens("/games/")
    page.locator(f"a[href='{path}']").first.click()
    page.get_by_role("button", name="Join this game").click()
    page.wait_for_selector("#board")
    return path


def play_by_post(
    story: Story, path: str, alice: Person, bob: Person, *, onlookers: list[Person]
) -> None:
    players = {"0": alice, "1": bob}
    turns = 0
    sent: dict[str, int] = {"Alice": 0, "Bob": 0}
    alice.opens(path)
    turn = alice.sees()["turn"]
    while turn:
        mover, waiting = players[turn], players["1" if turn == "0" else "0"]
        turns, sent[mover.name] = turns + 1, sent[mover.name] + 1
        mail = mover.waits_for_mail("your turn", path, count=sent[mover.name])
        mover.opens(link_of(mail))
        if turns <= 2:
            only_the_owner_sees_the_tile(path, mover, [waiting, *onlookers])
            a_doubled_post_is_one_event(mover)
        elif turns == 3:
            the_broker_stands_still(story, mover, stranger=onlookers[0])
        else:
            place(mover)
        turn = mover.sees()["turn"]
    for player in players.values():
        assert len(player.mails("your turn", path)) == sent[player.name]
    players["0"].opens(path)
    assert story_is_over(players["0"])
    tell(
        f"They play to the end: {turns} turns, and {sum(sent.values())} mails for them."
    )


def the_broker_stands_still(story: Story, mover: Person, *, stranger: Person) -> None:
    """Frozen, which is worse than dead, and then killed."""
    broker = story.site.pid_of("broker.sock")
    os.kill(broker, signal.SIGSTOP)
    heard = len(story.sink.mails)
    place(mover)
    story.person(mover.name).signs_in_with_password()
    stranger.asks_for_an_account()
    assert len(story.sink.mails) == heard
    tell("With the broker frozen, a move, a log-in and a sign-up go on.")
    os.kill(broker, signal.SIGKILL)
    stranger.types_the_code()
    tell(f"Killed and come back, it lets {stranger.name}'s mail with the code go out.")


def story_is_over(person: Person) -> bool:
    state = json.loads(person.page.request.get(f"{person.page.url}state.json").text())
    return state["status"] == "over" and state["turn"] is None and state["result"]


def only_the_owner_sees_the_tile(
    path: str, owner: Person, others: list[Person]
) -> None:
    assert owner.sees()["hand"] is not None
    for other in others:
        other.opens(path)
        assert other.sees()["hand"] is None
        assert other.page.locator("#hand").count() == 0
    names = ", ".join(other.name for other in others)
    tell(f"{owner.name} sees the own tile; {names} see the board without it.")


def fitting_cells(person: Person) -> list[str]:
    """Fields that take the tile, tightest first, so that the game is a short one."""
    state = json.loads(person.page.request.get(f"{person.page.url}state.json").text())
    board, tile = Board.read(state["board"]), state["hand"]

    def room_left(cell: int) -> int:
        after = board.lay(cell, tile)
        return sum(after.fitting(digit).bit_count() for digit in range(1, 10))

    fitting = [cell for cell, _ in board.choices(tile, "neighbours")]
    return [NAMES[cell] for cell in sorted(fitting, key=room_left)]


def place(person: Person) -> None:
    seq = person.sees()["seq"]
    cell = fitting_cells(person)[0]
    person.page.locator(f"[data-cell={cell}] button").click()
    person.page.get_by_role("button", name="Place it").click()
    person.page.wait_for_selector(f"#board[data-seq='{seq + 1}']")


def a_doubled_post_is_one_event(person: Person) -> None:
    """The same form sent twice, as by an impatient double click."""
    page = person.page
    seq, cell = person.sees()["seq"], fitting_cells(person)[0]
    form = page.locator("form:has(#board)")
    body = {
        name: form.locator(f"input[name={name}]").get_attribute("value") or ""
        for name in ("csrfmiddlewaretoken", "turn_no", "key")
    } | {"cell": cell}
    target = form.get_attribute("action") or ""
    for _ in range(2):
        answer = page.request.post(f"{person.site}{target}", form=body)
        assert answer.ok, answer.status
    page.reload()
    assert person.sees()["seq"] == seq + 1
    tell(f"{person.name} sends the same move twice; it is one event.")


def anybody_can_check(story: Story, path: str) -> None:
    record = story.command("export_game", path.split("/")[2])
    verdict = subprocess.run(
        [sys.executable, "-S", "-m", "games.engine", "verify", "/dev/stdin"],
        cwd=ROOT,
        input=record,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verdict.returncode == 0, verdict.stderr
    tell(f"The record, checked offline with bare Python, is {verdict.stdout.strip()}.")


def a_moderator_voids_a_game(alice: Person, bob: Person, dora: Person) -> None:
    path = offer_and_join(bob, alice)
    page = dora.opens(f"/admin/games/game/?q={path.split('/')[2]}")
    page.locator("#result_list tbody th a").first.click()
    page.get_by_role("link", name="Call the game off").click()
    page.locator("[name=words]").fill("Both of you asked me to.")
    page.locator(".submit-row input[type=submit]").click()
    for player in (alice, bob):
        mail = player.waits_for_mail("asked me to", path)
        assert "Both of you asked me to." in text_of(mail)
    tell("Dora voids another game with a reason; both players are told by mail.")


def time_runs_out(path: str, alice: Person, bob: Person) -> None:
    def is_over() -> bool:
        alice.opens(path)
        return bool(story_is_over(alice))

    wait_until(is_over, seconds=150)
    state = json.loads(alice.page.request.get(f"{alice.page.url}state.json").text())
    assert state["result"]["reason"] == "timeout"
    for player in (alice, bob):
        player.waits_for_mail("time", path)
    tell("The hurried game ran out of time, and the sweep says so to both.")


def no_mail_came_twice(story: Story) -> None:
    ids = [mail["Message-ID"] for mail in story.sink.mails]
    assert len(ids) == len(set(ids))
    story.command("verify_games")
    tell(f"{len(ids)} mails in all, none twice; every log verifies.")


def the_site_leaves_nothing_behind(story: Story) -> None:
    story.site.end(signal.SIGINT)
    wait_until(lambda: not story.site.processes())
    tell("Ctrl-C, and no process is left.")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with ExitStack() as everything:
        story = Story(sys.argv[1], everything)
        try:
            journey(story)
        except Exception:
            story.leave_pictures()
            raise
