"""The quick search for records that are looked at beside the rules: it may say too much only."""

from __future__ import annotations

import pytest

from ragami.log.strict import may_hold, type_in
from ragami.log.unredacted import OF_PROOFS
from tests.archive.games import logs

LINE = '{{"seq":9,{},"v":1,"at":null,"by":null,"data":{{}}}}'


@pytest.mark.parametrize("type_", OF_PROOFS)
@pytest.mark.parametrize(
    "spelled", ['"type":"{}"', '"type" :  "{}"', '"type":\t"{}"', '"\\u0074ype":"{}"']
)
def test_every_record_of_such_a_type_is_found(type_: str, spelled: str) -> None:
    line = LINE.format(spelled.format(type_)).encode()
    assert type_in(line) == type_
    (log,) = logs(1)
    assert may_hold(log + line, *OF_PROOFS)
    assert may_hold(line, type_)


def test_of_other_records_nothing_is_said() -> None:
    (log,) = logs(1)
    assert not may_hold(log, *OF_PROOFS)
    assert not may_hold(LINE.format('"type":"unsealed"').encode(), *OF_PROOFS)
