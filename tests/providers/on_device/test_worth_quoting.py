"""What of the found memories is quoted: what tells something, once, and no noise behind it."""

from datetime import date

from app.contracts.search import MemorySource
from app.providers.on_device.word_match import telling_words
from app.providers.on_device.worth_quoting import Found, worth_quoting

TODAY = date(2026, 2, 28)
LOG, SAID, KEPT = MemorySource.DAILY_LOG, MemorySource.SESSION, MemorySource.LONG_TERM


def quoted_of(
    question: str, *memories: tuple[MemorySource, str], is_answered: bool = False
) -> list[str]:
    found = [Found(place, text, source) for place, (source, text) in enumerate(memories)]
    kept = worth_quoting(found, telling_words(question), TODAY, is_answered=is_answered)
    return [memories[place][1] for place in kept]


def test_a_question_asked_before_is_no_answer():
    assert quoted_of(
        "How much did I pay for my bike?",
        (SAID, "What was my budget for the bike?"),
        (SAID, "What do you know about the bike?"),
        (LOG, "Asked: How long is the bike?"),
        (SAID, "Bought the bike for 3,400 euros. Was that too much?"),
    ) == ["Bought the bike for 3,400 euros. Was that too much?"]


def test_the_same_words_are_quoted_once_from_where_they_can_be_changed():
    assert quoted_of(
        "Which medicine must I not take?",
        (SAID, "Remember that I'm allergic to penicillin"),
        (LOG, "I'm allergic to penicillin."),
        (KEPT, "I'm allergic to penicillin"),
    ) == ["I'm allergic to penicillin"]


def test_an_entry_stands_for_the_wish_it_came_of_and_may_have_been_changed_since():
    assert quoted_of(
        "What is the garage code?",
        (SAID, "remember the garage code is 4471"),
        (KEPT, "The garage code is 5582"),
        (LOG, "Remember the garage code is 4471"),
    ) == ["The garage code is 5582"]
    assert quoted_of(
        "What is the garage code?", (SAID, "remember the garage code is 4471"), (KEPT, "Likes tea")
    ) == ["remember the garage code is 4471"]


def test_behind_one_that_shares_a_word_one_that_shares_none_is_noise():
    assert quoted_of(
        "When is the deadline for the bridge?",
        (SAID, "The drawings must be there on Friday."),
        (LOG, "The deadline for the bridge is in May."),
        (LOG, "Lina lost a tooth."),
    ) == ["The drawings must be there on Friday.", "The deadline for the bridge is in May."]


def test_what_this_chat_answers_already_wants_no_noise_at_all():
    memories = ((LOG, "Lina lost a tooth."), (LOG, "The budget for the roof is open."))
    assert quoted_of("What was my budget?", *memories, is_answered=True) == [
        "The budget for the roof is open."
    ]


def test_what_shares_no_word_must_be_near_in_meaning():
    words = telling_words("What is the capital of France?")
    near, far = (Found(0, "Loves Paris", KEPT, likeness) for likeness in (0.4, 0.1))
    assert worth_quoting([near], words, TODAY) == [0]
    assert worth_quoting([far], words, TODAY) == []
    named = Found(0, "The capital is to be moved", KEPT, 0.1)
    assert worth_quoting([named], words, TODAY) == [0]


def test_a_log_may_say_anything_that_would_be_an_order_in_a_chat():
    memory = (LOG, "Search for a flat in Graz goes on.")
    assert quoted_of("What about the flat?", memory) == ["Search for a flat in Graz goes on."]


def test_a_line_of_the_log_that_a_message_says_with_more_around_it_is_said_once():
    line, message = "I want to paint the hall.", "I want to paint the hall. I bought 5 litres."
    other = (LOG, "The hall has two windows.")
    assert quoted_of("What about the hall?", (LOG, line), other, (SAID, message)) == [
        message,
        other[1],
    ]
    assert quoted_of("What about the hall?", (SAID, message), (LOG, line)) == [message]
    assert quoted_of("What about the hall?", (KEPT, line), (SAID, message)) == [line, message]


def test_an_old_question_just_like_this_one_does_not_hide_a_weaker_answer():
    asked = Found(0, "How much rent do I pay?", SAID, 0.9, score=0.97)
    told = Found(1, "rent is 495 now", LOG, 0.5, score=0.34)
    far = Found(2, "I work in a café", LOG, 0.3, score=0.2)
    words = telling_words("How much rent do I pay?")
    assert worth_quoting([asked, told, far], words, TODAY) == [1]


def test_what_is_far_behind_the_best_answer_is_left_out():
    best = Found(0, "The rent is 495", LOG, 0.5, score=0.9)
    weak = Found(1, "Rent a boat", LOG, 0.2, score=0.3)
    assert worth_quoting([best, weak], telling_words("How much is the rent?"), TODAY) == [0]


def test_what_an_entry_says_is_not_said_again_with_a_by_the_way():
    entry, message = "My tutor is Dr Okafor", "btw my tutor is Dr Okafor"
    assert quoted_of("Who is my tutor?", (SAID, message), (KEPT, entry)) == [entry]
