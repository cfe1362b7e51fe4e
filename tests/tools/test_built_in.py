import json

from app.tools.registry import ToolRegistry
from app.tools.tool import ToolContext
from tests.tools.conftest import Desk


def test_every_tool_of_the_specification_is_there(desk: Desk):
    assert set(desk.tools()) == {
        "save_memory",
        "update_memory",
        "search_history",
        "git_log",
        "git_show",
        "git_diff",
        "git_restore",
        "git_bundle",
        "write_file",
        "read_file",
        "list_files",
        "delete_file",
    }


def test_what_changes_anything_is_marked_as_a_writer(desk: Desk):
    writers = {name for name, tool in desk.tools().items() if tool.definition.writes}
    assert writers == {
        "save_memory",
        "update_memory",
        "git_restore",
        "git_bundle",
        "write_file",
        "delete_file",
    }


def test_descriptions_travel_as_json_and_every_parameter_is_explained(desk: Desk):
    registry = ToolRegistry(list(desk.tools().values()))
    for described in registry.descriptions(ToolContext("s1")):
        schema = json.loads(json.dumps(described.parameters))
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert described.description
        for parameter in schema["properties"].values():
            assert parameter["description"]
            assert parameter["type"] in {"string", "integer", "boolean"}
