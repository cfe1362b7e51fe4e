import pytest

from tests.bench.ablation import PARTS, Part, without


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_is_switched_off_and_on_again(part: Part):
    before = [getattr(owner, name) for owner, name, _ in part.changes]
    with without(part):
        assert [getattr(owner, name) for owner, name, _ in part.changes] == [
            value for _, _, value in part.changes
        ]
    assert [getattr(owner, name) for owner, name, _ in part.changes] == before
