"""Words that carry a sentence and not its subject, in languages beside English.

Only for questions: what is stored keeps all its words, since a text's language is never guessed.
"""

from collections.abc import Collection, Sequence

from app.memory.text.stems import is_stop_word
from app.memory.text.words import fold

_GERMAN = """
der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber nicht
auch ich mich mir mein meine meinen meinem meiner du dich dir dein deine er ihn ihm sein seine
sie ihr ihre wir uns unser unsere es man sich ist sind war waren bin bist hat habe haben hatte
hatten hast wird werden wurde wurden kann konnte soll sollte muss will mag mochte wer wen wem
wessen was wann wo wohin woher warum wieso weshalb wie welche welcher welches welchen welchem
wieviel wofur womit woran worum wozu mit von zu zum zur im in am an auf aus bei beim nach vor
fur uber unter um durch gegen ohne als wenn dass ob denn doch noch schon nur mal heisst gibt gab
geht ging erklare sag
"""
_SPANISH = """
el la los las lo un una unos unas y e o u pero no si que quien quienes cual cuales cuanto cuanta
cuantos cuantas como cuando donde adonde por para porque de del al a en con sin sobre entre
hasta desde yo me mi mis mio mia tu te ti tus su sus se le les nos nuestro nuestra usted es son
era eran fue fueron soy eres esta estan estaba estoy ser estar he ha has han habia hay hubo
tengo tiene tienes este esta estos estas ese esa eso muy mas ya tambien hace hizo explicame dime
puedo puede debo
"""
_FRENCH = """
le la les un une des du de d l et ou mais ne pas que qui quoi quel quelle quels quelles quand
comment pourquoi combien je j me m moi mon ma mes tu te t toi ton ta tes il elle on nous vous
ils elles son sa ses notre nos votre vos leur leurs se s y en au aux a dans sur sous avec sans
pour par est sont etait etaient suis es ai as avons avez ont avait ete etre avoir fait ce cet
cette ces c qu n plus aussi deja peux peut dois explique dis
"""
_ITALIAN = """
il lo la i gli le un uno una e o ma non che chi cosa quale quali quanto quanta quanti quante
come quando dove perche io mi me mio mia miei mie tu ti te tuo tua tuoi tue lui lei si suo sua
ci noi nostro nostra voi vostro loro di del della dei delle dello degli a al alla ai alle da dal
dalla in nel nella con su sul sulla per tra fra e sono era erano sei ho hai ha abbiamo hanno
aveva stato essere avere questo questa questi queste quello quella piu gia anche spiegami dimmi
posso devo
"""
_PORTUGUESE = """
o a os as um uma uns umas e ou mas nao que quem qual quais quanto quanta quantos quantas como
quando onde porque por para pelo pela de do da dos das em no na nos nas com sem sobre ate eu me
mim meu minha meus minhas tu te voce teu tua seu sua seus suas se ele ela eles elas nos nosso
nossa e sao era eram foi foram sou esta estao estava estou ser estar tenho tem tinha ha isso
isto este esta esse essa mais ja tambem fiz fez explique diga posso devo
"""
_DUTCH = """
de het een en of maar niet geen ik me mij mijn jij je jou jouw hij hem zijn zij haar wij we ons
onze jullie hun zich is was waren ben bent heeft heb hebben had hadden wordt worden werd kan kon
moet moest wil wie wat wanneer waar waarom hoe welke welk hoeveel waarmee met van voor naar uit
bij op aan in om over onder door tegen zonder als dat dit die deze er nog al ook wel leg vertel
"""
_RUSSIAN = """
кто кого кому кем ком чего чему чем чём какой какая какое какие какого каким какую каких где
куда откуда когда почему зачем сколько который которая которое которые мой моя мое мои моего
моей мою моем твой твоя мне меня мной тебе тебя нам нас наш наша вам это эта этот эти был были
была есть про для при под над объясни скажи расскажи
"""
_BY_LANGUAGE = {
    name: frozenset(fold(word) for word in words.split())
    for name, words in {
        "german": _GERMAN,
        "spanish": _SPANISH,
        "french": _FRENCH,
        "italian": _ITALIAN,
        "portuguese": _PORTUGUESE,
        "dutch": _DUTCH,
        "russian": _RUSSIAN,
    }.items()
}
_NOTHING: frozenset[str] = frozenset()


def language_of(words: Sequence[str]) -> str | None:
    """Of a question's folded words, where they are more at home in another language than English;
    None for English, and where nothing can be told.
    """
    counts = {name: sum(word in known for word in words) for name, known in _BY_LANGUAGE.items()}
    best = max(counts, key=counts.__getitem__)
    in_english = sum(is_stop_word(word) and word.isascii() for word in words)
    return best if counts[best] > in_english else None


def function_words_of(language: str | None) -> Collection[str]:
    return _BY_LANGUAGE.get(language or "", _NOTHING)
