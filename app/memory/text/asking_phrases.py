"""Phrases that make a question or a request of a sentence, in every language but English, and the
unit an answer is wanted in: a memory that shares nothing else with the question does not answer it.

Only for questions, like `function_words`.
"""

import re

from app.memory.text.scripts import HANGUL

_ASKING = re.compile(
    # Chinese
    r"为什么|為什麼|什么时候|什麼時候|怎么样|怎麼樣|怎么|怎麼|怎样|怎樣|什么|什麼|哪里|哪裡|哪儿|哪家|哪个|哪個|哪些|哪天|多少|几个|幾個"
    r"|是谁|是誰|谁|誰|解释一下|解释|告诉我"
    # Japanese
    r"|どんな|どこ|どう(?:やって|して)?|だれ|誰|いつ|いくら|いくつ|なぜ|何(?:です|でした|をし|が|を|で)?"
    r"|(?:です|ました|でした|ます|しました|ています|ていますか)か|教えて(?:ください)?|説明して(?:ください)?"
    # Korean
    r"|무엇(?:을|이|인지)?|뭐(?:야|예요|였어|라고)?|뭘|누구(?:야|예요|에게|와)?|어디(?:야|에|에서|로)?|언제(?:야|였어)?"
    r"|얼마(?:야|였어|나)?|어떻게|어떤|어느|무슨|몇|왜|설명해\s*(?:줘|주세요)?|알려\s*(?:줘|주세요)?"
)
_ASKED_UNIT = re.compile(
    r"\b(?:what|which|welche[mnrs]?|qué|quel(?:le)?|quale|che|que|qual|welke?|как(?:ом|ой|ого|ая))\s+"
    r"(?:year|month|day|date|week|jahr|monat|tag|datum|woche|año|mes|día|fecha|semana"
    r"|année|mois|jour|semaine|anno|mese|giorno|data|settimana|ano|mês|dia|maand|dag"
    r"|году?|месяце?|день|числ[ао]|дата|неделе)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^\W*(?:bitte\s|por\sfavor\W|пожалуйста\W)?\s*"
    r"(?:schreibe?|übersetze?|escrib[ea]|traduc[ea]|écris|traduis|scrivi|traduci|escreva|traduza"
    r"|schrijf|vertaal|напиши(?:те)?|переведи(?:те)?|сочини(?:те)?)\b",
    re.IGNORECASE,
)
_PARTICLE = re.compile(
    rf"(?<=[{HANGUL}])(?:어|아)요?(?=\W*$)|"
    rf"(?<=[{HANGUL}]{{2}})(?:에게서|에서|에게|으로|까지|부터|은|는|이|가|을|를|의|에|로|와|과|도|만)(?![{HANGUL}])"
)


def without_asking(text: str) -> str:
    """What is left may be empty."""
    text = _REQUEST.sub(" ", _ASKED_UNIT.sub(" ", text))
    if text.isascii():
        return text
    return _PARTICLE.sub(" ", _ASKING.sub(" ", text))
