import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.summarise.facts import Fact, FactCategory
from app.memory.summarise.summary_reply import (
    LONGEST_BULLET,
    MOST_BULLETS,
    MOST_FACTS,
    SummaryReply,
    parse_reply,
)

BOAT = SummaryReply("- Bought a boat.\n- Named it Ida.", (Fact("Owns a boat."),))
PLAIN = "## Daily Summary\n- Bought a boat.\n- Named it Ida.\n\n## Long-term Facts\n- Owns a boat."


def named(summary: str, facts: str) -> str:
    return f"{summary}\n- Bought a boat.\n- Named it Ida.\n\n{facts}\n- Owns a boat."


@pytest.mark.parametrize(
    "reply",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("## ", "### "),
        PLAIN.replace("- B", "1. B").replace("- N", "2) N").replace("- O", "* O"),
        PLAIN.replace("- Bought", "### Topics\n- Bought").replace("- Named", "### Tasks\n- Named"),
        PLAIN.replace("- Named it Ida.", "- Named it Ida.\n\n---"),
        PLAIN.replace("- Named it Ida.", "- Named it\n  Ida."),
        f"```markdown\n{PLAIN}\n```",
        f"Sure! Here is what you asked for:\n\n{PLAIN}\n\nLet me know if you need anything else.",
        f"<think>\n## Daily Summary\n- wrong\n</think>\n{PLAIN}",
        named("## DAILY SUMMARY", "## long-TERM facts"),
        named("**Daily Summary**", "**Long-term Facts:**"),
        named("Daily Summary", "Long-term Facts:"),
        named("1. **Daily Summary**", "2. **Long-term Facts**"),
        named("# Daily Summary (2026-02-28)", "# Facts"),
        named("## 📅 Daily Summary", "## 🧠 Long term facts"),
        named("## Tageszusammenfassung", "## Langfristige Fakten"),
        named("## Resumen diario", "## Hechos a largo plazo"),
        named("## Résumé du jour", "## Faits à long terme"),
        named("## Riepilogo giornaliero", "## Fatti a lungo termine"),
        named("## Resumo diário", "## Fatos de longo prazo"),
        named("**Ежедневная сводка**", "**Долгосрочные факты**"),
        named("每日总结：", "长期事实："),
        named("## 今日のまとめ", "## 長期的な事実"),
        named("## 일일 요약", "## 장기 기억"),
        named("## الملخص اليومي", "## حقائق طويلة المدى"),
    ],
)
def test_the_same_reply_in_another_dress_reads_the_same(reply: str):
    assert parse_reply(reply) == BOAT


@pytest.mark.parametrize(
    "nothing",
    [
        "None",
        "None.",
        "- None",
        "* none",
        "**None**",
        "N/A",
        "- None at this time.",
        "(none)",
        "_None_",
        "No long-term facts",
        "Keine",
        "Ninguno",
        "Aucun",
        "无",
        "なし",
        "Нет",
        "없음",
        "لا يوجد",
        "",
    ],
)
def test_none_in_every_spelling_is_no_fact(nothing: str):
    reply = parse_reply(f"## Daily Summary\n- Bought a boat.\n\n## Long-term Facts\n{nothing}")
    assert reply == SummaryReply("- Bought a boat.", ())


def test_none_behind_the_heading_is_no_fact():
    assert parse_reply("**Summary:** Bought a boat.\n**Facts:** None").facts == ()


def test_without_any_section_the_whole_reply_is_the_summary():
    assert parse_reply("Bought a boat.\nNamed it Ida.").summary == BOAT.summary
    assert parse_reply("- Bought a boat.\n- Named it Ida.").facts == ()


def test_a_missing_section_is_empty():
    assert parse_reply("## Daily Summary\n- Bought a boat.").facts == ()
    assert parse_reply("## Long-term Facts\n- Owns a boat.") == SummaryReply("", BOAT.facts)


def test_bullets_before_the_facts_are_the_summary_when_it_has_no_heading():
    reply = parse_reply("- Bought a boat.\n- Named it Ida.\n## Long-term Facts\n- Owns a boat.")
    assert reply == BOAT


@pytest.mark.parametrize(
    "line",
    [
        "- [preferences] Likes tea.",
        "- Preferences: Likes tea.",
        "- **Preferences:** Likes tea.",
        "### Preferences\n- Likes tea.",
        "**Preferences**\n- Likes tea.",
        "- (Preference) Likes tea.",
    ],
)
def test_a_fact_may_say_its_category(line: str):
    (fact,) = parse_reply(f"## Long-term Facts\n{line}").facts
    assert fact == Fact("Likes tea.", FactCategory.PREFERENCES)


def test_a_colon_in_a_fact_is_not_a_category():
    (fact,) = parse_reply("## Long-term Facts\n- Address: Seestrasse 12").facts
    assert fact == Fact("Address: Seestrasse 12")


def test_a_section_after_the_facts_is_no_fact():
    reply = parse_reply(f"{PLAIN}\n\n## Open questions\n- Who paints it?")
    assert reply.facts == BOAT.facts
    assert reply.summary.endswith("- Who paints it?")


def test_a_model_that_repeats_itself_does_not_fill_the_log():
    reply = parse_reply("## Daily Summary\n" + "- Again.\n" * 500)
    assert reply.summary == "- Again."


def test_a_reply_has_limits():
    bullets = "\n".join(f"- Bullet {n} {'x' * 2_000}" for n in range(200))
    reply = parse_reply(f"## Daily Summary\n{bullets}\n## Long-term Facts\n{bullets}")
    assert len(reply.summary.splitlines()) == MOST_BULLETS
    assert len(reply.facts) == MOST_FACTS
    assert all(len(line) <= LONGEST_BULLET + 3 for line in reply.summary.splitlines())


def test_thinking_that_never_ends_leaves_nothing():
    assert parse_reply("<think>\nstill thinking about ## Daily Summary") == SummaryReply("", ())


@settings(max_examples=100)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=40),
            st.sampled_from(
                [
                    "## Daily Summary",
                    "**Long-term Facts:**",
                    "- None",
                    "```",
                    "### Notes",
                    "- a",
                    "---",
                ]
            ),
        ),
        max_size=12,
    )
)
def test_any_reply_gives_bullets_or_nothing(lines: list[str]):
    reply = parse_reply("\n".join(lines))
    for line in reply.summary.split("\n") if reply.summary else []:
        assert line.startswith("- ")
        assert line[2:].strip()
    assert all(fact.text and "\n" not in fact.text for fact in reply.facts)
