"""Commands to the memory itself: search, change, tell me what you know.

They say nothing about the person, and a log of them would be found by the next search like them.
What somebody wants remembered is no such command: it is what they told.
"""

import re

_COMMAND = re.compile(
    r"(?:please,?\s+|bitte\s+|por favor,?\s+|ok(?:ay)?,?\s+|can you\s+|could you\s+)*(?:"
    r"(?:se?a?rch|look|check)(?: (?:in|through|into|for|my|your|the|our|all))* (?:memor(?:y|ies)"
    r"|(?:daily )?logs?|history|notes|chats?|conversations?)\b|(?:search|look up|find) (?:for )?"
    r"[^.!]{1,80}\bin (?:my|your|the) (?:memory|logs?|history|notes|chats?)\b|search for \w"
    r"|(?:change|update|correct|replace|edit) (?![:,])[^.!]{1,80} (?:to|with|into|by|→|->) \S"
    r"|(?:so )?what (?:do|else do|did|have) you (?:know|remember|have|save|store|learn)\w*\b"
    r"|(?:so )?what (?:did|have|were|was) (?:we|i|you) (?:last )?(?:discuss|talk|speak|spoken"
    r"|chat|say"
    r"|said|tell|told|ask)\w*\b|who am i\b|(?:list|show|tell) me? ?(?:everything|all"
    r"|what)(?: that)?"
    r" you (?:know|remember)|summari[sz]e (?:everything|all|what) (?:that )?you (?:know|remember)"
    r"|such(?:e)? (?:in .{1,40} )?nach \S|(?:ändere|korrigiere|ersetze) .{1,80} (?:zu|in|auf"
    r"|durch) \S"
    r"|was weißt du\b|(?:worüber|was|wovon) (?:haben|hatten) wir\b.{0,60}(?:gesprochen|besprochen"
    r"|geredet)|was hab(?:e)? ich d(?:ich|ir)\b.{0,60}(?:gefragt|gesagt|erzählt)"
    r"|¿?qué te (?:pregunté|dije|conté)\b|qu'est-ce que je t'ai (?:demandé|dit|raconté)\b"
    r"|busca(?:r)? \S|(?:cambia|corrige|actualiza|reemplaza) .{1,80} (?:a|por) \S"
    r"|¿?qué sabes (?:de|sobre)\b|¿?(?:de )?qué (?:hablamos|discutimos)\b"
    r"|cherche(?:r)? \S|(?:remplace|modifie) .{1,80} (?:en|par) \S|que sais-tu\b"
    r"|de quoi (?:avons-nous|on a) parlé|(?:найди|поищи|ищи) \S|что ты (?:знаешь|помнишь)\b"
    r"|о ч[её]м мы .{0,40}говорили"
    r")|(?:请)?(?:在我的?(?:记忆|笔记)(?:里|中))?(?:搜索|查找|搜一下|找一下|找找).|把.{1,40}(?:改成|改为|换成|更新为)"
    r"|你(?:都)?(?:知道|记得|了解).{0,20}(?:什么|哪些|吗)|我们.{0,12}(?:聊|谈|讨论)(?:了|过)?(?:些)?什么",
    re.IGNORECASE,
)


def is_command(sentence: str) -> bool:
    return _COMMAND.match(sentence) is not None
