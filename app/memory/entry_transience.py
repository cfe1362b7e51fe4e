"""Does an entry speak of a passing moment? Said with the words that show it, in five languages.

Only a hint for a person unless `is_sure`: a life event that happened "today" is no passing thing,
and neither is a habit. Must never be sure of what a person would miss.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

_MOMENT = re.compile(
    r"\b(?:today|yesterday|this (?:morning|afternoon)|right now|just now|at this moment"
    r"|(?:a|an|one|two|\d+) (?:moment|minute|hour)s? ago"
    r"|heute|gestern|gerade eben|jetzt gerade|hoy(?! en d)|ayer|esta (?:mañana|tarde)|ahora mismo"
    r"|aujourd['’]hui|hier|ce matin|cet après-midi)\b|今天|今早|昨天|刚才|刚刚|此刻",
    re.IGNORECASE,
)
_SOON = re.compile(
    r"\b(?:tomorrow|tonight|this evening|heute abend|esta noche|demain|ce soir)\b|明天|今晚",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(
    r"\b(?:currently|at the moment|at present|presently|for now|for the time being|these days"
    r"|(?:this|next|last) (?:week|weekend|month)|last night|temporarily|lately|recently"
    r"|derzeit|momentan|zurzeit|zur zeit|im moment|gerade|diese woche|vorübergehend|aktuell"
    r"|actualmente|en este momento|por ahora|esta semana|últimamente|temporalmente"
    r"|actuellement|en ce moment|pour l['’]instant|cette semaine|temporairement)\b"
    r"|目前|现在|正在|暂时|这周|本周|最近",
    re.IGNORECASE,
)
_MODEL = r"(?:model|modell|modelo|modèle|gpt|claude|gemini|llama|mistral|qwen|deepseek)"
_MODEL_SWITCH = re.compile(
    rf"\b(?:switched|switches|switching|changed|set)\b[^.\n]{{0,40}}\b{_MODEL}"
    rf"|\b(?:model|provider) (?:is|was) (?:now|switched|changed|set)\b"
    r"|\bmodell\b[^.\n]{0,30}\bgewechselt|\bcambió (?:al?|de|el) modelo|\bchangé de modèle"
    r"|切换[^。\n]{0,12}模型|模型[^。\n]{0,12}切换",
    re.IGNORECASE,
)
_ONE_TIME = re.compile(
    r"^(?:the )?(?:user|person|they|he|she)?\s*(?:has |have |had |just )*"
    r"(?:asked (?:about|how|what|whether|if|why|when|where|which|who)\b|wanted to know\b|inquired\b"
    r"|said (?:hello|hi|thanks|thank you|goodbye)\b|greeted\b"
    r"|(?:is |was )?(?:testing|trying out) (?:the |this )?(?:app|assistant|chat|memory)\b"
    r"|fragte (?:nach|ob|wie|was|warum|wann|wo)\b|hat (?:nach .{1,60} )?gefragt\b|preguntó\b"
    r"|a demandé (?:si|comment|pourquoi|ce que|quand|où)\b)|^(?:用户)?(?:询问了|问了|问过)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always|never|every|each|usually|often|generally|daily|weekly|monthly|yearly|since"
    r"|prefer\w*|likes?|loves?|hates?|dislikes?|birthday|anniversary|allerg\w+"
    r"|immer|nie|niemals|jede\w*|seit|bevorzugt|mag|siempre|nunca|cada|prefiere|desde"
    r"|toujours|jamais|chaque|préfère|depuis)\b|总是|从不|每|一直|喜欢|以来",
    re.IGNORECASE,
)
# What changes a life, or carries its own date, is kept whenever it happened.
_WORTH_KEEPING = re.compile(
    r"\b(?:born|birth|died|death|passed away|married|engaged|divorced|moved|hired|fired|promoted"
    r"|quit|retired|graduated|pregnant|diagnosed|surgery|hospital|bought|sold|adopted|started"
    r"|finished|became|accepted|signed|broke|lost|won|geboren|gestorben|geheiratet|verlobt"
    r"|umgezogen|gekündigt|gekauft|nació|murió|casó|mudó|compró|naissance|décédé\w*|marié\w*"
    r"|déménagé|acheté)\b|(?:19|20)\d\d|出生|去世|结婚|离婚|搬到|毕业|怀孕|买了",
    re.IGNORECASE,
)


class TransienceKind(StrEnum):
    MOMENT = "moment"
    FOR_NOW = "for now"
    MODEL_SWITCH = "model switch"
    ONE_TIME = "one time"


@dataclass(frozen=True, slots=True)
class Transience:
    """`words` show it. `is_sure`: it may go once it is over, which takes `days`. `is_event`: what
    it tells of changed a life or carries its own date.
    """

    kind: TransienceKind
    words: str
    is_sure: bool
    days: int = 1
    is_event: bool = False


def transience_of(text: str) -> Transience | None:
    """What makes the entry a passing one; None for whatever may be worth knowing in a month."""
    if found := _MODEL_SWITCH.search(text):
        return _unless_lasting(text, Transience(TransienceKind.MODEL_SWITCH, found[0], True))
    if found := _ONE_TIME.search(text):
        return _unless_lasting(text, Transience(TransienceKind.ONE_TIME, found[0].strip(), True))
    if words := _spoken(_SOON, text):
        return _unless_lasting(text, Transience(TransienceKind.MOMENT, words, True, days=2))
    if words := _spoken(_MOMENT, text):
        return _unless_lasting(text, Transience(TransienceKind.MOMENT, words, True))
    if words := _spoken(_FOR_NOW, text):
        return _unless_lasting(text, Transience(TransienceKind.FOR_NOW, words, False))
    return None


def is_over(transience: Transience, saved_on: date | None, today: date) -> bool:
    """True when the moment is surely past. Of an entry without a date only this is known: it was
    there before the day changed.
    """
    if not transience.is_sure:
        return False
    if saved_on is None:
        return transience.days == 1
    return (today - saved_on).days >= transience.days


def _spoken(pattern: re.Pattern[str], text: str) -> str:
    """The first match that is no part of a name, such as the newspaper "USA Today"."""
    for found in pattern.finditer(text):
        starts_sentence = not text[: found.start()].rstrip(" \t*_\"'([").strip()
        if starts_sentence or not found[0][0].isupper() or text[found.start() - 2] in ".!?:\n":
            return found[0]
    return ""


def _unless_lasting(text: str, transience: Transience) -> Transience | None:
    if _LASTING.search(text):
        return None
    if _WORTH_KEEPING.search(text):
        return Transience(transience.kind, transience.words, is_sure=False, is_event=True)
    return transience
