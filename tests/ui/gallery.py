"""Draws the app's text widgets to build/gallery/, in light and dark: `python -m tests.ui.gallery`.

For looking at beside the drawings; the tests use its samples.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from app.wiring.environment import PROJECT
from app.wiring.kivy_setup import prepare_kivy

PICTURES = PROJECT / "build" / "gallery"

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
ANSWER = """On Monday you decided to move **billing** first and keep MySQL read-only for two weeks. \
So the first step is small:

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
    \"\"\"A very long line of code that does not fit into the width of a phone, not even nearly.\"\"\"
    return f"Grüße, {name} → 中文 😀"  # ┌─┐
```

    indented code
"""


def draw_all() -> None:
    from kivy.core.window import Window
    from kivy.uix.scrollview import ScrollView
    from kivy.uix.widget import Widget
    from kivymd.app import MDApp
    from kivymd.uix.boxlayout import MDBoxLayout
    from kivymd.uix.label import MDLabel

    from app.ui.theme.fonts import marked
    from app.ui.theme.palette import Appearance, dress
    from app.ui.widgets.message_row import AnswerRow, QuestionRow
    from app.ui.widgets.top_bar import TopBar

    def chat(*rows: Widget, subtitle: str = "General Assistant · gpt-5-mini") -> Widget:
        column = MDBoxLayout(orientation="vertical", adaptive_height=True, spacing=4)
        for row in rows:
            column.add_widget(row)
        scroll = ScrollView(do_scroll_x=False)
        scroll.add_widget(column)
        page = MDBoxLayout(orientation="vertical")
        page.add_widget(TopBar(title=CONVERSATION_TITLE, subtitle=subtitle))
        page.add_widget(scroll)
        return page

    def scripts() -> Widget:
        column = MDBoxLayout(orientation="vertical", adaptive_height=True, padding=16, spacing=4)
        for name, sample in SCRIPTS.items():
            column.add_widget(MDLabel(text=name, role="small", adaptive_height=True))
            column.add_widget(MDLabel(text=marked(sample), markup=True, adaptive_height=True))
        page = MDBoxLayout(orientation="vertical")
        page.add_widget(column)
        page.add_widget(Widget())
        return page

    def pages() -> Iterator[tuple[str, Callable[[], Widget]]]:
        yield (
            "chat",
            lambda: chat(
                QuestionRow(text=QUESTION),
                AnswerRow(text=ANSWER, memory_count=3),
                QuestionRow(text="Perfect. Remember that invoices are always in euros."),
                AnswerRow(text="Noted: invoices are always in euros."),
            ),
        )
        yield (
            "streaming",
            lambda: chat(
                QuestionRow(text="Plan Saturday, please. Rain is likely."),
                AnswerRow(text=GROWING, is_growing=True),
                subtitle="General Assistant · claude-sonnet",
            ),
        )
        yield "scripts", scripts
        yield "blocks", lambda: chat(AnswerRow(text=EVERY_BLOCK))

    class Gallery(MDApp):
        def build(self) -> Widget:
            dress(self.theme_cls, Appearance.LIGHT)
            self.root_box = MDBoxLayout()
            return self.root_box

    async def play(app: Gallery) -> None:
        running = asyncio.ensure_future(app.async_run(async_lib="asyncio"))
        await asyncio.sleep(0.5)
        for appearance in Appearance:
            dress(app.theme_cls, appearance)
            Window.clearcolor = app.theme_cls.surfaceColor
            for name, page in pages():
                app.root_box.clear_widgets()
                widget = page()
                app.root_box.add_widget(widget)
                await asyncio.sleep(0.8)
                _take_picture(Window, PICTURES / f"{name}-{appearance.value.lower()}.png")
                if name == "blocks":
                    widget.children[0].scroll_y = 0
                    await asyncio.sleep(0.4)
                    _take_picture(Window, PICTURES / f"blocks-end-{appearance.value.lower()}.png")
        app.stop()
        await running

    asyncio.run(play(Gallery()))


def _take_picture(window: object, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(window.screenshot(name=str(path.with_name(".picture.png")))).replace(path)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="oneclaw-gallery-") as home:
        prepare_kivy(Path(home), offscreen=True)
        draw_all()
    sys.stdout.write(f"Pictures are in {PICTURES.relative_to(PROJECT)}/.\n")
