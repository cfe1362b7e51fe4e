"""Markdown as block widgets: `view.MarkdownView` draws. What parses and splits knows no Kivy."""
