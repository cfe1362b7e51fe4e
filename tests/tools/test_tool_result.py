from app.contracts.model_provider import ToolCall
from app.tools.tool import ToolErrorCode, ToolFailure, ToolSuccess
from app.tools.tool_result import LONGEST_RESULT, ToolResult

CALL = ToolCall("c1", "read_file", "{}")


def test_a_result_of_exactly_30_000_characters_is_whole():
    text = "é" * LONGEST_RESULT
    assert ToolResult(CALL, ToolSuccess(text)).text == text


def test_a_longer_result_is_cut_at_30_000_characters_with_a_marker():
    text = ToolResult(CALL, ToolSuccess("a" * 30_000 + "b" * 1_234)).text
    assert text == "a" * 30_000 + "\n[cut here: 1,234 more characters]"


def test_a_failure_begins_with_its_code():
    result = ToolResult(CALL, ToolFailure(ToolErrorCode.NOT_FOUND, "There is no such file."))
    assert result.text == "not_found: There is no such file."
    assert result.is_error


def test_half_a_surrogate_pair_does_not_travel_back_to_the_model():
    assert ToolResult(CALL, ToolSuccess("half \ud83d here 🚀")).text == "half ? here 🚀"
