"""The parameters of a tool: one value that is both the JSON schema and the check of an argument,
so that what the model is told and what is accepted cannot differ.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

ArgumentValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a value is no argument for its parameter; reads on after the parameter's name."""

    reason: str


@dataclass(frozen=True, slots=True)
class TextParameter:
    """`choices` are binding unless `takes_other_texts`."""

    name: str
    description: str
    is_required: bool = False
    choices: tuple[str, ...] = ()
    takes_other_texts: bool = False
    max_length: int | None = None

    def schema(self) -> dict[str, object]:
        schema: dict[str, object] = {"type": "string", "description": self.description}
        if self.choices:
            schema["enum"] = list(self.choices)
        if self.max_length is not None:
            schema["maxLength"] = self.max_length
        return schema

    def checked(self, value: object) -> ArgumentValue | Misfit:
        if not isinstance(value, str):
            return Misfit(f"must be a text, not {_kind_of(value)}")
        if self.max_length is not None and len(value) > self.max_length:
            return Misfit(
                f"may have at most {self.max_length:,} characters, but has {len(value):,}"
            )
        if self.choices and not self.takes_other_texts and value not in self.choices:
            return Misfit(f"must be one of: {', '.join(self.choices)}")
        return value


@dataclass(frozen=True, slots=True)
class WholeNumberParameter:
    name: str
    description: str
    minimum: int
    maximum: int
    default: int
    is_required: bool = False

    def schema(self) -> dict[str, object]:
        return {
            "type": "integer",
            "description": self.description,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "default": self.default,
        }

    def checked(self, value: object) -> ArgumentValue | Misfit:
        # JSON knows one kind of number: 10.0 is as whole as 10. A truth value is no number.
        if isinstance(value, bool) or not isinstance(value, int | float) or value % 1 != 0:
            return Misfit(f"must be a whole number, not {_kind_of(value)}")
        if not self.minimum <= value <= self.maximum:
            return Misfit(f"must be from {self.minimum} to {self.maximum}")
        return int(value)


@dataclass(frozen=True, slots=True)
class FlagParameter:
    name: str
    description: str
    is_required: bool = False

    def schema(self) -> dict[str, object]:
        return {"type": "boolean", "description": self.description}

    def checked(self, value: object) -> ArgumentValue | Misfit:
        if isinstance(value, bool):
            return value
        return Misfit(f"must be true or false, not {_kind_of(value)}")


Parameter = TextParameter | WholeNumberParameter | FlagParameter


def object_schema(parameters: Iterable[Parameter]) -> dict[str, object]:
    """The JSON schema of all arguments together."""
    parameters = tuple(parameters)
    return {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "required": [parameter.name for parameter in parameters if parameter.is_required],
        "additionalProperties": False,
    }


def _kind_of(value: object) -> str:
    match value:
        case bool():
            return "a truth value"
        case int() | float():
            return f"the number {str(cast('float', value))[:20]}"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
