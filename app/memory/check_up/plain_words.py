"""A check-up report for a person to read: what is well on one line, what is not on the next."""

from collections.abc import Iterator

from app.memory.check_up.findings import AreaReport, CheckUpReport

_MOST_LINES = 20


def report_lines(report: CheckUpReport) -> Iterator[str]:
    width = max(len(part.area) for part in report.areas)
    for part in report.areas:
        yield from _area_lines(part, width)
    yield ""
    yield verdict(report)


def verdict(report: CheckUpReport) -> str:
    count = len(report.findings)
    if not count:
        return "All is well."
    found = (
        "1 thing is not as it should be."
        if count == 1
        else f"{count} things are not as they should be."
    )
    if not any(finding.is_mendable for finding in report.findings):
        return f"{found} Only you can change that: memory files are never touched."
    return f"{found} A repair mends what is derived and never touches a memory file."


def _area_lines(part: AreaReport, width: int) -> Iterator[str]:
    first, *others = part.notes or ("",)
    yield f"{part.area:<{width}}  {first}".rstrip()
    indent = " " * (width + 2)
    yield from (f"{indent}{note}" for note in others)
    for finding in part.findings[:_MOST_LINES]:
        yield f"{indent}! {finding.sentence}"
    if len(part.findings) > _MOST_LINES:
        yield f"{indent}! … and {len(part.findings) - _MOST_LINES} more of this kind."
