"""What a sentence is not: a question, a request, a greeting, a nod, a wish to be forgotten.

These say nothing worth reading later. In doubt a sentence is a statement.
"""

import re
from enum import StrEnum

from app.memory.summarise.memory_commands import is_command
from app.memory.text.plain_spelling import spelled_out, straight

_ASKS = re.compile(r"[?？؟;](?:[\"'”’»)\]」』）\s]|[\U0001f300-\U0001faff])*\Z")
_QUESTION_WORD = re.compile(
    r"(?:so |and |but |ok(?:ay)?,? )?(?:(?:what|who|whom|whose|when|where|were|which|why|how)(?:'s"
    r"|\s+(?:is|are|am"
    r"|was|were|do|does|did|can|could|should|would|will|much|many|about|to|else|time|day|kind"
    r"|old|far|long|often|big|tall|late))\b|am i\b"
    r"|(?:what|which) \w+ (?:is|are|was|were|do|does|did|has|have|can|should) (?:my|our|your|the|a"
    r"|i|we|you|he|she|it|they)\b"
    r"|(?:do|does|did|is|are|was|were|can|could|would|should|shall)\s+(?:you|i|we|he|she|they|it"
    r"|there"
    r"|this|that|my|your|our|the)\b"
    r"|(?:was|wer|wann|wo|warum|wie|welche\w*)\s+(?:ist|sind|war|hast|habe|heißt|macht|soll)\b"
    r"|(?:was|wer|wem|wen|wann|warum|wie|welche\w*(?: \w+)?|wo(?:hin|her|gegen|für|mit|von|zu)?)"
    r" \w+ (?:ich|du|er|sie|es|wir|ihr|man|mein\w*|dein\w*|unser\w*|der|die|das)\b"
    r"|wie (?:alt|lange?|viele?|oft|groß|weit|spät|teuer) \w+"
    r"|(?:kannst|könntest|hast|weißt|würdest|bist)\s+du\b"
    r"|(?:¿|quién|cuándo|dónde|por qué|cuál|cómo)|(?:qu'est-ce|est-ce|pourquoi|quand est)\b)",
    re.IGNORECASE,
)
_EAST_ASIAN_QUESTION = re.compile(
    r"(?:吗|呢|么|嗎|ですか|ますか|でしょうか|나요|까요|ไหม|หรือเปล่า)[。.！!\s]*\Z"
)
_REQUEST = re.compile(
    r"(?:hey,?\s+|ok(?:ay)?,?\s+|and\s+|now,?\s+|then\s+|please,?\s+|pls\s+)*"
    r"(?:(?:can|could|would|will)\s+you\b|please\b"
    r"|(?:write|rewrite|draft|compose|translate|explain|tell|show|give|list|summari[sz]e|help"
    r"|make|create"
    r"|generate|book|order|remind|play|set|find|search|look|check|fix|calculate|compute|convert"
    r"|describe|suggest|recommend"
    r"|continue"
    r"|try|shorten|proofread|compare|read|open|define)\s+(?:everything|all|me|us|this|that|it|a"
    r"|an|the|my|our"
    r"|up|for|some"
    r"|again|to|how|why|what|\d+|in)\b"
    r"|(?:kannst|könntest) du\b|bitte\b|schreib\w*\s+(?:mir|einen|eine|das)|erklär\w*\s+mir"
    r"|übersetze?\b"
    r"|(?:puedes|podrías)\b|por favor\b|escríbe\w*|explíca\w*|tradúce\w*"
    r"|(?:peux-tu|pourrais-tu|pouvez-vous)\b|s'il te plaît|écris\b|explique|traduis"
    r"|пожалуйста|напиши|объясни|переведи|расскажи)"
    r"|(?:请|請|帮我|幫我|翻译|翻譯|解释|写一|給我|给我)|.*(?:してください|してくれ|해\s?주세요"
    r"|해줘)",
    re.IGNORECASE,
)
_STANDING_WISH = re.compile(
    r"(?:please,?\s+)?(?:always|never|from now on|in (?:the )?future)\b"
    r"|please,?\s+(?:call me|don't ever)\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|night|day)"
    r"|welcome back"
    r"|how are you(?: doing)?(?: today)?|nice to meet you|bye|goodbye|good bye|see you(?: later"
    r"| soon"
    r"| tomorrow)?|take care|have a (?:nice|good|great) \w+|hallo|moin|servus|guten (?:morgen"
    r"|tag|abend)"
    r"|gute nacht|tschüss|bis (?:morgen|bald|später)|hola|buen(?:os|as) (?:días|tardes|noches)"
    r"|adiós"
    r"|hasta (?:luego|mañana)|bonjour|bonsoir|salut|au revoir|à (?:demain|bientôt)|ciao|buongiorno"
    r"|buonasera|olá|oi|bom dia|boa (?:tarde|noite)|tchau|hoi|dag|cześć|dzień dobry|привет"
    r"|здравствуйте"
    r"|добр(?:ый|ое) (?:день|утро|вечер)|пока|до свидания|你好|您好|早上好|晚安|再见|大家好"
    r"|こんにちは"
    r"|こんばんは|おはよう(?:ございます)?|さようなら|안녕(?:하세요)?|مرحبا|السلام عليكم|नमस्ते"
    r"|สวัสดี\S*)"
    r"(?:[ ,]+(?:there|again|everyone|all|you|oneclaw|claude|assistant|zusammen|a todos"
    r"|tout le monde))*",
    re.IGNORECASE,
)
_NOD = re.compile(
    r"(?:(?:ok(?:ay)?|k|yes|yep|yeah|yup|no|nope|sure|right|exactly|correct|great|good|nice|cool"
    r"|perfect|(?:good|great|nice) (?:idea|point|one)"
    r"|awesome|excellent|wonderful|lovely|fine|alright|all right|got it|i see|understood"
    r"|makes sense"
    r"|sounds good|will do|done|noted|thanks|thank you|thx|ty|cheers|many thanks|thanks a lot"
    r"|(?:so|very) much|you're welcome|no problem|of course|certainly|absolutely|go ahead|do it"
    r"|do that|please do|go on|never mind|hm+|ah|oh|wow|haha|lol|that's (?:great|good|nice|right"
    r"|it|all|ok)"
    r"|(?:i )?(?:(?:really|just|absolutely) )?(?:love|like|hate) (?:it|this|that|you)"
    r"|you(?:'re| are)(?: so| really)? (?:the best|a genius|amazing|right|stupid|useless|an idiot)"
    r"|whatever|that's handy|(?:just )?kidding|never mind|all|both|none|search|undo(?: that)?"
    r"|change|yes please|remember(?: that| this| it)?|\d{1,2}|alle|beide|keine"
    r"|todos|ninguno|全部|egal|quatsch|(?:that|it) (?:worked|works|helps|helped)"
    r"|(?:i(?:'ve| have)? )?(?:gotta|got to|have to|need to|must) (?:run|go)|my pleasure"
    r"|ja|nein|danke|danke schön|vielen dank|bitte|genau|alles klar|gut|super|prima|klar|passt"
    r"|stimmt"
    r"|sí|si|gracias|muchas gracias|vale|claro|de nada|perfecto|bien"
    r"|oui|non|merci|merci beaucoup|d'accord|parfait|très bien|bien sûr|grazie|va bene|perfetto"
    r"|obrigad[oa]|tudo bem|dank je|bedankt|dziękuję|да|нет|спасибо|хорошо|понятно|ладно|конечно"
    r"|好的?|是的?|谢谢(?:你)?|謝謝|嗯|对|明白了?|知道了|没问题|はい|いいえ"
    r"|ありがとう(?:ございます)?"
    r"|わかりました|네|아니요|감사합니다|고마워요?|نعم|لا|شكرا|हाँ|नहीं|धन्यवाद|ขอบคุณ\S*|ครับ"
    r"|ค่ะ)(?![a-zà-ÿа-я])[\s,，、.!！。]*)+",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:let me know|feel free|happy to help|glad to help|i hope (?:this|that)|hope this helps"
    r"|is there"
    r" anything|would you like|if you (?:want|like|need|have)|do you want me|sure[,!] here"
    r"|here(?:'s| is| are)"
    r"|i'd be happy|i can help|as an ai|i'm sorry|i am sorry|i apologi[sz]e|great question"
    r"|good question"
    r"|certainly[,!]|of course[,!]|sag (?:mir )?bescheid|gerne[,!]|espero que|avísame|n'hésitez"
    r"|n'hésite"
    r"|дайте знать|希望(?:这|对)|如果(?:您|你)需要|お役に立て)",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"(?:please,?\s+|ok(?:ay)?,?\s+)*(?:forge?t|delete|erase|remove|don't (?:remember|save"
    r"|store"
    r"|log|keep)"
    r"|do not (?:remember|save|store|log|keep)|off the record|this is off the record"
    r"|vergiss(?! (?:bitte )?nicht\b)"
    r"|lösche?"
    r"|merk dir (?:das )?nicht|olvida|borra|no (?:recuerdes|guardes)|oublie|efface|ne (?:retiens"
    r"|garde) pas"
    r"|забудь|удали|не запоминай)\b|(?:请|請)?(?:忘记|忘掉|忘記|删除|刪除|不要记|别记)|忘れて|잊어",
    re.IGNORECASE,
)
_EDGES = " \t.!…,;:~-–—\"'“”‘’()[]*_。！，、～।॥"
_PICTURES = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")


class SentenceKind(StrEnum):
    """COMMAND: to the memory itself, such as a search; what it brought is no news."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    COMMAND = "command"
    EMPTY_TALK = "empty talk"
    FORGET = "forget"


def kind_of(sentence: str) -> SentenceKind:
    sentence = straight(sentence)
    bare = _PICTURES.sub(" ", sentence).strip(_EDGES)
    if not any(character.isalnum() for character in bare):
        return SentenceKind.EMPTY_TALK
    short = bare[:80].rstrip("?？") if len(bare) <= 80 else ""
    if short and (_GREETING.fullmatch(short) or _NOD.fullmatch(short)):
        return SentenceKind.EMPTY_TALK
    spoken = spelled_out(bare[:200])
    if _FORGET.match(bare):
        return SentenceKind.FORGET
    if is_command(spoken):
        return SentenceKind.COMMAND
    if _is_question(sentence, spoken):
        return SentenceKind.QUESTION
    # "Please always …" asks for nothing now: it tells how the person wants things.
    if _REQUEST.match(bare[:200]) and not _STANDING_WISH.match(bare):
        return SentenceKind.REQUEST
    return SentenceKind.STATEMENT


def is_offer(sentence: str) -> bool:
    """An assistant's courtesy: it opens or closes an answer and tells nothing."""
    return bool(_OFFER.match(sentence.strip(_EDGES)))


def forgotten_topic(sentence: str) -> str:
    """What a wish to be forgotten is about: the words behind the command."""
    bare = straight(sentence).strip(_EDGES)
    found = _FORGET.match(bare)
    return bare[found.end() :] if found else ""


def _is_question(sentence: str, bare: str) -> bool:
    if _ASKS.search(sentence) and not sentence.rstrip().endswith(";"):
        return True
    return bool(_QUESTION_WORD.match(bare) or _EAST_ASIAN_QUESTION.search(sentence[-40:]))
