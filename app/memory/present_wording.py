"""How a statement that something changed would be said by somebody for whom it was always so.

"I moved back to Boston", "I live in Boston now" and "I live in Boston, not Bern" all say where
somebody lives. For comparing only: what is kept are the person's own words.
"""

import re

_NOW = re.compile(
    r"\b(?:now(?! and)|jetzt|ab jetzt|inzwischen|ahora|maintenant|désormais|теперь)\b ?|现在",
    re.IGNORECASE,
)
_NOT_THE_OLD = re.compile(
    r",? (?:and )?(?:not|no longer|instead of|nicht(?: mehr)?|statt|y no|et (?:non|pas)) [^,]+\Z"
)
_WHERE_EXACTLY = re.compile(
    r"(?<=\w), (?:en (?:la|el|los|las)|in (?:der|dem|the)|at|on|near|bei|près|rue|number|\d+) .+\Z"
)
_OF_A_HOME = re.compile(r"(?:I live|The user lives|Ich wohne|Vivo|J['’]habite) ", re.IGNORECASE)
_WITH_AN_AFTERTHOUGHT = re.compile(r", (?:but|aber|pero|mais) [^,]+\Z", re.IGNORECASE)
_A_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_A_DAY = re.compile(
    r" (?:on (?:the )?\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]+|on [A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?"
    r"|in [A-Z][a-z]+|last (?:week|month|weekend)|yesterday|today)\Z"
)
_NO_PLACE = (
    r"(?!(?:Linux|Windows|Mac|macOS|Android|iOS|Vim|Neovim|Emacs|Python|Rust|Go|Java|Kotlin"
    r"|TypeScript|Kafka|Postgres\w*|Docker|Kubernetes|GitHub|GitLab|Slack|Teams|Notion)\b)"
)
_MOVED = (
    (re.compile(rf"(?:I|The user|User)(?:['’]ve| have| has)? moved (?:back )?to {_NO_PLACE}"
                r"(?P<place>[^\W\d_a-z].*)"), "I live in {}"),
    (re.compile(r"Ich bin (?:wieder )?nach (?P<place>[^\W\d_a-z].*) (?:um)?gezogen"),
     "Ich wohne in {}"),
    (re.compile(r"Me (?:he mudado|mudé) a (?P<place>[^\W\d_a-z].*)"), "Vivo en {}"),
    (re.compile(r"J['’]ai déménagé à (?P<place>[^\W\d_a-z].*)"), "J'habite à {}"),
    (re.compile(r"我(?:们)?(?:已经)?搬家了[，,]?(?:我)?住在(?P<place>.+)"), "住在{}"),
    (re.compile(r"我(?:们)?(?:已经)?搬到了?(?P<place>[^了]+)了?"), "住在{}"),
)  # fmt: skip


def in_present_wording(sentence: str) -> str:
    """The sentence itself where nothing shows a change."""
    plain = _NOT_THE_OLD.sub("", _WITH_AN_AFTERTHOUGHT.sub("", sentence))
    plain = _NOW.sub("", plain).strip(" ,，")
    if _OF_A_HOME.match(plain):
        plain = _WHERE_EXACTLY.sub("", plain)
    for pattern, wording in _MOVED:
        found = pattern.fullmatch(_A_DAY.sub("", plain))
        # Who says in which year tells of the past, and may have moved on since.
        if found and not _A_YEAR.search(plain):
            return wording.format(found["place"])
    return plain
