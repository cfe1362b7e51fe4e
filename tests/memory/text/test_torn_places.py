from app.memory.text.torn_places import Side, Torn, chosen_text, places_of

BASE = "# Memory\n- tea\n- cats\n- trains\n"


def test_edits_that_do_not_touch_are_joined():
    places = places_of(BASE, BASE.replace("tea", "green tea"), BASE + "- boats\n")
    assert not [place for place in places if isinstance(place, Torn)]
    assert chosen_text(places, Side.MINE) == "# Memory\n- green tea\n- cats\n- trains\n- boats\n"


def test_one_line_changed_twice_is_torn_and_each_side_can_be_kept():
    mine = BASE.replace("cats", "two cats")
    theirs = BASE.replace("cats", "three cats") + "- boats\n"
    places = places_of(BASE, mine, theirs)
    assert [place for place in places if isinstance(place, Torn)] == [
        Torn(("- two cats\n",), ("- three cats\n",))
    ]
    assert chosen_text(places, Side.MINE) == mine + "- boats\n"
    assert chosen_text(places, Side.THEIRS) == theirs
    assert chosen_text(places, Side.BOTH) == (
        "# Memory\n- tea\n- two cats\n- three cats\n- trains\n- boats\n"
    )


def test_both_keeps_a_common_line_once_and_ends_every_line():
    places = places_of("- a", "- a\n- b", "- a\n- b\n- c")
    assert chosen_text(places, Side.BOTH).splitlines() == ["- a", "- b", "- c"]


def test_a_file_emptied_by_the_other_side_keeps_my_line():
    places = places_of(BASE, BASE.replace("cats", "dogs"), "")
    assert "- dogs\n" in chosen_text(places, Side.BOTH)
    assert chosen_text(places, Side.THEIRS) == ""
