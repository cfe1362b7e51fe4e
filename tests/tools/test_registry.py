import pytest

from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext
from tests.tools.simple_tools import SimpleTool


def test_descriptions_come_in_the_given_order():
    registry = ToolRegistry([SimpleTool("b"), SimpleTool("a")])
    assert [tool.name for tool in registry.descriptions(ToolContext("s1"))] == ["b", "a"]
    assert registry.names() == ("b", "a")


def test_a_tool_that_is_switched_off_is_neither_shown_nor_found_until_it_is_on_again():
    off = {"a"}
    registry = ToolRegistry([SimpleTool("a"), SimpleTool("b")], lambda: off)
    assert [tool.name for tool in registry.descriptions(ToolContext("s1"))] == ["b"]
    assert registry.find("a") is None
    assert registry.names() == ("a", "b")
    off.clear()
    assert registry.find("a") is not None


def test_a_private_session_is_offered_only_what_leaves_memory_alone():
    registry = ToolRegistry([SimpleTool("a"), SimpleTool("b", works_in_private=True)])
    private = ToolContext("s1", is_private=True)
    assert [tool.name for tool in registry.descriptions(private)] == ["b"]


def test_two_tools_of_one_name_are_a_mistake():
    with pytest.raises(ValueError, match="same name"):
        ToolRegistry([SimpleTool("a"), SimpleTool("a")])
