from config import probe


def test_a_site_that_answers_is_there_and_nobody_else_is(live_server):
    assert probe.answers(url=f"{live_server.url}/accounts/login/")
    assert not probe.answers(url="http://127.0.0.1:9/")


def test_an_error_of_the_server_is_no_answer(live_server, settings, client):
    settings.ROOT_URLCONF = "tests.config.test_probe"
    assert not probe.answers(url=f"{live_server.url}/")
