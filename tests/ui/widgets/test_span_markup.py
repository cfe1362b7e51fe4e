"""Spans as Kivy markup."""

from app.ui.theme.text_runs import escaped
from app.ui.widgets.markdown.block_values import Span, Style
from app.ui.widgets.markdown.span_markup import Look, mark_spans

LOOK = Look("#123456", "Mono", escaped, lambda code: escaped(code).upper())


def test_styles_nest_and_text_is_escaped():
    spans = (Span("a [b] & "), Span("c", Style(is_bold=True, is_italic=True, is_struck=True)))
    assert mark_spans(spans, LOOK).markup == "a &bl;b&br; &amp; [s][i][b]c[/b][/i][/s]"


def test_code_has_its_own_font():
    assert mark_spans((Span("x", Style(is_code=True)),), LOOK).markup == "[font=Mono]X[/font]"


def test_links_are_named_by_number_whatever_their_address_holds():
    first, second = "https://a.org/]x[", "https://b.org"
    spans = (
        Span("a", Style(link=first)),
        Span("b", Style(link=second)),
        Span("c", Style(link=first)),
    )
    marked = mark_spans(spans, LOOK)
    assert marked.links == (first, second)
    assert marked.markup == (
        "[ref=0][color=#123456][u]a[/u][/color][/ref]"
        "[ref=1][color=#123456][u]b[/u][/color][/ref]"
        "[ref=0][color=#123456][u]c[/u][/color][/ref]"
    )
