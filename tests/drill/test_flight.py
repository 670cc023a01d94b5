from drill.flight import Flight, flight


def request(began, ended, status=302):
    return {"began": began, "ended": ended, "status": status}


def test_a_kill_counts_what_was_under_way_and_what_it_broke():
    requests = [
        request(1, 3),
        request(1, 3, status=0),
        request(4, 6),
        request(6, 8, status=500),
        request(8, 9, status=0),
    ]
    assert flight([5, 2, 7], requests) == Flight(kills=3, requests=4, hits=2)


def test_without_kills_there_is_nothing_to_say():
    assert flight([], [request(1, 2)]) == Flight(kills=0, requests=0, hits=0)
