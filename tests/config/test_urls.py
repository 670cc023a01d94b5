from django.contrib.staticfiles import finders


def test_browsers_find_the_icon_where_they_look_for_it_unasked(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.url) == (302, "/static/favicon.svg")
    assert finders.find(answer.url.removeprefix("/static/"))
