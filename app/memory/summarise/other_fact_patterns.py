"""Lasting first-person statements in languages beside English, by the place they belong to.

Every pattern begins at the start of the sentence.
"""

from app.memory.summarise.facts import FactCategory

OTHERS: dict[FactCategory, tuple[str, ...]] = {
    FactCategory.PROFILE: (
        (
            r"ich heiße |mein name ist |nenn mich |ich bin (?-i:[A-ZÄÖÜ][\w-]+)(?=[,.!]|\Z| und\b)"
            r"|ich (?:wohne|lebe) (?:jetzt )?(?:in|bei|mit)\b"
            r"|ich bin (?:wieder )?nach (?-i:[A-ZÄÖÜ])"
            r"[\w-]+ (?:um)?gezogen"
            r"|ich nehme (?:jeden|täglich|morgens|abends|zweimal)\b"
            r"|ich komme aus\b|ich arbeite (?:jetzt )?(?:(?:halbtags|vollzeit|teilzeit|nachts) )?"
            r"(?:als|bei|für|in (?:der|einem|einer))\b"
            r"|(?!(?:das|es|er|sie|dies|wer|was|hier|da)\b)(?-i:[A-ZÄÖÜ])[\w-]+ (?:ist (?:gegen"
            r"|auf)"
            r" .{2,30} allergisch|hat (?:am|im) .{3,20} geburtstag)"
            r"|(?:unsere?|mein|meine) (?:neue[rn]? )?(?:\w*arzt|\w*ärztin|lehrer(?:in)?"
            r"|vermieter(?:in)?"
            r"|trainer(?:in)?|chef(?:in)?|nachbar(?:in)?|hausarzt|zahnarzt) (?:ist|heißt)"
            r" (?:(?:jetzt|frau|herr) )*(?:dr\. )?(?-i:[A-ZÄÖÜ])|ich bin (?:allergisch|(?:gegen"
            r"|auf) .{2,30} allergisch|vegetarier"
            r"|veganer|verheiratet|in rente)|mein geburtstag ist|ich habe am .{3,20} geburtstag"
            r"|ich (?:wurde|bin) .{2,30} geboren|mein(?:e)? (?:schwester|bruder|frau|mann|mutter"
            r"|vater|sohn|tochter|freundin|freund|hund|katze|chefin|chef|schwiegermutter"
            r"|schwiegervater|oma|opa|enkel(?:in)?|onkel|tante|cousine?|nichte|neffe)(?: \w+)?"
            r" (?:heißt|studiert|spielt|geht in die|isst (?:kein|nur|vegetarisch|vegan)"
            r"|wohnt|lebt|arbeitet|mag|hat (?:am|im) .{3,20} geburtstag|ist allergisch"
            r"|ist (?:\d{1,3}|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
            r"(?: jahre alt)?(?=[.,;!]|\Z| und\b))"
            r"|(?:ich habe|wir haben) (?:eine?n?|zwei|drei|vier|\d) (?:kind(?:er)?|söhne?|sohn"
            r"|tochter|töchter|hunde?|katzen?|enkel\w*|brüder|bruder|schwestern?)"
            r"(?=[.,;!]|\Z| und\b)"
        ),
        (
            r"me llamo |mi nombre es |llámame |vivo en (?:la |el )?(?-i:[A-ZÁÉÍÓÚÑ])|soy de\b"
            r"|me (?:he mudado|mudé) a (?-i:[A-ZÁÉÍÓÚÑ])|no puedo (?:comer|beber|tomar) \w+"
            r"|tomo [\w .]{2,40} (?:cada|todos los|todas las|por la) \w+"
            r"|mi (?:novi[oa]|espos[oa]|marido|mujer|herman[oa]|hij[oa]) (?:es"
            r"|se llama) (?-i:[A-ZÁÉÍÓÚÑ])"
            r"|trabajo (?:como \w|(?:en|para) (?:la |el )?(?-i:[A-ZÁÉÍÓÚÑ]))|soy (?:alérgic"
            r"|celíac|diabétic|intolerante"
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
            r"|j'ai (?:déménagé|emménagé) (?:à|en|au)\b|je prends [\w .]{2,40} (?:chaque|tous les"
            r"|toutes"
            r" les|le) \w+"
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
            r"(?:我叫|我的名字[叫是]|我姓)|我(?:们)?(?:已经)?搬(?:家了|到了?)[^。]*(?:住在|\w)"
            r"|我(?:们)?有[一两二三四五六七八九\d]+[个只条名位](?:孩子|儿子|女儿"
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
        r"我每(?:天|周|个?星期|个?月)(?:早上|晚上|中午)?.{2,20}|我对.{1,12}(?:很)?感兴趣|我在学(?:习)?|我的爱好是|(?:私の)?趣味は",
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
