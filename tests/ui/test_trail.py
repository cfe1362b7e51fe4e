from app.ui.trail import Trail


def test_back_goes_the_way_the_person_came():
    trail = Trail("chat")
    for place in ("settings", "models", "add_model"):
        trail.go(place)
    assert [trail.back() for _ in range(3)] == ["models", "settings", "chat"]
    assert trail.is_at_home


def test_going_to_a_place_on_the_way_goes_back_to_it():
    trail = Trail("chat")
    trail.go("settings")
    trail.go("memory")
    trail.go("settings")
    assert trail.places == ("chat", "settings")


def test_home_is_never_left_behind():
    trail = Trail("chat")
    assert trail.back() == "chat"
    trail.go("settings")
    trail.go("chat")
    assert trail.is_at_home
