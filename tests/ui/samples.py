"""Texts that the gallery draws and the tests read: every script, every kind of block."""

SCRIPTS = {
    "English": "What should I remember?",
    "German": "Grüße aus Zürich, süß & groß [1]",
    "Greek": "Καλημέρα, τι κάνεις;",
    "Russian": "Привет, как дела?",
    "Chinese": "我们周六早上七点出发，去爬山。",
    "Chinese, traditional": "我們星期六早上七點出發，去爬山。",
    "Japanese": "土曜日の朝七時に出発します。カメラを忘れずに。",
    "Korean": "토요일 아침 일곱 시에 출발해요.",
    "Arabic": "مرحبا بالعالم",
    "Hebrew": "שלום עולם",
    "Thai": "สวัสดีครับ เจอกันวันเสาร์",
    "Vietnamese": "Tiếng Việt rất đẹp",
    "Emoji": "😀 👍🏽 ❤️ ✅ ☕ 🎉 1️⃣ 🇩🇪 👨‍👩‍👧",
    "Signs": "→ ← ↔ ⇒ ✓ ✗ ★ ≤ ≥ ∞ √ € ™ … – —",
    "Boxes": "┌─┬─┐ │ ├─┼─┤ └─┴─┘ ░▒▓█ ▲▼◆●",
}

CONVERSATION_TITLE = "Moving to PostgreSQL 16"
QUESTION = "Can you write the migration we planned on Monday?"
ANSWER = """On Monday you decided to move **billing** first and keep MySQL read-only for two \
weeks. So the first step is small:

```sql
CREATE SCHEMA billing;
CREATE TABLE billing.invoice (
  id      bigint PRIMARY KEY,
  total   numeric(12,2) NOT NULL,
  paid_at timestamptz
);
```

- Run it with **pgloader**, which you preferred over dumps.
- Lena checks the totals before Friday.
"""
GROWING = """Since you wanted to see the **Kunsthaus** and your train arrives at 08:56:

| Time | What | Dry? |
|---|---|---|
| 09:15 | Breakfast at the station | yes |
| 10:30 | Kunsthaus, new wing first | yes |
| 14:00 | Tram 6 to the zoo hall | mostly |

In the evening, the small **cinema near the river sho"""
EVERY_BLOCK = """# Heading one with `code`
## Heading two
### Heading three
#### Heading four

A paragraph with **bold**, *italic*, ***both***, ~~struck~~, `code` and [a link](https://example.org).
A second line, and https://example.org/bare too. <b>HTML</b> is text. ![A picture of Ana](ana.png)

1. First
2. Second
   - nested *bullet*
     - deeper
       1. and numbered
   - with 中文 and 😀
10. Tenth

- [x] Done
- [ ] Not done

> A quotation
> with **two** lines
>
> - and a list
>
> > and one inside

| Left | Centre | Right | A very long heading that needs room | Another column |
|:---|:---:|---:|---|---|
| a | b | 1 | some words that are long enough to be wrapped in their column | x |
| `code` | **bold** | 22 | 中文 → 😀 | y |

---

```python
def greet(name: str) -> str:
    \"\"\"A very long line of code that does not fit into the width of a phone, not nearly.\"\"\"
    return f"Grüße, {name} → 中文 😀"  # ┌─┐
```

    indented code
"""

MANY_SCRIPTS = """Please use Python 编写一个脚本，把账单数据库迁移到 **PostgreSQL 16**，\
然后检查总数。这样就可以了。

日本語の段落も、句読点が行の先頭に来ないように折り返されます。**太字**も`code`も使えます。

هذه فقرة **طويلة** باللغة العربية تمتد على أكثر من سطر واحد حتى نرى أن الأسطر \
مرتبة من الأعلى إلى الأسفل (كما يجب) في عام 2026.

זו פסקה ארוכה בעברית עם מילים באנגלית כמו PostgreSQL 16 ועם מספרים 12:30, והיא נשברת לכמה שורות.

- 한국어 목록 항목입니다. 줄이 길어지면 단어 사이에서 줄이 바뀝니다.
- Ελληνικά, русский, tiếng Việt, ไทย → ✓ 😀

| 名前 | السعر | 備考 |
|---|---|---|
| りんご | ١٢٠ | とても長い説明が入るとセルの中で折り返されます |
"""
