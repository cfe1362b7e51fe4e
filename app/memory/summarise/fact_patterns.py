"""First-person statements that are worth a place in long-term memory, and the place they belong to.

Every pattern begins at the start of the sentence. Conservative: a fact that is missed is still in
the daily log; a wrong one stands in every prompt.
"""

import re

from app.memory.summarise.facts import FactCategory

_POINTING = r"(?!(?:it|this|that|these|those|them|him|her|you|your|the|what|how|when|where|both)\b)"
_NAME = r"(?-i:[^\W\d_a-zß-ÿа-яё])[\w'-]+"
_NOT_A_NAME = r"(?!(?:this|that|it|he|she|here|there|who|what|which|one|someone|nobody)\b)"
_RELATIVE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|sister|brother|mother|father|mum|mom"
    r"|dad|parents|son|daughter|kids?|child(?:ren)?|baby|grand(?:mother|father|ma|pa|son|daughter)"
    r"|aunt|uncle|cousin|niece|nephew|best friend|friend|neighbou?r|flatmate|roommate|boss|manager"
    r"|colleague|assistant|doctor|dentist|therapist|teacher|cat|dog|pet)s?"
)
_PLACE = (
    r"(?:village|town|city|suburb|countryside|flat|apartment|house|farm|hospital|school|university"
    r"|bank|bakery|library|museum|restaurant|hotel|company|agency|lab|law firm|start-?up|studio"
    r"|court|theatre)"
)
_FIRM = (
    r"(?:bakery|shop|store|caf[ée]|restaurant|bar|hotel|farm|vineyard|company|business|start-?up"
    r"|firm|agency|studio|practice|clinic|salon|gallery|school|workshop|bookshop|house|flat"
    r"|apartment)"
)
_AFTER_IT = r"(?=[.,;!]|\Z| (?:in|near|at|with|and|called|named|that|of)\b)"
_COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})"
_OFFSPRING = (
    r"(?:child(?:ren)?|kids?|sons?|daughters?|brothers?|sisters?|siblings|cats?|dogs?|twins"
    r"|grandchild(?:ren)?)"
)
_TITLE = r"(?:(?:dr|prof|mr|mrs|ms)\.? )?"
_WORK = (
    r"(?:novel|book|thesis|dissertation|app|application|game|website|blog|podcast|film|album"
    r"|start-?up|company|business|framework|paper|house|boat|course|screenplay|product|compiler"
    r"|robot)"
)
_TRADE = (
    r"(?:[\w-]+ ){0,3}(?:accountant|actor|architect|artist|author|baker|carpenter|chef|coach"
    r"|consultant|cook|dentist|designer|developer|doctor|driver|economist|editor|electrician"
    r"|engineer|farmer|freelancer|journalist|judge|lawyer|librarian|manager|mechanic|midwife"
    r"|musician|nurse|painter|pharmacist|photographer|physicist|pilot|plumber|programmer|researcher"
    r"|sailor|scientist|student|teacher|therapist|translator|vegan|vegetarian|vet|writer)"
)

_ENGLISH: dict[FactCategory, tuple[str, ...]] = {
    FactCategory.PROFILE: (
        r"my (?:full |first |last |middle )?name(?:'s| is)\b|i(?:'m| am) (?:called|named) ",
        rf"(?:please )?call me {_NAME}(?: {_NAME})?\s*[.!]?\Z",
        (
            rf"i(?:'m| am) (?!ok\b|sorry\b|fine\b|done\b|here\b){_NAME}(?: {_NAME})?"
            r"(?=\s*[,.!]|\s*\Z| and i\b| from\b)"
            r"|i (?:want you to call me|go by) (?!\w+day\b)(?-i:[A-Z])"
        ),
        (
            rf"(?:i|we)(?:'ve| have)? ?(?:live|lived) (?:in|near|at) (?:.{{0,40}} )?"
            rf"(?:{_NAME}|{_PLACE}\b)"
        ),
        (
            rf"i live with (?:my|two|three|\d)\b"
            rf"|i(?:'ve| have)? ?(?:moved|relocated) (?:to|here from) {_NAME}"
        ),
        rf"(?:i come|i am|i'm) from {_NAME}|i(?:'m| am) based in {_NAME}|i was born\b|i grew up\b",
        (
            r"i (?:also |mostly )?work (?:as an? \w+|from home|part[- ]time|full[- ]time|nights"
            r"|(?:night |day |early |late |weekend )?shifts)"
        ),
        (
            rf"i (?:run|own|manage) (?:an? |my own |the )(?:[\w-]+ ){{0,2}}{_FIRM}{_AFTER_IT}"
            rf"|i have my own {_FIRM}{_AFTER_IT}"
            rf"|i studied (?!all\b|the\b|for\b|a\b)[a-z ]{{3,30}} (?:in|at) {_NAME}"
            rf"|i (?:drive|ride) an? (?:[a-z]+ )?{_NAME}"
        ),
        (
            r"i (?:also |mostly )?(?:work|(?:have )?started (?:working|a (?:new )?job))"
            r" (?:at|for|in) (?:an? |the |our )?(?:[a-z]+ )?"
            rf"(?:{_NAME}|{_PLACE}\b|{_FIRM}{_AFTER_IT})"
        ),
        rf"i(?:'m| am) (?:an? )?{_TRADE}\b|i(?:'m| am) [1-9]\d\.?\Z",
        (
            r"i(?:'m| am) (?:\d+ years old|married|divorced|widowed|retired|self-employed"
            r"|unemployed|left-handed|colou?r[- ]?blind|an? (?:single|working) (?:mum|mom|mother"
            r"|dad|father|parent)|a widow(?:er)?)\b"
        ),
        (
            r"i(?:'ve| have)? (?:stopped|quit|given up|gave up) (?:eating|drinking|smoking)"
            rf"(?=\s*[.!,]|\s*\Z| {_POINTING}(?!(?:so|too|as)\b)\w+)"
        ),
        rf"i(?:'m| am) afraid of {_POINTING}\w+|i wear (?:glasses|contact lenses|a hearing aid)\b",
        (
            r"i (?:can't|cannot|can not) (?:eat|drink|tolerate) "
            rf"{_POINTING}(?!(?:any|anything|more|another|all)\b)\w+"
        ),
        (
            r"i take (?!an?\b|the\b|my\b|it\b|this\b|that\b|time\b|care\b|notes?\b|part\b)"
            r"[\w-]+(?: \d+ ?mg)? (?:every (?:day|morning|evening|night)|daily"
            r"|(?:once|twice|three times) a day|in the morning|at night)"
        ),
        rf"{_NOT_A_NAME}{_NAME} is (?:\w+ )?allergic to\b",
        (
            r"i(?:'m| am) (?:diabetic|coeliac|celiac|(?:lactose|gluten)[- ]intolerant"
            r"|hard of hearing)\b"
        ),
        r"i(?:'m| am) (?:\w+ )?allergic to\b|i have an? [\w-]+ (?:allergy|intolerance)\b",
        (
            r"i have (?:(?:high|low) blood pressure|asthma|diabetes|epilepsy|dyslexia|adhd"
            r"|migraines|coeliac disease)\b"
        ),
        (
            rf"(?:i|we|my {_RELATIVE}(?: \w+)? and i) have {_COUNT} (?:[\w-]+ ){{0,2}}{_OFFSPRING}"
            r"(?=[.,;!]|\Z| and\b| named| called| who\b)"
        ),
        (
            rf"my {_RELATIVE}(?: \w+)? and i (?:live in|are (?:married|getting married)|moved"
            r" to)\b"
        ),
        rf"i speak [^\W\d_]+(?:,| and|\.|\Z| fluently| natively)|i study {_POINTING}\w+",
        rf"{_NOT_A_NAME}{_NAME}(?: {_NAME})? is my {_RELATIVE}\.?\Z",
        (
            rf"my {_RELATIVE} is {_TITLE}{_NAME}(?: {_NAME})?(?: in {_NAME})?\.?\Z"
            rf"|my {_RELATIVE}(?: \w+)? (?:is|are) an? {_TRADE}\b"
            rf"|(?:my|our) (?:cat|dog|pet)(?: \w+)? is an? \w+"
        ),
        (
            rf"(?:my|our) {_RELATIVE}(?: \w+)? is {_COUNT}(?: (?:years|months) old)?"
            r"(?=[.,;!]|\Z| and\b)"
        ),
        (
            rf"my {_RELATIVE} {_NAME} (?:recommends|teaches|runs|owns|plays|drives|collects|goes to"
            rf"|attends|moved to) {_POINTING}\w+"
        ),
        (
            rf"(?:my|our) {_RELATIVE}(?: \w+)?(?:'s name is|'s birthday is| is called| is named"
            rf"| lives?\b"
            r"| (?:has|have) (?:asthma|diabetes|epilepsy|dementia)\b| works?\b| likes?\b| loves?\b"
            r"| hates?\b| prefers?\b| studies\b| study\b| speaks?\b"
            r"| (?:was|were) born| (?:has|have) (?:her|his|their) birthday| can't \w+| cannot \w+"
            r"| (?:is|are) (?:(?:\w+ )?allergic|\d+ years old))"
        ),
        (
            r"(?:my|our) (?:birthday|(?:wedding )?anniversary|address|home ?town|phone number"
            r"|e-?mail(?: address)?|job title|profession|blood type|shoe size|mother tongue"
            r"|native language|pronouns|time ?zone|nationality|employer|family name|nickname)"
            r"(?:'s| is| are)\b"
        ),
    ),
    FactCategory.PREFERENCES: (
        (
            rf"i (?:really |much |generally |strongly |usually |always )*prefer {_POINTING}"
            r"(?!not to\b|to (?:answer|say|wait|skip|leave|talk|do)\b)\w+"
        ),
        (
            r"i (?:(?:really|absolutely|just|also) )*(?:like|love|enjoy|adore|hate)"
            rf" {_POINTING}(?!my (?:new|old)\b)\w+"
        ),
        (
            rf"i (?:really )?(?:can't stand|cannot stand|don't like|do not like"
            rf"|dislike) {_POINTING}\w+"
        ),
        rf"i (?:don't|do not|never) (?:eat|drink|smoke|fly|drive|wear|use|take) {_POINTING}\w+",
        r"(?:my|our) favou?rite [\w ]{2,40} (?:is|are)\b",
        r"(?:please )?always (?:answer|reply|respond|write|address|format|use|call)\b",
        (
            r"(?:please )?keep your (?:answers|replies|responses) (?:very )?(?:short|brief|concise"
            r"|simple|detailed|under\b|below\b)|(?:please )?use (?:metric|imperial|si) units"
        ),
        r"from now on,? (?:please )?(?:answer|reply|respond|write|use|call|address)\b",
    ),
    FactCategory.INTERESTS: (
        (
            rf"i(?:'m| am) (?:very |really |also )*(?:interested in|passionate about|into)"
            rf" {_POINTING}\w+"
        ),
        r"i(?:'m| am) a (?:big |huge |great )?fan of \w+|my hobb(?:y|ies) (?:is|are)\b",
        rf"i(?:'m| am) learning {_POINTING}(?!about\b|a lot\b)\w+|i collect {_POINTING}\w+",
        (
            r"i go (?:running|swimming|climbing|cycling|hiking|dancing|sailing|skiing|to the gym"
            r"|to yoga|for a run) (?:every|on \w+days|once|twice|(?:two|three|four|\d) times)\b"
            r"|i(?:'m| am) training for (?:an?|the|my) \w+"
        ),
        (
            r"i play (?:the )?(?:piano|guitar|violin|cello|drums|flute|saxophone|bass|chess|tennis"
            r"|football|soccer|basketball|volleyball|hockey|golf|badminton|cards|bridge|go)\b"
        ),
    ),
    FactCategory.WORKFLOW: (
        (
            r"(?:i|we) (?:usually|normally|typically|generally|always) (?!get|feel|think|forget"
            r"|wonder|wanted|thought|knew|said|have to|see)\w+"
        ),
        rf"(?:i|we) use {_POINTING}[\w.+#-]+ (?:for|as|at|to|in|on|with|every)\b",
        (
            r"i use an? (?:mac|macbook|iphone|ipad|pc|laptop|thinkpad|pixel|chromebook)\b"
            r"|i (?:code|program) in (?-i:[A-Z])"
        ),
        (
            r"(?:my|our) (?:editor|setup|stack|workflow|routine|(?:working|office) hours|stand-?up"
            r"|backups?|naming convention|code style)(?:'s| is| are)\b"
        ),
    ),
    FactCategory.PROJECTS: (
        (
            r"(?:we|we've|we have) (?:now |finally |all )?(?:decided|agreed|settled|chosen)"
            r"(?: with (?:the |our |my )?[\w-]+(?: [\w-]+)?)? (?:to|on|that|against|for|not)\b"
            r"(?! (?:this|that|it)\b)"
        ),
        (
            r"(?:i|we)(?:'ve| have)? changed (?:my|our) minds?[:,;]? (?:and )?(?:i|we)"
            r"(?:'ll| will|'re| are|'m| am)? (?!.*\b(?:it|this|that)\b)\w+ \w+"
        ),
        (
            r"(?:i|i've|i have) (?:now |finally )?decided to (?:buy|sell|move|learn|study|quit|stop"
            r"|start|become|switch|apply|adopt|give up|take up|retire)\b"
        ),
        (
            r"(?:i(?:'m| am)|we(?:'re| are)) (?:working on|building|writing|developing|making"
            rf"|renovating|founding|launching) (?:an?|my|our|the) (?:[\w'-]+ ){{0,3}}{_WORK}\b"
        ),
        (
            rf"(?:i|we) (?:chose|picked) {_POINTING}[\w' -]{{2,40}} (?:as|for|over) \w+"
            r"|(?:i(?:'m| am)|we(?:'re| are)) saving (?:up )?for (?:an?|my|our) \w+"
            r"|my goal is to (?!.*\b(?:this|that|it|here|you)\b)\w+"
        ),
        (
            r"(?:my|our) (?:project|company|start-?up|thesis|book|novel|team|app|product)(?: \w+)?"
            r"(?:'s| is) (?:called|named|about|due)\b"
        ),
        r"(?:my|our) (?:launch|deadline|release|wedding)(?:'s| is) (?:on|in|due|at)\b",
    ),
}
_OTHERS: dict[FactCategory, tuple[str, ...]] = {
    FactCategory.PROFILE: (
        (
            r"ich heiße |mein name ist |nenn mich |ich bin (?-i:[A-ZÄÖÜ][\w-]+)(?=[,.!]|\Z| und\b)"
            r"|ich (?:wohne|lebe) (?:in|bei|mit)\b"
            r"|ich komme aus\b|ich arbeite (?:als|bei|für)\b|ich bin (?:allergisch|(?:gegen"
            r"|auf) .{2,30} allergisch|vegetarier"
            r"|veganer|verheiratet|in rente)|mein geburtstag ist|ich habe am .{3,20} geburtstag"
            r"|ich (?:wurde|bin) .{2,30} geboren|mein(?:e)? (?:schwester|bruder|frau|mann|mutter"
            r"|vater|sohn|tochter|freundin|freund|hund|katze|chefin|chef)(?: \w+)? (?:heißt"
            r"|wohnt|lebt|arbeitet|mag|hat (?:am|im) .{3,20} geburtstag|ist allergisch"
            r"|ist (?:\d{1,3}|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
            r"(?: jahre alt)?(?=[.,;!]|\Z| und\b))"
            r"|(?:ich habe|wir haben) (?:eine?n?|zwei|drei|vier|\d) (?:kind(?:er)?|söhne?|sohn"
            r"|tochter|töchter|hunde?|katzen?|enkel\w*|brüder|bruder|schwestern?)"
            r"(?=[.,;!]|\Z| und\b)"
        ),
        (
            r"me llamo |mi nombre es |llámame |vivo en (?:la |el )?(?-i:[A-ZÁÉÍÓÚÑ])|soy de\b"
            r"|trabajo (?:como \w|(?:en|para) (?:la |el )?(?-i:[A-ZÁÉÍÓÚÑ]))|soy (?:alérgic"
            r"|vegetarian|vegan|médic|profesor|ingenier|enfermer|abogad|estudiante)"
            r"|mi cumpleaños es|nací (?:en|el)\b|tengo (?:un|una|dos|tres|\d) (?:hij|herman|gat"
            r"|perr)|mi (?:hermana|hermano|esposa|esposo|marido|mujer|madre|padre|hija|hijo"
            r"|novia|novio|perro|gata)"
            r"(?: \w+)? (?:se llama|vive|trabaja|prefiere|cumple|es alérgic|nació)"
        ),
        (
            r"j'ai (?:une?|deux|trois|quatre|\d) (?:enfants?|fils|filles?|frères?|sœurs?|chiens?"
            r"|chats?)(?=[.,;!]|\Z| et\b)|je m'appelle |mon nom est |appelle-moi |j'habite (?:à|au"
            r"|aux|en|dans|près)\b"
            r"|je vis (?:à|en|au|avec)\b|je viens d|je travaille (?:(?:comme|chez) \w|(?:à|pour"
            r"|dans) (?:la |le )?(?-i:[A-Z]))|mon anniversaire (?:est|tombe)|je suis né"
            r"|je suis (?:allergique|végétarien|végane|médecin|professeur|ingénieur|infirmi"
            r"|étudiant|avocat)|(?:ma|mon) (?:sœur|soeur|frère|femme|mari|mère|père|fille|fils"
            r"|copine|copain|chien|chat)"
            r"(?: \w+)? (?:s'appelle|habite|vit|travaille|aime|est allergique|est née?)"
        ),
        (
            r"меня зовут |зови(?:те)? меня |я живу (?:в|на)\b|я родил(?:ся|ась)\b"
            r"|я работаю (?:(?:в|на) \w|\w+(?:ом|ем|ей)\b)|у меня (?:аллергия|есть (?:сын|дочь"
            r"|брат|сестра|кошка|собака)|день рождения)|мой день рождения|(?:моя|мой|мою"
            r"|моего) (?:сестр[ау]|брата?|жен[ау]|мужа?|мам[ау]|пап[ау]|сына?|дочь)"
            r"(?: \w+)? (?:зовут|живёт|живет|работает|любит)"
        ),
        (
            r"(?:我叫|我的名字[叫是]|我姓)|我们?有[一两二三四五六七八九\d]+[个只条名位](?:孩子|儿子|女儿"
            r"|哥哥|弟弟|姐姐|妹妹|猫|狗)|我(?:现在)?住在|我来自|我出生[于在]|我的生日是"
            r"|我对.{1,12}过敏|我是(?:一[名个位])?[^，。]{0,8}(?:医生|老师|工程师|学生|护士|律师"
            r"|设计师|程序员|素食者)|我在.{1,15}(?:工作|上班)|我(?:的)?(?:姐姐|妹妹|哥哥|弟弟"
            r"|妈妈|爸爸|母亲|父亲|妻子|老婆|丈夫|老公|女儿|儿子|女朋友|男朋友)"
            r".{0,6}(?:叫|住在|喜欢|的生日|对.{1,12}过敏)"
        ),
        (
            r"(?:私の|僕の|俺の)?名前は|私は.{0,20}(?:に住んでいます|で働いています|(?:学生|医者"
            r"|医師|教師|エンジニア|看護師|会社員|弁護士)です。?\Z)|.{1,20}に住んでいます"
            r"|(?:私の)?誕生日は|.{0,6}.{1,10}アレルギーがあります"
        ),
    ),
    FactCategory.PREFERENCES: (
        (
            r"ich (?:mag|liebe|hasse|bevorzuge) (?!es\b|das\b|dich\b|ihn\b|sie\b|die idee"
            r"|deine?\b)\w+|ich (?:esse|trinke) (?:kein\w*|nie|am liebsten|lieber|gern) \w+"
            r"|mein(?:e)? lieblings\w+ (?:ist|sind)"
        ),
        (
            r"prefiero (?!est|es[eao]\b|que\b)\w+|(?:no )?me (?:gustan?|encantan?) (?!est"
            r"|es[eao]\b|tu\b|cómo\b)\w+|odio (?!est|es[eao]\b)\w+|no (?:como|bebo) \w+"
            r"|mi \w+ favorit[oa] es"
        ),
        (
            r"je préfère (?!que\b|ça\b|cel)\w+|j'(?:aime|adore) (?!ça\b|bien\b|cel|ton\b|ta\b"
            r"|cette\b|ce\b)\w+|je (?:n'aime pas|déteste) (?!ça\b|cel)\w+|je ne (?:mange"
            r"|bois) (?:pas|jamais) \w+|(?:mon|ma) \w+ préférée? est"
        ),
        (
            r"я (?:предпочитаю|люблю|обожаю|ненавижу|не люблю|не ем|не пью) (?!это\b|тебя\b"
            r"|его\b|её\b)\w+|мне (?:не )?нрав(?:ится|ятся) (?!это\b|твой\b|твоя\b)\w+"
            r"|мо[йёя] любим\w+ "
        ),
        (
            r"我(?:更|最|很|非常|特别|比较)?(?:喜欢|爱|讨厌|偏好)(?!这|那|你|它|他|她)"
            r"|我不(?:喜欢|吃|喝|抽)(?!这|那)"
        ),
        r"(?:私は|僕は)?[^、。]{1,15}(?:が|のほうが|の方が)(?:大?好き|嫌い|苦手)(?:です|だ)?。?\Z",
    ),
    FactCategory.INTERESTS: (
        (
            r"ich interessiere mich für \w+|mein hobby ist|meine hobbys sind|ich lerne (?!dass\b"
            r"|gerade\b)\w+|ich spiele (?:klavier|gitarre|geige|schach|tennis|fußball)"
        ),
        (
            r"me interesan? (?!est|es[eao]\b|saber\b)\w+|estoy aprendiendo \w+|mi hobby es"
            r"|toco (?:el|la) \w+"
        ),
        r"je m'intéresse (?:à|au|aux)\b|j'apprends (?!que\b)\w+|je joue (?:du|de la|au|aux) \w+",
        r"я (?:интересуюсь|увлекаюсь) (?!этим\b)\w+|я учу \w+",
        r"我对.{1,12}(?:很)?感兴趣|我在学(?:习)?|我的爱好是|(?:私の)?趣味は",
    ),
    FactCategory.PROJECTS: (
        (
            r"wir haben (?:uns )?(?:beschlossen|entschieden|vereinbart|darauf geeinigt)"
            r"|wir haben uns (?:für|auf) "
            r".{2,60} (?:entschieden|geeinigt)"
        ),
        r"(?:hemos )?(?:decidi(?:mos|do)|acorda(?:mos|do)) \w+",
        r"(?:nous avons|on a) (?:décidé|convenu|choisi)\b",
        r"мы (?:решили|договорились|выбрали)\b",
        (
            r"我们(?:已经|最终|最后)?(?:决定|商定|约定)(?!吧)|(?:私たちは"
            r"|我々は).{1,60}(?:ことにしました|と決めました|を決めました)"
        ),
    ),
}


def _compiled() -> tuple[tuple[re.Pattern[str], FactCategory], ...]:
    compiled: list[tuple[re.Pattern[str], FactCategory]] = []
    for table in (_ENGLISH, _OTHERS):
        for category, patterns in table.items():
            compiled += [(re.compile(pattern, re.IGNORECASE), category) for pattern in patterns]
    return tuple(compiled)


_PATTERNS = _compiled()


def category_of_fact(statement: str) -> FactCategory | None:
    """Where the statement belongs; None when it is not one of the kinds worth keeping."""
    return next((category for pattern, category in _PATTERNS if pattern.match(statement)), None)
