"""Which fragment of a streamed tool call belongs to which call, for servers of every habit.

OpenAI numbers its calls; others give every call the number 0, no number, no id, or repeat the
name in each fragment. Parallel calls are never merged and one call is never split.
"""

from collections.abc import Iterator

from app.contracts.model_provider import StreamEvent
from app.providers.drafts import NewCallId, ToolCallDraft, ToolCallDrafts
from app.providers.failure import Failure, broken
from app.providers.json_shapes import (
    JsonObject,
    NotJson,
    decoded_object,
    number_at,
    object_at,
    text_at,
    written,
)


class OpenAIToolCalls:
    def __init__(self, make_id: NewCallId) -> None:
        self._drafts = ToolCallDrafts(make_id)
        self._by_number: dict[int, ToolCallDraft] = {}
        self._latest: ToolCallDraft | None = None

    def __bool__(self) -> bool:
        return bool(self._drafts)

    def read(self, fragment: JsonObject) -> Iterator[StreamEvent]:
        function = object_at(fragment, "function")
        name = text_at(function, "name")
        draft = self._draft_for(number_at(fragment, "index"), text_at(fragment, "id"), name)
        self._latest = draft
        yield from draft.give_name(name)
        yield from draft.add(_arguments_text(function))

    def end(self, who: str) -> Iterator[StreamEvent | Failure]:
        for draft in self._drafts:
            if not draft.name:
                yield broken(f"{who} asked for a tool without naming it.")
                return
            yield from draft.end()

    def _draft_for(self, number: int | None, given_id: str, name: str) -> ToolCallDraft:
        current = self._current(number, given_id)
        if current is not None and not _begins_another(current, given_id, name):
            return current
        draft = self._drafts.open(given_id)
        if number is not None:
            self._by_number[number] = draft
        return draft

    def _current(self, number: int | None, given_id: str) -> ToolCallDraft | None:
        if given_id:
            known = next((draft for draft in self._drafts if draft.given_id == given_id), None)
            # The same id under another number is another call with a careless id.
            if known is not None and number in (None, self._number_of(known)):
                return known
        return self._latest if number is None else self._by_number.get(number)

    def _number_of(self, draft: ToolCallDraft) -> int | None:
        return next((n for n, known in self._by_number.items() if known is draft), None)


def _begins_another(current: ToolCallDraft, given_id: str, name: str) -> bool:
    if given_id and given_id == current.given_id:
        return False
    if given_id and current.given_id:
        return True
    if not name or not current.name:
        return False
    return name != current.name or not isinstance(decoded_object(current.arguments), NotJson)


def _arguments_text(function: JsonObject) -> str:
    """The arguments as text; some servers send the object itself."""
    arguments = function.get("arguments")
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    return written(arguments)
