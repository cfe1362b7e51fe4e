"""Reasons not to keep a statement for good: it passes, it is supposed, it is somebody else's.

Any doubt is enough.
"""

import re

_PASSING = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:right|by) now|currently|at the moment|for the moment"
    r"|for now|right away|this (?:morning|afternoon|evening|week|weekend|month)|these days"
    r"|lately|recently|just now|atm|soon|temporarily|until (?:monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|tomorrow)|again|next (?:week|weekend)|last (?:night|week)"
    r"|in a (?:minute|moment|hour)|an hour ago|so far|heute|gestern|(?<!jeden )(?<!am )morgen"
    r"|gerade|momentan"
    r"|derzeit|zurzeit|aktuell|diese woche|nächste woche|hoy|ayer|mañana|ahora mismo|actualmente"
    r"|esta semana|por ahora|de momento|aujourd'hui|hier|demain|actuellement"
    r"|cette semaine|en ce moment|pour l'instant|сегодня|вчера|завтра|пока|на этой неделе"
    r"|в данный момент|скоро)\b|今天|昨天|明天|目前|刚才|刚刚|正在|这周|暂时|今日|昨日|明日"
    r"|今は|現在|今週|さっき",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|would|could|might|maybe|perhaps|probably|possibly|suppose|supposing|imagine"
    r"|pretend|hypothetically|let's say|wish|hopefully|unless|whether|i think|i guess|not sure"
    r"|i'd|we'd|as if|in (?:this|the|a|my) (?:game|story|scenario|example|role|dream|book|film"
    r"|movie)|kidding|joking|wenn|falls|würde\w*|könnte\w*|vielleicht|wahrscheinlich|wäre\w*"
    r"|angenommen|hätte\w*|si|quizás?|tal vez|ojalá|a lo mejor|gustaría|podría|sería|peut-être"
    r"|probablement|serais?t?|aimerais|voudrais|imaginons|если|бы|может быть|возможно|наверное"
    r"|представь)\b|如果|要是|假如|可能|也许|大概|假设|想象|もし|かもしれ|たぶん|だったら|なら",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:used to|no longer|any ?more|not any longer|back then|früher|nicht mehr|antes|ya no"
    r"|avant|ne .{1,30} plus|раньше|больше не)\b|以前|不再|昔は",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|it|someone|everybody|people|the (?:article|book|email|author|customer|text))"
    r" (?:says?|said|told|writes?|wrote|claims?|thinks?)\b|\bquote\b|\baccording to\b|\b(?:sagte"
    r"|schrieb|dijo|escribió|a dit|a écrit|сказал\w*|написал\w*)\b",
    re.IGNORECASE,
)
_HUSHED_WORD = (
    r"(?:pass ?words?|pass ?codes?|passphrase|pin(?: code| number)?|api[ -]?keys?|secret key"
    r"|private key|access tokens?|credit card|card number|cvv|cvc|social security|ssn|kennwort"
    r"|passwort|contraseña|mot de passe|пароль)"
)
_SECRET = re.compile(rf"\b{_HUSHED_WORD}\b|密码|密碼|パスワード", re.IGNORECASE)
_SECRET_TOLD = re.compile(
    rf"\b{_HUSHED_WORD}\b(?: (?:number|code|for|to|of|in|on|my|the|our) ?[\w-]*){{0,3}}\s*"
    r"(?:is|are|was|ist|lautet|es|est|это|[:=])\s+\S|(?:密码|密碼|パスワード)(?:是|为|は|[:：=])",
    re.IGNORECASE,
)
_QUOTED_SPAN = re.compile(r"[\"“„«「『].{0,400}?[\"”“»」』]|`[^`]{0,400}`")
_AIMED_AT_YOU = re.compile(
    r"\b(?:likes?|loves?|prefers?|enjoys?|hates?) (?:your|you|it|this|that|them)\b|\bwith you\b"
    r"|\b(?:first|second|third|last) (?:one|option|version|draft|idea|suggestion)\b"
    r"|\bthe (?:answer|draft|version|idea|suggestion) (?:you|above)\b",
    re.IGNORECASE,
)
_IN_ANY_CASE = (_SUPPOSED, _REPORTED, _SECRET, _AIMED_AT_YOU)


def is_doubtful(statement: str, *, tells_an_end: bool = False) -> bool:
    """`tells_an_end`: that it is over, and when that was, is just what it says."""
    doubts = _IN_ANY_CASE if tells_an_end else (*_IN_ANY_CASE, _PASSING, _OVER)
    return any(doubt.search(statement) for doubt in doubts)


def tells_secret(statement: str) -> bool:
    """Says what a password or number is, and not only that there is one."""
    return bool(_SECRET_TOLD.search(statement))


def without_quoted(statement: str) -> str:
    """The statement without what stands in quotation marks: those are somebody else's words."""
    return _QUOTED_SPAN.sub(" ", statement)
