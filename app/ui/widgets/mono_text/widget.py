"""A label for technical text. Long texts are cut into several: a label has a tallest texture."""

from app.ui.theme.fonts import CODE_FONT, marked_code
from app.ui.widgets.markdown.block_values import Span
from app.ui.widgets.markdown.inline_spans import plain_text
from app.ui.widgets.markdown.rich_label import RichLabel
from app.ui.widgets.markdown.text_parts import span_parts

MOST_CHARACTERS = 1_200


class MonoText(RichLabel):
    colour_name = "onSurfaceVariantColor"
    font = CODE_FONT
    size_in_sp = 13
    line_spacing = 1.28

    def __init__(self, text: str) -> None:
        super().__init__(text=marked_code(text), size_hint=(1, None))


def mono_pieces(text: str) -> list[str]:
    return [plain_text(part) for part in span_parts((Span(text),), MOST_CHARACTERS)]
