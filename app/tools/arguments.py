"""Reads what a model wrote as the arguments of a call, and refuses what does not fit.

A JSON null is an absent argument, never the text "null". Must never turn text that is not JSON
into no arguments: the model would be told that it worked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, cast

from app.tools.parameters import ArgumentValue, Misfit, Parameter, WholeNumberParameter

LONGEST_JSON = 8_000_000
"""Characters: a file of the largest size, every character of it escaped."""

_LONGEST_NAME_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Arguments:
    """Checked arguments. Asking for one that the tool does not declare is a mistake of ours."""

    values: Mapping[str, ArgumentValue]

    def text(self, name: str) -> str:
        """A required text."""
        value = self.values[name]
        if not isinstance(value, str):
            raise TypeError(f"{name} is not a text")
        return value

    def text_or_none(self, name: str) -> str | None:
        return self.text(name) if name in self.values else None

    def whole_number(self, name: str) -> int:
        """The number, or the parameter's default."""
        value = self.values[name]
        if isinstance(value, str):
            raise TypeError(f"{name} is not a number")
        return value

    def flag(self, name: str) -> bool:
        return self.values.get(name) is True


@dataclass(frozen=True, slots=True)
class InvalidArguments:
    """`reason` tells the model everything that is wrong at once."""

    reason: str


def read_arguments(
    arguments_json: str, parameters: Sequence[Parameter]
) -> Arguments | InvalidArguments:
    given = _object(arguments_json)
    if isinstance(given, InvalidArguments):
        return given
    present = {name: value for name, value in given.items() if value is not None}
    problems = _unknown_names(given, parameters)
    values: dict[str, ArgumentValue] = {}
    for parameter in parameters:
        if parameter.name in present:
            match parameter.checked(present[parameter.name]):
                case Misfit(reason):
                    problems.append(f"{parameter.name} {reason}.")
                case value:
                    values[parameter.name] = value
        elif parameter.is_required:
            problems.append(f"{parameter.name} is missing.")
        elif isinstance(parameter, WholeNumberParameter):
            values[parameter.name] = parameter.default
    return InvalidArguments(" ".join(problems)) if problems else Arguments(values)


def _object(arguments_json: str) -> dict[str, object] | InvalidArguments:
    if not arguments_json.strip():
        # How several APIs write a call without arguments. Required ones are missed later.
        return {}
    if len(arguments_json) > LONGEST_JSON:
        return InvalidArguments(f"The arguments are longer than {LONGEST_JSON:,} characters.")
    try:
        given: object = json.loads(arguments_json, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return InvalidArguments("The arguments are not valid JSON. Send one JSON object.")
    if given is None:
        return {}
    if not isinstance(given, dict):
        return InvalidArguments("The arguments must be one JSON object.")
    return cast("dict[str, object]", given)


def _refuse_constant(name: str) -> NoReturn:
    """NaN and Infinity are Python's additions to JSON."""
    raise ValueError(name)


def _unknown_names(given: Mapping[str, object], parameters: Sequence[Parameter]) -> list[str]:
    known = [parameter.name for parameter in parameters]
    unknown = [name[:_LONGEST_NAME_SHOWN] for name in given if name not in known]
    if not unknown:
        return []
    allowed = ", ".join(known) or "no arguments"
    shown = ", ".join(unknown[:5])
    return [f"Unknown: {shown}. This tool takes {allowed}."]
