"""The names models give the two sections of a summary, in the languages they answer in.

Asked for `## Daily Summary`, a model may write `**Resumen diario:**` or `1) 每日总结`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

_SUMMARY = """
daily summary | summary | today's summary | summary of the day | conversation summary | day summary
tageszusammenfassung | tägliche zusammenfassung | zusammenfassung
resumen diario | resumen del día | resumen
résumé quotidien | résumé du jour | résumé journalier | résumé | synthèse
riepilogo giornaliero | riassunto giornaliero | riepilogo | riassunto
resumo diário | resumo do dia | resumo
dagelijkse samenvatting | dagsamenvatting | samenvatting
podsumowanie dnia | podsumowanie | daglig sammanfattning | sammanfattning | dagligt resumé
günlük özet | özet | ringkasan harian | tóm tắt hằng ngày | tóm tắt hàng ngày | tóm tắt
ежедневная сводка | ежедневное резюме | сводка дня | итоги дня | сводка | резюме
краткое содержание
щоденний підсумок | підсумок дня
每日总结 | 每日摘要 | 今日总结 | 今日摘要 | 日常总结 | 总结 | 摘要 | 每日總結 | 今日總結 | 總結
日次サマリー | デイリーサマリー | 今日のまとめ | 一日のまとめ
一日の要約 | 毎日の要約 | 本日の要約 | 要約 | まとめ
일일 요약 | 오늘의 요약 | 하루 요약 | 요약
الملخص اليومي | ملخص اليوم | ملخص يومي | الملخص | ملخص
סיכום יומי | दैनिक सारांश | सारांश | สรุปประจำวัน | สรุป
"""
_FACTS = """
long-term facts | long term facts | longterm facts | long-term memory | long-term memories
lasting facts | key facts | facts to remember | facts
langfristige fakten | langzeitfakten | langzeit-fakten | dauerhafte fakten | fakten
hechos a largo plazo | datos a largo plazo | hechos duraderos | hechos
faits à long terme | faits durables | faits à retenir | faits
fatti a lungo termine | fatti duraturi | fatti
fatos de longo prazo | factos de longo prazo | factos a longo prazo | fatos
langetermijnfeiten | feiten voor de lange termijn | feiten
fakty długoterminowe | trwałe fakty | långsiktiga fakta | langsigtede fakta
uzun vadeli bilgiler | uzun vadeli gerçekler | fakta jangka panjang | sự thật dài hạn
долгосрочные факты | долговременные факты | факты | довгострокові факти
长期事实 | 长期记忆 | 长期信息 | 長期事實 | 長期記憶 | 长期要点
長期的な事実 | 長期的事実 | 長期の事実 | 長期ファクト
장기 사실 | 장기 기억 | 장기적 사실 | 장기적인 사실
حقائق طويلة المدى | حقائق طويلة الأمد | الحقائق طويلة المدى | الحقائق طويلة الأمد
עובדות לטווח ארוך | दीर्घकालिक तथ्य | ข้อเท็จจริงระยะยาว
"""
_NOTHING = re.compile(
    r"(?:none|n/?a|nil|nothing|empty|no (?:new |lasting |long[- ]term |notable "
    r"|relevant )*(?:facts?"
    r"|information|items?|entries|memories)|nothing (?:new|notable|to (?:report|add|note"
    r"|remember|save))"
    r"|keine?(?: (?:neuen? )?(?:langfristigen )?fakten)?|nichts|ningun[oa]|nada|aucune?|rien|néant"
    r"|nessun[oa]?|niente|nenhum[a]?|geen|brak|inga|yok|нет|отсутствуют|ничего|немає"
    r"|无|没有|暂无|無|沒有|なし|特になし|ありません|없음|해당 없음|لا يوجد|لا شيء|אין|कोई नहीं"
    r"|ไม่มี)"
    r"(?:\s+(?:at this time|identified|found|yet|so far|noted|detected|mentioned|applicable"
    r"|to report))*",
    re.IGNORECASE,
)
_DECORATION = " \t#*_`~:：.。!()（）[]【】《》「」<>\"'“”-–—=•"
_NUMBERING = re.compile(r"\A\s*(?:\(?\d{1,2}[.):、]|[IVX]{1,4}\.|[一二三四五][、.])\s*")
_PICTURES = re.compile("[\U0001f000-\U0001faff\u2190-\u2bff\ufe0f\u200d]+")


class Section(StrEnum):
    SUMMARY = "summary"
    FACTS = "facts"


def _names(listed: str) -> tuple[str, ...]:
    names = [name.strip() for line in listed.strip().split("\n") for name in line.split("|")]
    return tuple(sorted(names, key=len, reverse=True))


_BY_SECTION = {Section.FACTS: _names(_FACTS), Section.SUMMARY: _names(_SUMMARY)}


@dataclass(frozen=True, slots=True)
class NamedSection:
    """`is_exact`: the text is the name and nothing else, a date behind it aside."""

    section: Section
    is_exact: bool


def section_named(heading: str) -> NamedSection | None:
    """The section a heading means; None for any other heading."""
    text = _bare(heading).replace("’", "'")
    for section, names in _BY_SECTION.items():
        for name in names:
            if text == name:
                return NamedSection(section, is_exact=True)
            if text.startswith(name) and not text[len(name)].isalpha():
                rest = text[len(name) :].strip(_DECORATION + "0123456789/,年月日")
                return NamedSection(section, is_exact=not rest)
    return None


def says_nothing(line: str) -> bool:
    """True for `None`, `- None.`, `**N/A**`, `无` and their like."""
    bare = _bare(line)
    return not bare or bool(_NOTHING.fullmatch(bare))


def _bare(text: str) -> str:
    plain = _NUMBERING.sub("", _PICTURES.sub(" ", text).strip(_DECORATION))
    return " ".join(plain.strip(_DECORATION).casefold().split())
