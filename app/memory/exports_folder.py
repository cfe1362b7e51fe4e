"""Where an export may be put: a new file below the exports folder, and nowhere else.

Must never give a place that exists, that is reached through a link, or that only looks as if it
were below the folder (`exports-evil`).
"""

from pathlib import Path

from app.contracts.errors import UnsafePath
from app.memory.plain_names import is_plain_name


def place_for_export(exports: Path, name: str, suffix: str) -> Path:
    """The new file `name` means. It may begin with the folder's own name, or be its whole path;
    `suffix` is added where it is missing. UnsafePath for everything else.
    """
    names = _names_below(exports, name.strip())
    if not names or not all(map(is_plain_name, names)):
        raise UnsafePath(
            f"Exports go below {exports.name}/ only, for example {exports.name}/memory{suffix}.",
            detail=repr(name[:200]),
        )
    if not names[-1].endswith(suffix):
        names[-1] += suffix
    place, is_taken = exports, _exists(exports)
    for part in names:
        place /= part
        is_taken = _exists(place)
    if is_taken:
        raise UnsafePath("A file of this name exists and is not replaced. Choose another name.")
    return place


def _names_below(exports: Path, name: str) -> list[str]:
    """By whole components: a common beginning of the text proves nothing."""
    names = name.split("/")
    whole = list(exports.parts)
    if name.startswith("/"):
        given = ["/", *names[1:]]
        return given[len(whole) :] if given[: len(whole)] == whole else []
    return names[1:] if names[0] == exports.name and len(names) > 1 else names


def _exists(place: Path) -> bool:
    """Says so of everything but a link, which is refused wherever it leads."""
    try:
        if place.is_symlink():
            raise UnsafePath("A link stands where an export should go.", detail=str(place))
        return place.exists()
    except OSError as error:
        raise UnsafePath("That place cannot be looked at.", detail=str(error)) from error
