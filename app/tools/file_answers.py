"""What the file tools share: the path parameter, and how refusals are worded."""

from app.contracts.errors import MemoryFileError, UnreadableFile, UnsafePath, WriteFailed
from app.memory.kept_files import LARGEST_FILE
from app.tools.parameters import TextParameter
from app.tools.tool import ToolErrorCode, ToolFailure

PATH = TextParameter(
    "path", "The file below files/, for example files/packing-list.md.", is_required=True
)


def file_failure(error: MemoryFileError) -> ToolFailure:
    match error:
        case UnsafePath():
            code = ToolErrorCode.SECURITY_ERROR
        case WriteFailed():
            code = ToolErrorCode.WRITE_FAILED
        case UnreadableFile():
            code = ToolErrorCode.VALIDATION_ERROR
        case _:
            code = ToolErrorCode.EXECUTION_ERROR
    return ToolFailure(code, error.sentence)


def missing(path: str) -> ToolFailure:
    return ToolFailure(
        ToolErrorCode.NOT_FOUND, f"There is no file {path}. list_files shows what there is."
    )


def too_large(path: str, size: int) -> ToolFailure:
    return ToolFailure(
        ToolErrorCode.VALIDATION_ERROR,
        f"{path} has {size:,} bytes; at most {LARGEST_FILE:,} are possible.",
    )


def changed_meanwhile(path: str) -> ToolFailure:
    return ToolFailure(
        ToolErrorCode.WRITE_FAILED,
        f"Another program is changing {path}; nothing was done. Try again.",
    )
