"""What the system says when a file can't be used, for people: which one, and what is wrong with it."""

from pathlib import Path


def plain(error: BaseException) -> str:
    """The error in plain words; any other than the system's as it is."""
    if not isinstance(error, OSError) or error.filename is None or error.strerror is None:
        return str(error)
    path = Path(str(error.filename))
    match error:
        case FileNotFoundError() if path.parent.is_dir():
            said = "there is no such file"
        case FileNotFoundError():
            return f"{path}: there is no folder {path.parent}"
        case IsADirectoryError():
            said = "this is a folder, not a file"
        case NotADirectoryError():
            said = "a file stands where a folder must be"
        case FileExistsError():
            said = "something else of that name is there"
        case PermissionError():
            said = "you have no permission to use it"
        case _:
            said = error.strerror.lower()
    return f"{path}: {said}"
