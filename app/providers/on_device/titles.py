"""A title for a conversation: the most telling stretch of what the person said first.

Words are taken as they are; nothing is made up.
"""

import re

from app.contracts.model_provider import ChatRequest, Role

LONGEST_TITLE = 60
_MOST_WORDS = 8
_MOST_SENTENCES = 6
_ASKED_FOR = re.compile(r"\btitle\b|\bname (?:this|the) (?:chat|conversation)", re.IGNORECASE)
_MATERIAL = re.compile(r"<(conversation|transcript|messages?)>(.*?)</\1>", re.DOTALL)
_SPEAKER = re.compile(
    r"(?m)^\s*\[?(user|person|human|assistant|ai|model)\b[^:\]\n]{0,30}[:\]]\s*", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_OPENING = re.compile(
    r"(?:(?:hi|hello|hey|ok(?:ay)?|please|so|well|and|also)\b[,!.\s]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:help me (?:to |with )?|tell me (?:about )?)?"
    r"|help me (?:to |with )?|i(?:'d| would) like (?:to |you to )?|i (?:want|need|have) to |i want "
    r"|i need |we (?:have )?(?:decided|agreed) (?:to |that |on )?|let's |tell me about "
    r"|(?:please )?remember (?:that )?|what (?:is|are|was|were) |what's |how (?:do|can"
    r"|should) (?:i|we) "
    r"|how to |what do you (?:know|think) about |do you (?:know|remember) |bitte "
    r"|kannst du (?:mir )?"
    r"|ich möchte |wir haben beschlossen,? |quiero |puedes |me gustaría |je voudrais |peux-tu "
    r"|请|帮我"
    r"|我想|我要)?",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|good (?:morning|evening|afternoon)|hallo|guten (?:tag|morgen|abend)|hola"
    r"|bonjour"
    r"|salut|ciao|olá|привет|你好|您好|こんにちは|안녕하세요|thanks|thank you|ok|okay)\W*",
    re.IGNORECASE,
)
_UNFINISHED = frozenset(
    """
    a an the of to for in on at by with and or from my our your is are was were that which who as
    into der die das den dem ein eine mit und oder von zu auf für im am el la los las un una de del
    con y o
    en para le les des du et ou à au avec pour sur
    """.split()
)
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_MOST_WIDE = 18


def asks_for_title(request: ChatRequest) -> bool:
    asking = request.messages[-1].text if request.messages else ""
    return bool(_ASKED_FOR.search(request.system) or _ASKED_FOR.search(_MATERIAL.sub(" ", asking)))


def title_for(request: ChatRequest) -> str:
    """Empty when nobody said anything a title could be made of."""
    sentences = [
        sentence.strip()
        for text in _said(request)
        for sentence in _SENTENCE.split(text)
        if any(map(str.isalnum, sentence)) and not _GREETING.fullmatch(sentence.strip())
    ]
    best = max(sentences[:_MOST_SENTENCES], key=_telling, default="")
    return _shortened(_OPENING.sub("", best, count=1) or best)


def _said(request: ChatRequest) -> list[str]:
    texts = [m.text for m in request.messages if m.role is Role.USER and m.text.strip()]
    material = next((found[2] for text in texts if (found := _MATERIAL.search(text))), None)
    if material is None:
        return [text for text in texts if not _ASKED_FOR.search(text)]
    parts = _SPEAKER.split(material)
    turns = zip(parts[1::2], parts[2::2], strict=False)
    own = [text for speaker, text in turns if speaker.lower() in {"user", "person", "human"}]
    return own or [material]


def _telling(sentence: str) -> float:
    """Names, numbers and long words tell what it is about; one long sentence does not."""
    words = sentence.split()
    if _WIDE.search(sentence):
        return min(len(sentence), _MOST_WIDE) / 3
    particular = sum(1 for word in words[1:] if word[:1].isupper() or word[:1].isdigit())
    long = sum(1 for word in words if len(word) > 5)
    return particular * 1.5 + min(long, 4) + min(len(words), 6) / 3


def _shortened(sentence: str) -> str:
    text = " ".join(sentence.split()).strip(" .,:;!?…\"'“”«»。！？，")
    if _WIDE.search(text) and " " not in text[:_MOST_WIDE]:
        return text[:_MOST_WIDE]
    words = text.split()[:_MOST_WORDS]
    while len(words) > 1 and len(" ".join(words)) > LONGEST_TITLE:
        words.pop()
    if len(words) < len(text.split()):
        while len(words) > 2 and words[-1].casefold().strip(",") in _UNFINISHED:
            words.pop()
    title = " ".join(words).strip(" .,:;!?…\"'“”«»")[:LONGEST_TITLE]
    return title[:1].upper() + title[1:]
