"""A tournament on the server: coming in, rounds, tables, clock and desk, over HTTP alone."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ragami.judge.report import report
from ragami.server import gatherings
from ragami.server.round_bodies import Agreement, Clock
from ragami.server.rows import SqliteRows
from ragami.store import open_store
from tests.server.faults import until
from tests.server.gathered import NAME, NAMES, raced, round_of, step, tournament
from tests.server.kit import Club, Json, Made, Phone, client, opened


def since(began: float, seconds: int) -> range:
    """What may be left of some seconds that began to run after a moment."""
    return range(seconds - int(time.monotonic() - began) - 1, seconds + 1)


def states(club: Club) -> dict[str, str]:
    return {one["place"]: one["state"] for one in round_of(club)["tables"]}


def test_somebody_comes_in_by_a_name_when_the_referee_says_yes(
    database: Path, served: Made
) -> None:
    tournament(database)
    club = served()
    phone = club.join(table=NAME)
    assert phone.get("entries").json() == {
        "seat": None, "number": None, "name": None, "waiting": False, "open": True,
    }  # fmt: skip
    asked = phone.post("entries", {"name": "Ana Ruiz", "club": "Norte"})
    assert asked.status_code == 202 and asked.json()["waiting"]
    assert phone.post("entries", {"name": "Ana"}).status_code == 202, "who asks again asks once"
    desk = club.referee(NAME)
    (one,) = desk.get("round").json()["asking"]
    assert one["name"] == "Ana"
    assert phone.get("round").json()["asking"] == []
    assert phone.post("admissions", {"id": one["id"], "answer": "yes"}).status_code == 403
    assert desk.post("admissions", {"id": one["id"], "answer": "yes"}).status_code == 200
    told = phone.get("entries").json()
    assert (told["seat"], told["number"], told["waiting"]) == ("ana", 1, False)
    assert phone.post("entries", {"name": "Ana"}).json()["code"] == "entered-already"
    other = club.join(table=NAME)
    other.post("entries", {"name": "ana"})
    (two,) = desk.get("round").json()["asking"]
    assert two["there"] == ["Ana"] and one["there"] == [], "nobody is let in twice unseen"
    other.post("entries", {"name": "Bea"})
    (two,) = desk.get("round").json()["asking"]
    assert two["there"] == []
    desk.post("admissions", {"id": two["id"], "answer": "no"})
    assert other.get("entries").json()["seat"] is None
    assert desk.get("round").json()["asking"] == []


def test_the_policy_lets_in_and_an_entrant_writes_nothing_else(
    database: Path, served: Made
) -> None:
    tournament(database, NAMES[:3])
    club = served()
    desk = club.referee(NAME)
    assert desk.post("round", {"entries": "anybody"}, method="PUT").status_code == 200
    phone = club.join(table=NAME)
    entered = phone.post("entries", {"name": "Ana"})
    assert entered.status_code == 201
    assert (entered.json()["seat"], entered.json()["number"]) == ("ana-2", 4)
    seq = desk.seq()
    event = {"type": "dropped", "data": {"entrant": "bea", "reason": None}}
    assert phone.write("events", event, seq).status_code == 403
    assert phone.write("undo", {"steps": 1}, seq).status_code == 403
    assert phone.post("lock", {"locked": True}).status_code == 403
    keeper = club.phone().post("/v1/join", {"code": club.code(NAME), "role": "keeper"})
    assert keeper.status_code == 403
    assert phone.post("calls", {"text": "rules?"}).status_code == 201
    assert phone.post("presence", {"here": False}).status_code == 200
    assert desk.get("moment").json()["spots"]["by-name"][1].count("data-away") == 1
    assert phone.post("presence", {"here": False}).json()["code"] == "not-possible-now"
    assert phone.post("presence", {"here": True}).status_code == 200
    assert desk.seq() == seq + 2


def test_who_asks_first_stays_first(database: Path, served: Made) -> None:
    tournament(database)
    club = served()
    for name in NAMES:
        assert club.join(table=NAME).post("entries", {"name": name}).status_code == 202
    asking = club.referee(NAME).get("round").json()["asking"]
    assert [one["name"] for one in asking] == list(NAMES)


def test_a_game_that_gathers_nobody_has_no_rounds(club: Club) -> None:
    desk = club.referee()
    for path in ("round", "entries", "clock", "steps"):
        assert desk.get(path).json()["code"] == "no-capability", path
    assert desk.post("clock", {"do": "start", "minutes": 5}).status_code == 404
    assert desk.get("/desk/friday/rounds").status_code == 404
    assert desk.get("/t/friday/1.1").status_code == 404


def test_the_clock_is_of_the_server_and_not_of_the_log(database: Path, served: Made) -> None:
    tournament(database, NAMES)
    club = served()
    desk, phone = club.referee(NAME), club.join(table=NAME)
    assert desk.get("papers/by-name").status_code == 422, "nothing is paired yet"
    with client(club.base, headers={"Accept": "text/html,*/*"}) as browser:
        page = browser.get(f"/v1/tables/{NAME}/papers/by-name?lang=es")
    assert page.status_code == 422 and "<h1>Ahora no es posible.</h1>" in page.text
    assert phone.get("clock").json() == {"left_s": None, "running": False}
    assert phone.post("clock", {"do": "start"}).status_code == 403
    with phone.stream() as events:
        began = time.monotonic()
        assert desk.post("clock", {"do": "start"}).json() == {"left_s": 3600, "running": True}
        assert events.until("clock").data["running"]
    left = desk.post("clock", {"do": "add", "minutes": 5}).json()["left_s"]
    assert left in since(began, 3900)
    stopped = desk.post("clock", {"do": "stop"}).json()
    assert not stopped["running"]
    time.sleep(1.1)
    assert phone.get("clock").json() == stopped
    assert desk.post("clock", {"do": "start", "minutes": 0}).json()["left_s"] == 0
    assert desk.seq() == 9, "no record tells of it"
    again = served()
    assert again.referee(NAME).get("clock").json()["running"]


def test_the_clock_is_shown_at_the_tables_of_the_round(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    table, _other = desk.post("tables", {}).json()["tables"]
    phone = club.join(table=table)
    assert 'hidden="">–</p>' in phone.get(f"/t/{table}").text, "none was set"
    with phone.stream() as events:
        began = time.monotonic()
        desk.post("clock", {"do": "start", "minutes": 20})
        assert events.until("clock").data["left_s"] in since(began, 1200)
    assert phone.get("clock").json()["running"]
    assert phone.post("clock", {"do": "stop"}).status_code == 403, "it only looks"
    for screen in ("", "/board", "/projector", "/keeper"):
        page = phone.get(f"/t/{table}{screen}").text
        shown = {f"{left // 60}:{left % 60:02}<" for left in since(began, 1200)}
        assert 'id="clock"' in page and any(clock in page for clock in shown), screen
    for one in (1, 2):
        step(desk, "result", round=1, table=one, results=placed(club, f"1.{one}"))
    with phone.stream() as events:
        step(desk, "close")
        assert events.until("clock").data == {"left_s": None, "running": False}, "it is over"
    # What another game is called does not make it one of the round.
    opened(database, "open-r7-t1")
    apart = club.phone(table="open-r7-t1")
    assert apart.get("clock").json()["code"] == "no-capability"
    assert 'id="clock"' not in apart.get("/t/open-r7-t1").text


def test_another_server_on_the_same_database_tells_its_screens(
    database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    one, other = served(), served()
    desk = one.referee(NAME)
    table = desk.post("tables", {}).json()["tables"][0]
    watching, playing = other.phone(table=NAME), other.phone(table=table)
    with watching.stream() as events, playing.stream() as at_table:
        for stream in (events, at_table):
            stream.until("head")
        desk.post("clock", {"do": "start", "minutes": 20})
        assert events.until("clock").data["running"]
        assert at_table.until("clock").data["running"]
        one.join(table=NAME).post("entries", {"name": "Ines"})
        events.until("round")
    assert other.phone(table=NAME).get("round").json()["clock"]["running"]


def test_what_another_server_changed_is_to_be_told_until_it_was(tmp_path: Path) -> None:
    rows = SqliteRows(tmp_path / "beside.db", gatherings.SCHEMA)
    here, other = gatherings.Gatherings(rows), gatherings.Gatherings(rows)
    report = gatherings.ReportedResult("red", "phone", "[]")
    assert not here.changed(NAME), "nothing was done yet"
    for change, given in (
        (other.ask, ("phone", "Ines", None)),
        (other.say, ("1.1", ["red", "blue"], report)),
        (other.set_clock, (Clock(60, False),)),
        (other.agree, (Agreement("anybody", "log"),)),
    ):
        change(NAME, *given)
        assert here.changed(NAME)
        here.shown(NAME)
        assert not here.changed(NAME)
    rows.close()


def test_a_result_that_is_refused_says_why_at_the_desk(database: Path, served: Made) -> None:
    """R-T-LINK-03: somebody has linked another log to the table."""
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    first, second = desk.post("tables", {}).json()["tables"]
    sitting = round_of(club)["tables"][0]
    seats = club.phone().get(f"/v1/tables/{first}").json()["seats"]
    link = {
        "round": 1, "table": 1, "log": "elsewhere", "origin": "ab" * 16, "size": 9,
        "root": "A" * 43 + "=", "players": dict(zip(seats, sitting["players"], strict=True)),
    }  # fmt: skip
    linked_ = desk.write("events", {"type": "table_linked", "data": link}, desk.seq())
    assert linked_.status_code == 201, linked_.text
    raced(club, first)
    raced(club, second)
    until(lambda: states(club)["1.2"] == "done")
    told = until(lambda: next((t for t in round_of(club)["tables"] if t["says"]), None))
    assert (told["place"], told["state"]) == ("1.1", "ended")
    assert "log" in told["says"][0] and "Type its places here" in told["says"][1]
    assert not any(one["says"] for one in club.phone(table=NAME).get("round").json()["tables"])


def test_a_day_by_phones_and_desk(database: Path, served: Made) -> None:
    """Eight; late entry, drop, a wrong result corrected a round later, a table that breaks off."""
    tournament(database, NAMES[:7])
    club = served()
    desk = club.referee(NAME)
    ana = club.join("ana", NAME)
    told = step(desk, "pair")
    assert len(told["ways"][0]["says"]) == 3, "the cost and two tables"
    by_name = ana.get("moment", params={"as": "public"}).json()["spots"]["by-name"][1]
    assert "Round 1: table " in by_name and "against" in by_name
    # Somebody comes late, and is brought into the small table.
    hugo = club.join(table=NAME)
    hugo.post("entries", {"name": "Hugo"})
    (asking,) = desk.get("round").json()["asking"]
    desk.post("admissions", {"id": asking["id"], "answer": "yes"})
    signed = {"reason": "a seat was free", "authority": "Eva"}
    step(desk, "mend", gone=[], come=["hugo"], apart=[], **signed)
    opened = desk.post("tables", {}).json()["tables"]
    assert opened == ["open-r1-t1", "open-r1-t2"]
    assert desk.post("tables", {}).json()["tables"] == [], "they are there"
    joined = ana.post("sit").json()
    assert joined["table"] in opened and joined["role"] == "seat"
    seats = club.phone().get(f"/v1/tables/{joined['table']}").json()
    assert seats["seats"][joined["seats"][0]] == "Ana"
    places = first_results(club, desk, *opened)
    step(desk, "close")
    # Ana goes home by herself; the second round is paired on a result that was wrong.
    assert ana.post("presence", {"here": False}).status_code == 200
    step(desk, "pair")
    wrong = [one | {"place": 5 - one["place"]} for one in places]
    told = step(desk, "correct", round=1, table=2, results=wrong, **signed)
    assert any("Round 2 was paired on it" in one for one in told["ways"][0]["says"])
    second = round_of(club)["tables"]
    assert "ana" not in {who for one in second for who in one["players"]}
    last_results(club, desk)
    step(desk, "close")
    step(desk, "end", reason=None)
    assert desk.get("moment").json()["over"]
    assert verified(desk) == []


def first_results(club: Club, desk: Phone, one: str, other: str) -> list[Json]:
    """Table 1 ends, and its result is taken from the log; table 2 breaks off: as it was typed."""
    raced(club, one)
    until(lambda: states(club)["1.1"] == "done")
    raced(club, other, until=2)
    assert states(club) == {"1.1": "done", "1.2": "playing"}
    places = placed(club, "1.2")
    step(desk, "result", round=1, table=2, results=places)
    assert linked(desk) == {"1.1", "1.2"}, "what broke off is linked as well"
    return places


def placed(club: Club, place: str) -> list[Json]:
    """The players of a table in seat order, as they might be typed."""
    played = next(one for one in round_of(club)["tables"] if one["place"] == place)
    return [
        {"entrant": who, "place": n, "score": None} for n, who in enumerate(played["players"], 1)
    ]


def last_results(club: Club, desk: Phone) -> None:
    """This time the referee takes them."""
    desk.post("round", {"entries": "referee", "results": "referee"}, method="PUT")
    for name in desk.post("tables", {}).json()["tables"]:
        raced(club, name)
    until(lambda: set(states(club).values()) == {"ended"})
    for place in states(club):
        assert desk.post("results", {"place": place}).status_code == 200
    assert set(states(club).values()) == {"done"}


def linked(desk: Phone) -> set[str]:
    records = [one for one in log(desk) if one["type"] == "table_linked"]
    return {f"{one['data']['round']}.{one['data']['table']}" for one in records}


def log(desk: Phone) -> list[Json]:
    return [json.loads(line) for line in desk.get("records").text.splitlines()]


def verified(desk: Phone) -> list[str]:
    """The errors that a verification of the log alone finds."""
    found = report(NAME, desk.get("records").content)
    return [one.code for one in found.findings if one.severity == "error"]


def test_the_final_is_tapped_like_a_round(database: Path, served: Made) -> None:
    """The cut, its table, its result from the log, the end; the standings name the winner."""
    tournament(database, NAMES[:4], paired=True, rounds=1, cut=2)
    club = served()
    desk = club.referee(NAME)
    step(desk, "result", round=1, table=1, results=placed(club, "1.1"))
    step(desk, "close")
    (final,) = [one for one in desk.get("steps").json()["choices"] if one["type"] == "final"]
    seats = final["open"]["seats"]["of"][::-1]
    told = step(desk, "final", seats=seats)
    assert [event["type"] for event in told["ways"][0]["events"]] == ["final_cut"]
    assert desk.post("tables", {}).json()["tables"] == ["open-r2-t1"]
    (table,) = round_of(club)["tables"]
    assert list(table["players"]) == list(seats)
    assert (table["place"], table["called"]) == ("2.1", "The final")
    labels = [form["label"] for form in desk.get("steps").json()["forms"]]
    assert {"en": "Result of the final", "es": "Resultado de la final"} in labels
    raced(club, "open-r2-t1")
    until(lambda: states(club) == {"2.1": "done"})
    step(desk, "end", reason=None)
    assert desk.get("moment").json()["over"]
    assert verified(desk) == [] and linked(desk) == {"2.1"}


def test_an_illegal_table_is_shown_at_the_desk(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    first, _second = desk.post("tables", {}).json()["tables"]
    roll = b'{"seq":2,"type":"rolled","v":1,"at":null,"by":null,"data":{"player":"red","face":6}}'
    with open_store(database) as store:
        store.append(first, 1, [roll])
    told = until(lambda: next(
        (one for one in round_of(club)["tables"] if one["state"] == "broken"), None
    ))  # fmt: skip
    assert told["place"] == "1.1" and "due" in told["says"][0]


def test_a_table_whose_people_changed_has_another_game(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    desk.post("tables", {})
    gone = next(iter(round_of(club)["tables"][0]["players"]))
    event = {"type": "no_show_recorded", "data": {"round": 1, "entrant": gone}}
    assert desk.write("events", event, desk.seq()).status_code == 201
    assert states(club)["1.1"] == "waiting"
    assert desk.post("tables", {}).json()["tables"] == ["open-r1-t1b"]


def test_what_is_printed_leads_to_the_tables(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    nobody = club.phone(table=NAME)
    for what in ("by-name", "by-table", "standings"):
        page = nobody.get(f"papers/{what}", params={"lang": "es"})
        assert page.status_code == 200 and "Ana" in page.text and 'lang="es"' in page.text
        assert "script-src" not in page.headers["content-security-policy"].replace(
            "script-src 'unsafe-inline'", ""
        )
    slips = nobody.get("papers/slips").text
    assert slips.count("<svg") == 2
    assert nobody.get("papers/secrets").status_code == 404
    closed = nobody.get("/t/open/1.2").text
    assert "<h1>Table 2</h1>" in closed and "/t/open-r1-t2" not in closed
    desk.post("tables", {})
    assert "/t/open-r1-t2" in nobody.get("/t/open/1.2").text


def test_what_the_desk_cannot_tell_is_said(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    club = served()
    desk = club.referee(NAME)
    told = desk.post("steps", {"step": "fly", "said": {}})
    assert (told.status_code, told.json()["code"]) == (400, "unclear")
    said: Json = {"round": 1, "table": 9, "results": []}
    assert "no table 1.9" in desk.post("steps", {"step": "result", "said": said}).json()["detail"]
    assert club.join("ana", NAME).post("sit").json()["code"] == "table-not-open"
    assert club.join(table=NAME).post("sit").json()["code"] == "not-entered"


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_agreed_is_asked_in_words(club: Club, language: str) -> None:
    """No setting of a game of ours, and no value of one, is called as in the log."""
    games = club.phone().get(f"/v1/games?lang={language}").json()["games"]
    for game in games:
        for setting in game["settings"]:
            assert setting["label"].replace(" ", "_").lower() != setting["name"], setting
            assert "_" not in setting["label"], setting
            for value, label in zip(setting["values"], setting["labels"], strict=True):
                assert isinstance(value, int) or "_" not in label, setting
                assert not isinstance(value, bool) or label in ("yes", "no", "sí"), setting


def test_the_referee_opens_a_gathering_and_its_rules_judge_record_1(club: Club) -> None:
    desk = club.referee("winter")
    games = {one["name"]: one for one in desk.get("/v1/games").json()["games"]}
    settings = {one["name"]: one for one in games["tournament"]["settings"]}
    assert games["tournament"]["gathers"] and settings["seed"]["usual"] is None
    wanted: Json = {
        "table": "winter",
        "game": "tournament",
        "players": [],
        "options": {"rounds": 3},
    }
    refused = desk.post("/v1/tables", wanted)
    assert refused.status_code == 422, "nobody has drawn a seed"
    assert refused.json()["finding"]["facts"]["where"] == "$.data.seed"
    assert refused.json()["detail"].startswith("Data.seed ")
    wanted["options"] = {"rounds": 3, "seed": "2026-11-22", "plays": "race", "cut": 2}
    assert desk.post("/v1/tables", wanted).json()["gathers"]
    record = desk.get("records").json()
    assert (record["data"]["plays"], record["data"]["seed"]) == ("race", "2026-11-22")
    assert record["data"]["options"] == {"rounds": 3, "cut": 2}


def put(filled: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    part, *below = path
    if isinstance(part, int):
        return [*(filled or ()), put(None, below, value)]
    return {**(filled or {}), part: put((filled or {}).get(part), below, value)}


def test_a_step_of_the_desk_is_asked_for_question_by_question(database: Path, served: Made) -> None:
    tournament(database, NAMES, paired=True)
    desk = served().referee(NAME)
    told = desk.get("steps").json()
    assert {one["type"] for one in told["forms"]} == {one["type"] for one in told["choices"]}
    (form,) = (one for one in told["forms"] if one["type"] == "swap")
    assert form["label"] == {"en": "Swap two people", "es": "Cambiar a dos de sitio"}
    asked: Json = {"seq": told["seq"], "form": form["id"], "filled": form["data"], "ended": []}
    question = form["first"]
    for answer in ("Ana", "Bea", "x", "y"):
        labels = {one["label"]["en"]: one["value"] for one in question.get("values", ())}
        assert labels.keys() <= {*NAMES}
        asked["filled"] = put(asked["filled"], question["path"], labels.get(answer, answer))
        told = desk.post("steps/next", asked).json()
        asked |= {"filled": told["filled"], "ended": told["ended"]}
        question = told["question"]
    assert told["whole"] and told["type"] == "swap"
    assert told["data"] == {"round": 1, "two": ["ana", "bea"], "reason": "x", "authority": "y"}
    ways = desk.post("steps", {"step": told["type"], "said": told["data"]}).json()["ways"]
    assert [event["type"] for event in ways[0]["events"]] == ["pairing_overridden"]
    assert desk.post("steps/next", asked | {"seq": 1}).status_code == 409
    assert desk.post("steps/next", asked | {"form": "fly.0"}).json()["code"] == "wrong-request"
