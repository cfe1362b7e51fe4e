"""Chooses the section of long-term memory for what a person wants remembered. Notes in doubt."""

import re

_CATEGORIES = (
    (
        "projects",
        (
            r"\b(?:projects?|deadline|launch|release|milestone|thesis|we decided|we agreed"
            r"|client|projekt|abgabe|proyecto|plazo|projet|échéance)\b|项目|截止|我们决定"
        ),
    ),
    (
        "workflow",
        (
            r"\b(?:usually|normally|routine|workflow|every (?:morning|day|week|monday|friday)"
            r"|stand-?up|when i work|office hours|i use|we use|ich benutze|normalerweise|uso"
            r"|normalmente|j'utilise|d'habitude)\b|通常|每天|每周|我用"
        ),
    ),
    (
        "profile",
        (
            r"\b(?:my name|call me|i live|i work|i am from|i'm from|i was born|i(?:'m| am) an?"
            r"|years old|birthday|anniversary|allergic|allergy|address|phone|e-?mail|(?:my"
            r"|is my) (?:wife|husband|partner|sister|brother|mother|father|mum|mom|dad|son"
            r"|daughter|child|kids|cat|dog|boss|friend|doctor)|ich heiße|ich wohne|ich arbeite"
            r"|geburtstag|allergisch|meine? (?:schwester|bruder|frau|mann|mutter|vater|sohn"
            r"|tochter)|me llamo|vivo|trabajo|cumpleaños|alérgic[oa]|mi (?:hermana|hermano"
            r"|esposa|marido|madre|padre|hij[oa])|je m'appelle|j'habite|je travaille"
            r"|anniversaire|allergique|ma (?:sœur|femme|mère|fille)|mon (?:frère|mari|père"
            r"|fils))\b|我叫|我住|生日|过敏|我的(?:妻子|丈夫|姐姐|妹妹|哥哥|弟弟|妈妈|爸爸|女儿"
            r"|儿子)|我(?:姐|妹|哥|弟|妈|爸)"
        ),
    ),
    (
        "interests",
        (
            r"\b(?:interested in|hobby|hobbies|fan of|i collect|i play|i'm learning"
            r"|i am learning|into|interessiere mich|hobbys?|me interesa|afición|je m'intéresse"
            r"|passion)\b|感兴趣|爱好|在学"
        ),
    ),
    (
        "preferences",
        (
            r"\b(?:prefers?|favou?rite|i (?:really )?(?:like|love|hate|enjoy|dislike|don't like)"
            r"|likes|can't stand|always answer|i never|i don't (?:eat|drink)|vegetarian|vegan"
            r"|ich mag|bevorzuge|lieblings\w*|am liebsten|prefiero|me gusta\w?|favorit[oa]"
            r"|je préfère|j'aime|préférée?)\b|喜欢|偏好|讨厌|最爱|不吃|不喝"
        ),
    ),
)
_PATTERNS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _CATEGORIES)


def category_for(content: str) -> str:
    return next((name for name, pattern in _PATTERNS if pattern.search(content)), "notes")
