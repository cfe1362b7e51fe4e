"""Lasting first-person statements in English, by the place they belong to.

Every pattern begins at the start of the sentence.
"""

from app.memory.summarise.facts import FactCategory

_POINTING = r"(?!(?:it|this|that|these|those|them|him|her|you|your|the|what|how|when|where|both)\b)"
_NAME = r"(?-i:[^\W\d_a-zß-ÿа-яё])[\w'-]+"
_NOT_A_NAME = r"(?!(?:this|that|it|he|she|here|there|who|what|which|one|someone|nobody)\b)"
_RELATIVE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|sister|brother|mother|father|mum|mom"
    r"|dad|parents|son|daughter|kids?|child(?:ren)?|baby|grand(?:mother|father|ma|pa|son|daughter)"
    r"|aunt|uncle|cousin|niece|nephew|best friend|friend|neighbou?r|flatmate|roommate|boss|manager"
    r"|colleague|assistant|doctor|dentist|therapist|teacher|tutor|professor|supervisor|coach"
    r"|trainer"
    r"|landlord|landlady|housemate|vet|midwife|lawyer|accountant|sis|bro|hamster|cat|dog|pet)s?"
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

ENGLISH: dict[FactCategory, tuple[str, ...]] = {
    FactCategory.PROFILE: (
        (
            r"my (?:full |first |last |middle |own |real )?name(?:'s| is)\b|i(?:'m| am) (?:called"
            r"|named) "
        ),
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
            rf"i (?:start|begin|am starting)(?: a (?:new )?job| work(?:ing)?)? at {_NAME}"
            rf"|i(?:'ve| have)? changed jobs\b|i live with (?:my|two|three|\d)\b"
            # Who types no capitals: then the place must be all that follows.
            rf"|i live in {_POINTING}(?!(?:an?|my|fear|hope|peace|harmony|sin|pain)\b)[\w-]+\W*\Z"
            rf"|i work (?:at|for) {_POINTING}(?!(?:home|night|nights|an?|my|free|money|work)\b)"
            r"[\w-]+(?: nights| days)?\W*\Z"
            rf"|(?:i|we)(?:'ve| have)? ?(?:moved|relocated) (?:back )?(?:to|here from) {_NAME}"
            r"|(?:i|we)(?:'ve| have)? moved (?:in)?to (?:an? |our |my )?(?:new )?(?:flat|house"
            r"|apartment|place|home)\b"
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
            rf"i(?:'m| am) (?:engaged|married) to {_NAME}"
            r"|i(?:'m| am) (?:\d+ years old|married|engaged|pregnant|divorced|widowed|retired"
            r"|self-employed"
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
            r"(?:\d+ ?(?:mg|g|ml|mcg|drops|tablets"
            r"|pills) (?:of )?)?[\w-]+(?: \d+ ?mg)? (?:every (?:day|morning|evening|night)|daily"
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
            r"(?:i|we)(?:'ve| have)? got an? (?:new )?(?:puppy|kitten|dog|cat|baby|hamster|rabbit"
            r"|parrot|pony|horse)\b|i(?:'ve| have)? got (?:the|an?) (?:[\w-]+ ){1,3}job\b"
            rf"|(?:(?:i|we)(?:'ve| have) got|(?:i|we"
            rf"|my {_RELATIVE}(?: \w+)? and i) have) {_COUNT} (?:[\w-]+ ){{0,2}}{_OFFSPRING}"
            r"(?=[.,;!]|\Z| and\b| named| called| who\b)"
        ),
        (
            rf"my {_RELATIVE}(?: \w+)? and i (?:live in|are (?:married|getting married)|moved"
            r" to)\b"
        ),
        rf"i speak [^\W\d_]+(?:,| and|\.|\Z| fluently| natively)|i study {_POINTING}\w+",
        rf"{_NOT_A_NAME}{_NAME}(?: {_NAME})? is my {_RELATIVE}\.?\Z",
        (
            rf"(?:my|our) (?:new )?{_RELATIVE} is (?:called |now )?{_TITLE}{_NAME}(?: {_NAME})?"
            r"(?: in (?-i:[A-Z])\w+)?(?=[.,;]|\Z)"
            rf"|(?:my|our) new {_RELATIVE} are {_NAME}"
            rf"|i have an? (?:new )?{_RELATIVE},? (?:called|named|(?:her|his"
            rf"|their) name is) {_NAME}"
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
            rf"(?:my|our) {_RELATIVE}(?: \w+)? is (?:pregnant|engaged|married|retired|divorced"
            rf"|vegan|vegetarian)\b|(?:my|our) {_RELATIVE}(?: \w+)? has an? (?:birthday"
            rf"|birth day)\b"
            rf"|(?:my|our) {_RELATIVE}(?: \w+)?(?:'s name is|'s birthday is| is called| is named"
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
            r"i (?:run|swim|cycle|hike|climb|dance|meditate|row)(?: \w+)? (?:every|on \w+days|once"
            r"|twice|(?:two|three|four|\d) times)\b|i go (?:running|swimming|climbing|cycling"
            r"|hiking|dancing|sailing|skiing|to the gym"
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
        (
            rf"(?:i|we) use {_POINTING}[\w.+#-]+ (?:for|as|at|to|in|on|with|every|and \w+\W*\Z)"
            r"|(?:my|our) [\w-]+(?: [\w-]+)? (?:is at|starts at|(?:was |has been )?moved to)"
            r" \d{1,2}[:.]\d\d"
        ),
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
            r"(?:i|i've|i have) (?:now |finally )?decided to (?:do my (?:thesis|dissertation|phd"
            r"|internship|degree|masters?)|buy|sell|move|learn|study|quit|stop|start|become"
            r"|switch|apply|adopt|give up|take up|retire)\b"
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
        (
            r"(?:my|our) (?:launch|deadline|release|wedding)(?:'s| is) (?:on|in|due|at)\b"
            rf"|(?:i(?:'m| am)|we(?:'re| are)) working on (?:project )?{_NAME}"
            r"|(?:i|we)(?:'ve| have)? switched from \w+ to \w+"
        ),
    ),
}
