"""How people ask to remember, forget, change and find: English well, a few other languages too.

Each pattern matches a whole message; its groups hold the person's own words, never rephrased.
"""

import re

_POLITE = (
    r"\s*(?:(?:please|pls|hey|hi|ok(?:ay)?|oneclaw|now|and|also|bitte|por favor|s'il te plaît|请"
    r"|請)"
    r"[\s,!]*)*"
)


def _whole(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"{_POLITE}(?:{pattern})\s*\Z", re.IGNORECASE | re.DOTALL)
        for pattern in patterns
    )


REMEMBER = _whole(
    r"(?:can you |could you |i want you to |you should )?(?:remember|memori[sz]e|keep in mind"
    r"|take note|make a note|note|write down|save)(?: (?:this|that|it))?"
    r"(?: (?:to|in|for) (?:my |your |the |long-term )*memory)?[.!]*",
    r"(?:can you |could you |i want you to |you should )?(?:remember|memori[sz]e|keep in mind"
    r"|(?:take|make a) note|note(?: down)?|don't forget|do not forget)"
    r"(?: this| of this| the following)?(?:\s*[:,]\s*|\s+(?:that|of)\s+)(?P<content>.+)",
    r"(?:can you |could you )?(?:save|store|add|write)(?: (?:this|that))?"
    r"(?: (?:to|in|into) (?:my |your |the |long-term )*memory)(?: that|:|,)?\s+(?P<content>.+)",
    r"(?:save|note|remember) (?:this|that)?\s*:\s*(?P<content>.+)",
    r"(?:can you |could you )?remember (?P<content>(?!when\b|how\b|the time\b|what\b|where\b"
    r"|who\b|me\b\W*\Z).+)",
    r"(?:don't|do not) forget,?\s+(?P<content>.+)",
    r"(?:merk dir|merke dir|notier(?:e)?|behalte|denk daran|erinnere dich(?: daran)?"
    r"|vergiss (?:bitte )?nicht|kannst du dir merken)(?: bitte)?"
    r"(?:,? dass|[:,])?\s+(?P<content>.+)",
    r"(?:recuerda|acuérdate(?: de)?|anota|apunta|ten en cuenta|guarda|no (?:te )?olvides"
    r"|puedes (?:recordar|anotar))(?: que|:|,)?\s+(?P<content>.+)",
    r"(?:souviens-toi|rappelle-toi|retiens|mémorise|n'oublie pas|note)(?: que\b|:| qu')\s*"
    r"(?P<content>.+)",
    r"(?:запомни(?:те)?|запиши|не забудь)(?:[,:]? что|[,:])?\s+(?P<content>.+)",
    r"(?:你)?(?:记住|記住|记下来?|记一下|帮我记(?:住|下|一下)?|别忘了)[，,：:\s]*(?P<content>.+)",
)
FORGET = _whole(
    r"(?:forget|delete|erase|remove)(?: (?:that|this|it))?[.!]*",
    r"(?:can you |could you )?(?:forget|delete|remove|erase)(?: about)?(?: everything| anything"
    r"| all)?"
    r"(?: (?:about|that|you know about|the fact that|my memory (?:of|that"
    r"|about)))*\s+(?P<topic>.+?)"
    r"(?: from (?:my |your |the |long-term )*memory)?[.!?]*",
    r"vergiss(?: bitte)?(?:,? dass| alles über)?\s+(?!nicht\b)(?P<topic>.+?)[.!]*",
    r"lösche?(?: bitte)?\s+(?P<topic>.+?)(?: aus (?:meinem |deinem |dem )?(?:gedächtnis"
    r"|speicher))?[.!]*",
    r"(?:olvida|borra|elimina)(?: que| todo sobre| lo de)?\s+(?P<topic>.+?)(?: de (?:mi"
    r"|tu) memoria)?[.!]*",
    r"(?:oublie|efface|supprime)(?: que| tout sur| qu')?\s*(?P<topic>.+?)(?: de (?:ma"
    r"|ta) mémoire)?[.!]*",
    r"(?:забудь(?:те)?|удали|сотри)(?:,? что| вс[её] (?:о|об|про))?\s+(?P<topic>.+?)"
    r"(?: из памяти)?[.!]*",
    r"(?:忘记|忘掉|忘記|删除|删掉)(?:关于)?(?P<topic>.+?)(?:的记忆|这件事)?[。！!]*",
)
FORGET_ALL = _whole(
    r"(?:can you |could you )?(?:forget|delete|erase|clear|wipe|remove|reset) (?:all|everything)"
    r"(?: of)?(?: (?:about me|you know(?: about me)?|my (?:memory|memories|data|entries)))?[.!]*",
    r"(?:clear|wipe|erase|reset|delete) (?:(?:my|your|the|all(?: my| your)?) )?memor(?:y|ies)[.!]*",
    r"(?:vergiss|lösche?) (?:bitte )?alles(?: über mich)?[.!]*|(?:olvida"
    r"|borra) todo(?: sobre mí)?[.!]*",
    r"(?:oublie|efface) tout(?: sur moi)?[.!]*|(?:забудь|удали|сотри) вс[её](?: обо мне)?[.!]*",
    r"(?:忘记|忘掉|删除|清空)(?:所有|全部|一切)(?:记忆|内容)?[。！]*",
)
NOTHING_NAMED = re.compile(
    r"(?:it|that|this|about it|about that|everything|all|das|es|eso|ça|это|вс[её]|这个|那个)\W*",
    re.IGNORECASE,
)
CHANGE = (
    (_whole(r"(?:can you |could you )?(?:change|update|edit|replace)\s+(?P<rest>.+)"),
     re.compile(r"\s+(?:to|with|into|by)\s+|\s*(?:→|->|=>)\s*", re.IGNORECASE)),
    (_whole(r"(?:can you |could you )?correct\s*:?\s+(?P<rest>.+)"),
     re.compile(r"\s+(?:to|with|into)\s+|\s*(?:→|->|=>)\s*", re.IGNORECASE)),
    (_whole(r"(?:ändere|korrigiere|ersetze)\s+(?P<rest>.+)"),
     re.compile(r"\s+(?:zu|in|auf|durch)\s+", re.IGNORECASE)),
    (_whole(r"(?:cambia|corrige|actualiza|reemplaza)\s+(?P<rest>.+)"),
     re.compile(r"\s+(?:a|por)\s+", re.IGNORECASE)),
    (_whole(r"(?:change|corrige|remplace|modifie)\s+(?P<rest>.+)"),
     re.compile(r"\s+(?:en|par|à)\s+", re.IGNORECASE)),
    (_whole(r"把(?P<rest>.+)"), re.compile(r"改成|改为|换成|更新为")),
)  # fmt: skip
ABOUT_ME = _whole(
    r"(?:so )?what (?:do|did|else do) you (?:know|remember|have)(?: stored"
    r"| saved)?(?: about me)?\??",
    r"what (?:have you|did you) (?:saved?|stored?|remember(?:ed)?"
    r"|learn(?:ed)?)(?: about me)?(?: so far)?\??",
    r"(?:show|list|tell)(?: me)? (?:everything|all|what)(?: that)? you (?:know|remember|have)"
    r"(?: about me)?[.?!]*",
    r"(?:show|list|tell)(?: me)?(?: everything)?(?: in)? (?:my|your) (?:long-term )?memor(?:y"
    r"|ies)[.?!]*",
    r"what(?:'s| is) in (?:my|your) (?:long-term )?memory\??|who am i\??|tell me"
    r" (?:(?:something|anything|everything|all|more) )?about (?:me|myself)[.?]*",
    r"was weißt du (?:alles )?über mich\??|¿?qué sabes (?:de|sobre) m[íi]\??",
    r"que sais-tu (?:de|sur) moi ?\??|qu'est-ce que tu sais (?:de|sur) moi ?\??",
    r"что ты (?:знаешь|помнишь) обо? мне\??",
    r"你(?:都)?(?:知道|记得|了解)(?:关于)?我(?:的)?(?:什么|哪些|些什么)(?:事)?[?？]?|我是谁[?？]?",
)
ABOUT_TOPIC = _whole(
    r"what (?:do|else do) you (?:know|remember) about (?P<topic>.+?)[?.!]*",
    r"(?:summari[sz]e|list|show me|tell me) (?:what|everything|all)(?: that)? you (?:know|remember"
    r"|have)(?: stored| saved)? (?:about|on) (?P<known>.+?)[?.!]*",
    r"(?:do you (?:know|remember)(?: anything)?(?: about)?"
    r"|tell me (?:everything )?about)\s+(?P<topic>.+?)[?.!]*",
    r"was weißt du (?:alles )?über (?P<topic>.+?)[?.]*|¿?qué sabes (?:de"
    r"|sobre) (?P<spanish>.+?)[?.]*",
    r"(?:que sais-tu|qu'est-ce que tu sais) (?:de la |de l'|de |du |des |d'|sur )(?P<topic>.+?)"
    r" ?[?.]*",
    r"что ты (?:знаешь|помнишь) (?:обо?|про) (?P<topic>.+?)[?.]*",
    r"你(?:知道|记得)(?:关于)?(?P<topic>.+?)(?:的)?(?:什么|哪些|吗)(?:事)?[?？]?",
)
DISCUSSED = _whole(
    r"(?:so )?what (?:did|have) (?:we|i|you) (?:last )?(?:discuss|talk|talked|speak|spoken|chat"
    r"|say|said|tell|told|decide|decided|agree|agreed|plan|planned|do|done|write|ask|asked"
    r"|mention|mentioned)\w*\b"
    r"(?: you| about)*(?P<rest>.*)",
    r"what (?:was|were) (?:we|i) (?:discussing|talking about|doing)\b(?P<rest>.*)"
    r"|what happened\b(?P<happened>.*)",
    r"(?:worüber|was|wovon) (?:haben|hatten) wir\b(?P<rest>.*?)(?:gesprochen|besprochen|geredet"
    r"|beschlossen|gemacht)\W*",
    r"was hab(?:e)? ich (?:dich|dir)?\b(?P<rest>.*?)(?:gefragt|gesagt|erzählt)\W*",
    r"¿?qué te (?:pregunté|dije|conté)\b(?P<rest>.*)",
    r"qu'est-ce que je t'ai (?:demandé|dit|raconté)\b(?P<rest>.*)",
    r"我(?P<rest>.{0,12}?)(?:问|说|告诉)(?:了|过)?你?(?:些)?什么[?？]?",
    r"¿?(?:de )?qué (?:hablamos|discutimos|decidimos|dijimos|hicimos)\b(?P<rest>.*)",
    r"(?:de quoi (?:avons-nous|on a) parlé|qu'avons-nous (?:dit|décidé|fait))\b(?P<rest>.*)",
    r"о ч[её]м мы (?P<rest>.*?)(?:говорили|разговаривали|беседовали)(?P<after>.*)",
    r"我们(?P<rest>.*?)(?:聊|谈|讨论|说|决定)(?:了|过)?(?:些)?什么[?？]?",
)
SEARCH = _whole(
    r"(?:can you |could you )?(?:search|look|check)(?: (?:in|through|into))?(?: (?:my|your|the"
    r"|our|all))*"
    r" (?:memory|memories|logs?|daily logs?|history|notes|chats?|conversations?|past (?:chats?"
    r"|conversations?))"
    r"(?: (?:for|about|on))?\s+(?P<topic>.+?)[?.!]*",
    r"(?:can you |could you )?(?:search|look)(?: for)? (?P<topic>.+?) in (?:my|your|the) "
    r"(?:memory|memories|logs?|history|notes|chats?|conversations?)[?.!]*",
    r"(?:can you |could you )?find (?P<topic>.+?) in (?:my|your|the) (?:memory|logs?|history"
    r"|notes|chats?)[?.!]*",
    r"(?:search|find|look up)(?: for)? (?P<topic>.+?)[?.!]*",
    r"such(?:e)? (?:in (?:meinem |meinen |deinem )?(?:gedächtnis|notizen|erinnerungen"
    r"|speicher) )?nach "
    r"(?P<topic>.+?)[.!]*",
    r"busca(?: en mi memoria)? (?P<topic>.+?)(?: en mi memoria)?[.!]*",
    r"cherche(?: dans ma mémoire)? (?P<topic>.+?)(?: dans ma mémoire)?[.!]*",
    r"(?:найди|поищи|ищи)(?: в (?:моей )?памяти)? (?P<topic>.+?)(?: в (?:моей )?памяти)?[.!]*",
    r"(?:在我的?(?:记忆|笔记)(?:里|中))?(?:搜索|查找|搜一下|找一下|找找)(?P<topic>.+)",
)
PAST_WHEN = re.compile(
    r"\s*(?:(?:on )?(?:what day|which day)|when) (?:did|have|was|were|had)\b"
    r"|\s*(?:wann|an welchem tag) (?:hab|hat|bin|ist .* ge|war)|\s*¿?cuándo .*(?:é|ó|aste|amos"
    r"|imos|aron)\b"
    r"|\s*quand (?:ai-je|est-ce que j'ai|avons-nous|a-t-)|\s*когда .*л[аи]?\b"
    r"|.*什么时候.*(?:了|的)",
    re.IGNORECASE,
)
"""Asks for the day itself, which only logs and conversations have."""
ABOUT_ASKING = re.compile(
    r"\b(?:i|we) (?:\w+ )?ask(?:ed)?\b|\bgefragt\b|\bpregunt(?:é|amos)\b|\bdemandé\b"
    r"|\bспрашивал|问(?:了|过)",
    re.IGNORECASE,
)
"""Wants the questions themselves, which otherwise tell nothing."""
HELP = _whole(
    r"/?help(?: me)?[!?.]*|/start|[?？]+|search|find|change|update|what (?:can|do) you do\??"
    r"|what are you(?: able to do| capable of)?\??"
    r"|who are you\??|how (?:do|does) (?:you|this|it|oneclaw) work\??|are you (?:an? )?(?:ai|bot"
    r"|robot|human|real|chatgpt|language model)\b.*|how can you help(?: me)?\??|what is (?:this"
    r"|oneclaw)\??",
    r"hilfe[!?]*|was kannst du(?: alles)?\??|wer bist du\??|ayuda[!?]*|¿?qué puedes hacer\??"
    r"|¿?quién eres\??|aide(?:-moi)?[!?]*|que peux-tu faire ?\??|qui es-tu ?\??|帮助|你(?:能|会"
    r"|可以)做什么[?？]?|你是谁[?？]?",
)
GREETING = _whole(
    r"(?:hi|hello|hey|hiya|howdy|yo|(?:are )?you there|good (?:morning|afternoon|evening|day)"
    r"|how are you(?: doing)?(?: today)?|hallo|moin|servus|grüezi|guten (?:morgen|tag|abend)"
    r"|wie geht(?:'s|s| es dir)|hola|buen(?:os|as)"
    r" (?:días|tardes|noches)|bonjour|bonsoir|salut|ciao|olá|привет|你好|您好|嗨|早上好"
    r"|こんにちは|안녕하세요)"
    r"(?: (?:there|again|oneclaw|everyone))*[\s!.,?？！。👋🙂😊]*",
)
THANKS = _whole(
    r"(?:(?:thanks|thank you|thx|cheers|many thanks|great|perfect|cool|nice|ok(?:ay)?|good|lol"
    r"|haha|(?:that's|that is) (?:great|good|nice|cool|handy|helpful|perfect)"
    r"|got it|alright|sounds good|bye|goodbye|see you(?: later| tomorrow)?"
    r"|good night|a lot|so much|very much|danke(?: schön)?|vielen dank|alles klar|super|tschüss"
    r"|gracias|muchas gracias|vale|adiós|merci(?: beaucoup)?|d'accord|au revoir|谢谢(?:你)?"
    r"|好的?|再见|ありがとう(?:ございます)?)"
    r"[\s!.,。！👍🙏🙂😊❤️]*)+",
)
NEVER_MIND = _whole(
    r"(?:(?:no|oh|ok(?:ay)?)[,.! ]*)?(?:never ?mind|forget it|forget about it|doesn't matter"
    r"|whatever|yes|yeah|no|nope|ja|nein|sí|oui|non|да|нет"
    r"|egal|schon gut|vergiss es|olvídalo|no importa|laisse tomber|неважно|забей|забудь|算了"
    r"|没关系)[\s!.,。！]*",
)
TIME = _whole(
    r"what(?:'s| is)? ?(?:the )?(?:current )?(?:time|date|day)(?: is it| is today)?(?: now"
    r"| today)?\??|what day is (?:it|today)\??|wie spät ist es\??|welcher tag ist heute\??"
    r"|¿?qué (?:hora|día) es(?: hoy)?\??|quelle heure est-il ?\??|quel jour sommes-nous ?\??"
    r"|现在几点了?[?？]?|今天(?:几号|星期几|是几号)[?？]?",
)
CREATE = re.compile(
    rf"{_POLITE}(?:(?:can|could|would|will) you (?:please )?|i (?:want|need) you to "
    rf"|i'd like you to )?"
    r"(?:help me (?:to )?)?(?:write|rewrite|draft|compose|translate|explain|summari[sz]e"
    r"|calculate|compute|solve|code|program|implement|generate|create|design|draw|paint"
    r"|proofread|improve|fix|debug|plan|recommend|suggest|compare|brainstorm|analy[sz]e|review"
    r"|convert|make (?:me )?an?|tell me a (?:joke|story)|give me|help me|book|order|send"
    r"|remind me|set an? (?:alarm|timer|reminder)|play|browse|google|continue|schreib\w*"
    r"|übersetz\w*|erklär\w*|fass\w* .* zusammen|berechne|programmier\w*|escribe|escríbe\w*"
    r"|traduce|explica\w*|resume|calcula|écris|traduis|explique\w*|résume|calcule)\b"
    rf"|{_POLITE}(?:帮我|给我|替我)?(?:写|翻译|解释|总结|计算|画|编)",
    re.IGNORECASE,
)
QUESTION = re.compile(
    r"[?？؟]\W*\Z|^\s*(?:¿|(?:what|what's|who|whom|whose|when|where|which|why|how|do|does|did"
    r"|is|are|am|was|were|can|could|has|have|should|tell me|(?:list|show)(?: me)? (?:all )?"
    r"(?:of )?(?:my|our|the)|any|was|wer|wann|wo|warum|wie|welche\w*|wen|wem|wessen"
    r"|wo(?:hin|her|gegen|für|mit|r(?:an|auf|über|um)|von|zu|nach)"
    r"|(?:hast|kannst|weißt) du|(?:bin|habe|muss|soll|darf) ich|qué"
    r"|quién|cuándo|dónde|cómo|cuál|quand|où|pourquoi|comment|quel(?:le)?s?|est-ce)\b)"
    r"|[吗呢么][。]?\s*\Z",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\b(?:about|on|for|über|zu|für|sobre|acerca de|sur|о|об|про)\s+|关于")


def subject_of(request: str) -> str:
    """What it is about, where it says so: of an essay about bees the bees."""
    wanted = CREATE.sub("", request, count=1)
    named = _ABOUT.search(wanted)
    return wanted[named.end() :] if named else wanted
