"""Which section of long-term memory a fact belongs to, when nobody said so. Notes when in doubt."""

import re

from app.memory.long_term_memory import CATEGORIES

_CLUES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "projects",
        re.compile(
            r"\b(?:projects?|working on|building|developing|writing a (?:book|novel|thesis)|startup"
            r"|prototype|launch(?:es)?|projekte?|arbeitet an|proyectos?|trabaja en un"
            r"|projets?|travaille sur)\b|项目|正在开发",
            re.IGNORECASE,
        ),
    ),
    (
        "profile",
        re.compile(
            r"\b(?:name is|named|called|birthday|born|years old|lives?|grew up|works? (?:as|at|for)"
            r"|employed|job|profession|married|wife|husband|partner|sons?|daughters?|child(?:ren)?"
            r"|kids?|brothers?|sisters?|mother|father|parents|family|dogs?|cats?|pets?|speaks?"
            r"|nationality|allerg\w+|vegetarian|vegan|diagnosed|heißt|geboren|wohnt|lebt|verheiratet"
            r"|kinder|sohn|tochter|spricht|allergisch|se llama|vive|nació|casad[oa]|hij[oa]s?|habla"
            r"|alérgic[oa]|s['’]appelle|habite|né[e]?|marié[e]?|enfants?|fils|fille|parle)\b"
            r"|名叫|叫做|生日|出生|住在|结婚|妻子|丈夫|儿子|女儿|过敏",
            re.IGNORECASE,
        ),
    ),
    (
        "preferences",
        re.compile(
            r"\b(?:prefers?|likes?|loves?|dislikes?|hates?|favou?rite|wants?|would rather|not like"
            r"|asked (?:for|to be)|bevorzugt|mag|liebt|hasst|möchte|lieber|prefiere|le gusta|odia"
            r"|quiere|préfère|aime|déteste|veut)\b|喜欢|偏好|讨厌|更愿意",
            re.IGNORECASE,
        ),
    ),
    (
        "interests",
        re.compile(
            r"\b(?:interested in|hobb(?:y|ies)|enjoys?|plays?|collects?|fan of|follows?|hikes?"
            r"|hiking|learning|studies|reads?|interessiert|spielt|sammelt|lernt|interesa|juega"
            r"|colecciona|aprende|s['’]intéresse|joue|collectionne|apprend)\b|兴趣|爱好|学习",
            re.IGNORECASE,
        ),
    ),
    (
        "workflow",
        re.compile(
            r"\b(?:uses?|using|workflow|routine|usually|every (?:day|morning|evening|week|month"
            r"|monday|friday|sunday)|deploys?|backs? up|commits?|editor|keyboard|setup|benutzt"
            r"|verwendet|nutzt|jeden (?:tag|morgen)|usa|cada (?:día|mañana|semana)|utilise"
            r"|chaque (?:jour|matin|semaine))\b|使用|每天|习惯",
            re.IGNORECASE,
        ),
    ),
)


def category_of(text: str) -> str:
    """One of the categories that `save_memory` knows."""
    return next((category for category, clue in _CLUES if clue.search(text)), CATEGORIES[-1])
