"""Words by which a sentence shows what it is: a decision, a task, a preference, a lasting fact.

Several languages, because people mix them. A hint only: it must never be the sole reason to
leave a sentence out.
"""

import re

DECISION = re.compile(
    r"\b(?:decided|decision|agreed|settled on|chose|chosen|went with|go(?:ing)? with|we'll use"
    r"|we will use|switch(?:ed|ing)? to|moved? to|the plan is|approved|concluded|turns out"
    r"|beschlossen|entschieden|vereinbart|einigten|festgelegt"
    r"|decid[ií](?:mos|do|r)?|decidió|acordamos|quedamos en|elegimos"
    r"|décidé|convenu|choisi|décidons|decis[oi]|deciso|concordato|combin[aá]mos|combinado"
    r"|besloten|afgesproken|zdecydowa\w+|ustali\w+|karar verdik"
    r"|решил[иа]?|договорились|выбрали)\b"
    r"|决定|決定|商定|约好|說好|说好|选了|決めた|決めました|決まり|결정|정했|하기로"
    r"|قررنا|قررت|اتفقنا|तय किया|फ़?ैसला|ตัดสินใจ|ตกลง",
    re.IGNORECASE,
)
TASK = re.compile(
    r"\b(?:need to|needs to|have to|has to|must|should|todo|to-do|deadline|due|remind|by (?:mon"
    r"|tues"
    r"|wednes|thurs|fri|satur|sun)day|by tomorrow|next step|appointment|meeting|follow up|promised"
    r"|müssen|muss|soll(?:en|te)?|termin|frist|erledigen|fällig"
    r"|tengo que|tenemos que|hay que|debo|debemos|cita|plazo"
    r"|il faut|je dois|nous devons|rendez-vous|échéance|devo|dobbiamo|scadenza|tenho que|preciso"
    r"|moeten|moet|muszę|musimy|trzeba"
    r"|нужно|надо|должен|должна|должны|срок|встреча)\b"
    r"|需要|必须|必須|截止|得在|要在|しなければ|する必要|締め切り|締切|予定|해야|마감|약속"
    r"|يجب|موعد|علينا|करना है|समय सीमा|ต้อง|กำหนดส่ง",
    re.IGNORECASE,
)
PREFERENCE = re.compile(
    r"\b(?:prefer(?:s|red)?|favou?rite|i (?:really |also )?(?:like|love|enjoy|hate|dislike|avoid)"
    r"|likes?|loves?|hates?|can't stand|rather than|allergic|allergy|intolerant|vegetarian|vegan"
    r"|allergisch|vegetari\w+"
    r"|alérgic[oa]|celíac[oa]|allergique|végétari\w+"
    r"|bevorzug\w+|lieblings\w*|ich mag|am liebsten|lieber|hasse"
    r"|prefiero|preferimos|me gusta\w?|me encanta\w?|favorit[oa]|odio"
    r"|préf[eé]r\w*|j'aime|j'adore|je déteste|préférée?"
    r"|preferisco|mi piace|adoro|prefiro|gosto de|ik hou van|liever|wolę|lubię"
    r"|предпочита\w+|люблю|нравится|ненавижу|любим\w+)\b"
    r"|喜欢|喜歡|更喜|偏好|最爱|讨厌|過敏|过敏|好き|好み|嫌い|アレルギー|좋아|싫어|선호"
    r"|أفضل|أحب|أكره|पसंद|ชอบ|แพ้",
    re.IGNORECASE,
)
LASTING = re.compile(
    r"\b(?:my name is|call me|i live|i work|i was born|i grew up|i study|i speak|birthday"
    r"|anniversary"
    r"|my (?:wife|husband|partner|sister|brother|mother|father|mum|mom|dad|son|daughter|cat|dog"
    r"|boss"
    r"|team|company|doctor|address|job|phone)|always|never|every (?:day|week|month|year|morning)"
    r"|ich (?:heiße|wohne|arbeite|lebe)|geburtstag|mein(?:e)? (?:schwester|bruder|frau|mann|mutter"
    r"|vater|sohn|tochter|katze|hund)|immer"
    r"|me llamo|vivo en|trabajo|cumpleaños|mi (?:hermana|hermano|esposa|marido|madre|padre|hij[oa])"
    r"|je m'appelle|j'habite|je travaille|anniversaire|ma (?:sœur|femme|mère|fille)"
    r"|mon (?:frère|mari|père|fils)|mi chiamo|abito|lavoro|moro em|trabalho|minha|meu"
    r"|меня зовут|я живу|я работаю|день рождения|мо[йя] (?:сестра|брат|жена|муж|мама|папа))\b"
    r"|我叫|我住|我的|我是|生日|每天|每周|私の|住んで|働いて|誕生日|毎日|毎週|제 이름|살고|생일"
    r"|저는"
    r"|اسمي|أعيش|أعمل|عيد ميلاد|मेरा|मेरी|जन्मदिन|ฉันชื่อ|ผมชื่อ|อาศัยอยู่|วันเกิด",
    re.IGNORECASE,
)
FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|my|me|mine|we|we're|we've|we'll|our|us|ich|mein\w*|mir|mich|wir"
    r"|unser\w*"
    r"|yo|mi|mis|me|nosotr[oa]s|nuestr[oa]s?|je|mon|ma|mes|moi|nous|notre|nos|io|mio|mia|noi"
    r"|nostr\w"
    r"|eu|meu|minha|nós|ik|mijn|wij|ons|ja|mój|moja|я|мне|меня|мой|моя|мы|нас|наш\w*)\b"
    r"|\bj'|[我咱]|私|僕|俺|저는|나는|제가|우리|أنا|نحن|मैं|हम|मेर|ฉัน|ผม|เรา",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"\b(?:in short|in summary|to sum up|therefore|so the|the (?:cause|fix|answer|reason|problem"
    r"|result"
    r"|solution|best|next step|total|cheapest|fastest)|recommend\w*|suggest\w*|conclu\w+|because"
    r"|turns out|works because|root cause|zusammengefasst|daher|ursache|lösung|empfehl\w+"
    r"|en resumen|por lo tanto|la causa|la solución|recomiendo|en résumé|donc|la cause|la solution"
    r"|conseille|поэтому|причина|решение|рекомендую)\b"
    r"|因此|所以|原因|总之|总结|建议|つまり|原因|おすすめ|따라서|원인|추천|لذلك|السبب|इसलिए"
    r"|ดังนั้น",
    re.IGNORECASE,
)
