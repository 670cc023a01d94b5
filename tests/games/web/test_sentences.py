import pkgutil
from importlib import import_module

from games import services
from games.engine.refusals import Refusal
from games.web.sentences import ANSWERS

for module in pkgutil.iter_modules(services.__path__, "games.services."):
    import_module(module.name)


def every_kind_of(refusal):
    for kind in refusal.__subclasses__():
        yield kind
        yield from every_kind_of(kind)


def of_players(kind):
    """The moderators' desk has sentences of its own."""
    module = kind.__module__
    return module.startswith("games.") and module != "games.services.rulings"


def test_every_refusal_has_a_sentence_of_its_own():
    kinds = {kind for kind in every_kind_of(Refusal) if of_players(kind)}
    assert kinds == set(ANSWERS)
    sentences = [str(answer.sentence) for answer in ANSWERS.values()]
    assert len(set(sentences)) == len(sentences)


def test_a_refusal_without_a_sentence_would_be_found():
    class Sulking(Refusal):
        __module__ = "games.services.moods"

    kinds = {kind for kind in every_kind_of(Refusal) if of_players(kind)}
    assert kinds - set(ANSWERS) == {Sulking}
    # It would be found by the other test too, if it stayed.
    Sulking.__module__ = __name__
