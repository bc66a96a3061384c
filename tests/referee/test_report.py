"""The facts of a referee's report, as they follow from a log."""

from __future__ import annotations

from ragami.referee.report import desk, sections
from tests.rules.logs import Log, game, moved


def bytes_of(log: Log) -> bytes:
    return b"".join(line + b"\n" for line in log.lines)


def test_every_ruling_is_told_with_the_event_that_it_was_for() -> None:
    """The next event after it, also where there are later ones with rulings of their own."""
    log = game()
    for_a_move, for_nothing = log.rule("R-MOVE-01"), log.rule("R-MOVE-02")
    far = log.extend(moved(30))
    log.add("turn_ended", player="yellow")
    for colour in ("green", "blue", "purple"):
        log.add("passed", player=colour)
    second = log.rule("R-MOVE-01")
    back = log.add("ragami_moved", player="yellow", ragami="yellow", via="saint", to=1)
    waiting = log.rule("R-MOVE-01")
    rulings = desk("final", bytes_of(log)).rulings
    assert [(one.seq, one.event) for one in rulings] == [
        (for_a_move, far),
        (for_nothing, far),
        (second, back),
        (waiting, None),
    ]
    breaches = [[(one.seq, one.rule) for one in ruling.breaches] for ruling in rulings]
    assert breaches == [[(far, "R-MOVE-01")], [], [(back, "R-MOVE-01")], []]
    told = sections(desk("final", bytes_of(log)), "en")[3]
    assert (told.title, told.entries[-1].text) == ("Rulings", "No event has come since.")
    assert f"Record {far} has not broken it." in [entry.text for entry in told.entries]
