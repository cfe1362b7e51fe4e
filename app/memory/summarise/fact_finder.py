"""Finds what a person said about themselves that is worth keeping for good, without any model.

Precision before recall: only plain first-person statements, kept exactly as they were said. Never
takes a question, a supposition, something passing, a secret or pasted text for a fact.
"""

import re
from collections.abc import Collection, Sequence

from app.contracts.conversation import Message, MessageKind
from app.memory.summarise.candidates import sort_talk
from app.memory.summarise.clauses import facts_apart
from app.memory.summarise.endings import ending_in
from app.memory.summarise.fact_doubts import is_doubtful, without_quoted
from app.memory.summarise.fact_patterns import category_of_fact, tells_a_death
from app.memory.summarise.facts import Fact, FactCategory, without_repeats
from app.memory.summarise.handed_over import is_handed_over
from app.memory.summarise.sentence_kinds import SentenceKind, kind_of
from app.memory.summarise.sentences import sentences_of
from app.memory.text.plain_spelling import spelled_out, straight

MOST_FACTS = 20
LONGEST_FACT = 240
_LEAD_IN = re.compile(
    r"(?:(?:(?:today|yesterday|this morning|last (?:night|week)|in the meeting)"
    r"(?=,? (?:i|we)(?:'ve| have)? (?:decided|agreed|settled|chose)\b)"
    r"|(?:hi|hello|hey|hallo|servus|moin|hola|bonjour|salut|ciao|привет|你好)(?: there| oneclaw)?"
    r"(?=[,!，])|by the way|btw|also|oh|ah"
    r"|ok(?:ay)?|well|whatever|so|and|but|actually|now|just so you know|fyi"
    r"|for (?:the record|future reference|your (?:reference|information))|in general|generally"
    r"|note that|remember(?: that)?"
    r"|keep in mind that"
    r"|please remember(?: that)?|don'?t forget that|übrigens|außerdem|und|also|jetzt"
    r"|merk dir,? dass"
    r"|por cierto|ahora"
    r"|además|y|recuerda que|au fait|en fait|et|maintenant|retiens que|кстати|и|а|теперь"
    r"|запомни,? что"
    r"|顺便说一下|对了|另外|记住|请记住|ちなみに)(?:[.,:!，：]|(?!\w))\s*)+",
    re.IGNORECASE,
)
_DECIDED_WHEN = re.compile(
    r"\A((?:we|i)(?:'ve| have)?|wir haben|ich habe|hemos|nous avons|on a|мы) "
    r"(?:today|yesterday|just|heute|gestern|gerade|hoy|ayer|aujourd'hui|hier|сегодня|вчера) "
    r"(?=(?:uns )?(?:decided|agreed|settled|chosen|beschlossen|entschieden|vereinbart|decidido"
    r"|acordado|décidé|convenu|решили|договорились)\b)",
    re.IGNORECASE,
)
"""A decision lasts, whichever day it was taken on."""
_TAKES_BACK = re.compile(
    r"(?:actually,? no|no,? (?:wait|actually|sorry)|wait,? no|sorry,? no|correction|scratch that"
    r"|i (?:mean|meant)(?: to say)?|nein,? (?:doch|halt)|doch nicht|quatsch|no,? perdón"
    r"|pardon,? non|нет,? точнее)\b[,:;.!\s]*",
    re.IGNORECASE,
)
_AFTERTHOUGHT = re.compile(
    r"(?:,? but (?:(?:just )?for )?(?:today|tonight|now|right now|this (?:time|week|month|year))\b"
    r"|,? so (?:yes|no|yeah|nope|maybe|please|i guess)\b"
    r"|[,;]? (?:and )?(?:(?:please|can you|could you) )?remind me\b| haha\b| lol\b).*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""What hangs on a plain statement and is about the moment, not about the person."""


def find_facts(messages: Sequence[Message]) -> tuple[Fact, ...]:
    """In the order they were said, each once; what the person asked to forget is left out."""
    own = [message for message in messages if message.kind is MessageKind.USER]
    kept = {candidate.text for candidate in sort_talk(own).told}
    facts: list[Fact] = []
    for message in own:
        if not is_handed_over(message.text):
            facts += _facts_of(message.text, kept)
    return without_repeats(facts)[:MOST_FACTS]


def fact_in(sentence: str) -> Fact | None:
    """The fact a single sentence states, if it states one beyond doubt."""
    if len(sentence) > LONGEST_FACT or kind_of(sentence) is not SentenceKind.STATEMENT:
        return None
    plain = _DECIDED_WHEN.sub(r"\1 ", _without_lead_in(straight(sentence)))
    statement = _AFTERTHOUGHT.sub("", plain).rstrip()
    spoken = spelled_out(without_quoted(statement))
    ends = ending_in(spoken)
    if is_doubtful(spoken, tells_an_end=ends is not None or tells_a_death(spoken)):
        return None
    category = category_of_fact(spoken)
    return Fact(statement, category, ends) if category or ends else None


def _facts_of(text: str, kept: Collection[str]) -> list[Fact]:
    """What is taken back in the next breath is no fact; what is said instead may be one."""
    facts: list[Fact] = []
    before: list[Fact] = []
    for sentence in sentences_of(text):
        taken_back = _TAKES_BACK.match(sentence)
        if taken_back:
            facts = [fact for fact in facts if fact not in before]
        rest = sentence[taken_back.end() :] if taken_back else sentence
        before = _facts_in(rest) if sentence in kept else []
        facts += before
    return facts


def _facts_in(sentence: str) -> list[Fact]:
    fact = fact_in(sentence)
    if fact is None or fact.ends is not None:
        return [fact] if fact else []
    parts = facts_apart(fact.text, lambda part: _category_alone(part) is not None)
    if len(parts) == 1:
        return [fact]
    return [Fact(part, _category_alone(part)) for part in parts]


def _category_alone(statement: str) -> FactCategory | None:
    fact = fact_in(statement)
    return fact.category if fact is not None and fact.ends is None else None


def _without_lead_in(sentence: str) -> str:
    found = _LEAD_IN.match(sentence)
    rest = sentence[found.end() :] if found else sentence
    return rest[:1].upper() + rest[1:]
