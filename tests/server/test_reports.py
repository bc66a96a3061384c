"""How tables ended, as those who sit there say it from their phones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ragami.errors import RagamiError
from tests.server.faults import until
from tests.server.gathered import NAME, NAMES, round_of, step, tournament
from tests.server.kit import Club, Json, Made, Phone
from tests.server.test_gathering import states


def rows(club: Club, place: str, *scores: int | None, places: Sequence[int | None] = ()) -> Json:
    """What a phone sends: the players in seat order."""
    (table,) = (one for one in round_of(club)["tables"] if one["place"] == place)
    reached = places or [None] * len(scores)
    results = [
        {"player": who, "score": score, "place": place}
        for who, score, place in zip(table["players"], scores, reached, strict=True)
    ]
    return {"place": place, "results": results}


def at_table(club: Club, place: str) -> list[Phone]:
    """A phone for each who sits there, in seat order."""
    (table,) = (one for one in round_of(club)["tables"] if one["place"] == place)
    return [club.join(who, NAME) for who in table["players"]]


def of(club: Club, phone: Phone, place: str) -> Json:
    """A table of the round as somebody is told of it."""
    found: Json = next(o for o in phone.get("round").json()["tables"] if o["place"] == place)
    return found


def test_one_enters_the_result_and_another_of_the_table_confirms_it(
    database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    first, second, third, _fourth = at_table(club, "1.1")
    (stranger, *_others) = at_table(club, "1.2")
    said = first.post("reports", rows(club, "1.1", 36, 31, 31, 20))
    assert said.status_code == 201, said.text
    assert said.json()["agrees"] == "one"
    assert said.json()["reports"][0]["says"].count("2. ") == 2, "who ties shares a place"
    assert states(club)["1.1"] == "waiting", "nobody has confirmed it"
    assert first.post("reports", rows(club, "1.1", 36, 31, 31, 20)).json()["agrees"] == "one"
    assert of(club, second, "1.1")["reports"][0]["results"][0]["place"] == 1
    assert of(club, stranger, "1.1")["reports"] == [], "only those of the table, and the referee"
    assert of(club, club.referee(NAME), "1.1")["agrees"] == "one"
    refused = stranger.post("reports", rows(club, "1.1", 1, 2, 3, 4))
    assert (refused.status_code, refused.json()["code"]) == (422, "not-at-this-table")
    # Places that follow from the scores are the same, whoever types them.
    told = second.post("reports", rows(club, "1.1", 36, 31, 31, 20, places=[1, 2, 2, 4]))
    assert told.json()["agrees"] == "agreed"
    assert states(club)["1.1"] == "done"
    record = json.loads(club.referee(NAME).get("records").text.splitlines()[-1])
    assert (record["type"], record["by"]) == (
        "result_recorded",
        second.get("entries").json()["seat"],
    )
    assert [one["place"] for one in record["data"]["results"]] == [1, 2, 2, 4]
    assert len(of(club, club.referee(NAME), "1.1")["reports"]) == 2, "the referee sees both"
    assert third.post("reports", rows(club, "1.1", 1, 1, 1, 1)).json()["code"] == "result-there"


def _killed(*_given: object) -> bool:
    raise RagamiError("worker-lost")


def test_what_was_agreed_when_the_server_was_killed_is_written_by_the_next(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament(database, NAMES, paired=True)
    with Club(database) as killed:
        first, second, *_others = at_table(killed, "1.1")
        body = rows(killed, "1.1", 36, 31, 31, 20)
        assert first.post("reports", body).json()["agrees"] == "one"
        with monkeypatch.context() as patch:  # between the report and the record of the result
            patch.setattr("ragami.server.reports.record", _killed)
            assert second.post("reports", body).status_code == 503
        assert states(killed)["1.1"] == "waiting"
    with Club(database) as club:
        assert until(lambda: states(club)["1.1"] == "done")
        record = json.loads(club.referee(NAME).get("records").text.splitlines()[-1])
        confirmed_by = body["results"][1]["player"]
        assert (record["type"], record["by"]) == ("result_recorded", confirmed_by)


def test_who_disagrees_stops_it_and_the_referee_takes_one(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    first, second, *_others = at_table(club, "1.1")
    first.post("reports", rows(club, "1.1", None, None, None, None, places=[1, None, None, None]))
    differ = second.post("reports", rows(club, "1.1", 5, 7, 1, 0))
    assert differ.json()["agrees"] == "differ"
    assert second.post("calls", {"text": "not right"}).status_code == 201
    desk = club.referee(NAME)
    assert states(club)["1.1"] == "waiting"
    page = desk.get(f"/desk/{NAME}/rounds").text
    assert page.index('id="calls"') < page.index('id="timing"'), (
        "on a phone what is urgent is first"
    )
    (call,) = desk.get("round").json()["calls"]
    assert (call["place"], call["text"]) == ("1.1", "not right") and call["name"] in NAMES
    who = first.get("entries").json()["seat"]
    assert first.post("results", {"place": "1.1", "reported": who}).status_code == 403
    assert desk.post("results", {"place": "1.1", "reported": "nobody"}).status_code == 422
    assert desk.post("results", {"place": "1.1", "reported": who}).status_code == 200
    record = json.loads(desk.get("records").text.splitlines()[-1])
    assert [one["place"] for one in record["data"]["results"]] == [1, 2, 2, 2], "who won is enough"
    assert {one["score"] for one in record["data"]["results"]} == {None}


def test_what_cannot_be_a_result_is_refused_when_it_is_entered(
    database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    first, *_others = at_table(club, "1.1")
    wrong = rows(club, "1.1", None, None, None, None, places=[1, 2, 2, 3])
    assert first.post("reports", wrong).json()["rule"] == "R-T-RES-04"
    few = rows(club, "1.1", 1, 2, 3, None)
    assert first.post("reports", few).status_code == 400
    some = rows(club, "1.1", 4, 4, 2, 1, places=[1, 2, None, None])
    assert "or none" in first.post("reports", some).json()["detail"]
    other = rows(club, "1.2", 1, 2, 3, 4) | {"place": "1.1"}
    assert first.post("reports", other).status_code == 400
    assert of(club, first, "1.1")["agrees"] == "nobody"


def test_the_referee_says_so_where_that_was_agreed_and_another_pairing_is_another_table(
    database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    desk.post("round", {"entries": "referee", "results": "referee"}, method="PUT")
    first, second, *_others = at_table(club, "1.1")
    for phone in (first, second):
        told = phone.post("reports", rows(club, "1.1", 4, 3, 2, 1))
    assert told.json()["agrees"] == "agreed" and states(club)["1.1"] == "waiting"
    gone = second.get("entries").json()["seat"]
    step(desk, "noshow", entrant=gone)
    assert of(club, desk, "1.1")["reports"] == [], "those who sit there now have said nothing"


def test_who_comes_too_late_or_with_a_wrong_slip_is_told_so(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk, first = club.desk(NAME), at_table(club, "1.1")[0]
    sent = {place: rows(club, place, 4, 3, 2, 1) for place in ("1.1", "1.2")}
    assert "play: Ana" in first.post("reports", sent["1.2"] | {"place": "1.1"}).json()["detail"]
    some = first.post("reports", rows(club, "1.1", 4, 3, 2, None)).json()["detail"]
    assert some == "Not everybody at table 1.1 has a score: give the places of all."
    spelling = first.post("reports", sent["1.1"] | {"place": "x"}).json()["detail"]
    assert "body.place must be a round and a table, as in 2.3" in spelling
    twice = first.post("entries", {"name": "Zoe"}).json()["detail"]
    assert twice == "This device has entered Ana already."
    for place, body in sent.items():
        results = [{"entrant": row["player"], "score": row["score"]} for row in body["results"]]
        step(desk, "result", table=int(place[2:]), results=results)
    step(desk, "close")
    for place in ("1.1", "1.7", "9.1"):
        late = first.post("reports", sent["1.1"] | {"place": place})
        assert (late.status_code, late.json()["code"]) == (422, "table-not-in-round")
        assert late.json()["detail"] == f"Table {place} is not one of the open round."
        page = first.get(f"/t/{NAME}/{place}?lang=es").text
        assert "Esta mesa no es de la ronda abierta" in page and "ninguna partida" not in page


def test_a_slip_leads_to_its_table_with_the_code(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    plain = club.phone(table=NAME).get("papers/slips").text
    coded = club.phone(table=NAME).get(f"papers/slips?code={club.code(NAME)}").text
    assert plain != coded and plain.count("<svg") == coded.count("<svg") == 2
    assert club.phone(table=NAME).get(f"/t/{NAME}/1.1").text.count('id="report"') == 1


def test_two_of_one_name_are_told_apart_at_the_desk_and_a_rule_is_a_sentence(
    database: Path, served: Made
) -> None:
    tournament(database, ["Ana Ruiz", *NAMES[1:7], "Ana Ruiz"], paired=True)
    club = served()
    desk = club.referee(NAME)
    names = [name for one in round_of(club)["tables"] for name in one["players"].values()]
    assert sorted(name for name in names if name.startswith("Ana")) == [
        "Ana Ruiz (1)",
        "Ana Ruiz (8)",
    ]
    offered = desk.get("steps").json()
    (rule,) = (one for one in offered["choices"] if one["type"] == "rule")
    assert all(len(offered["words"][code]) > 30 for code in rule["open"]["rule"])
    (form,) = (one for one in offered["forms"] if one["type"] == "rule")
    said = [value["label"]["es"] for value in form["first"]["values"]]
    assert all(len(text) > 30 for text in said) and len(said) == len(rule["open"]["rule"])
