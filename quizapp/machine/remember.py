"""What the app changes of the settings, written into the learner's own config file."""

from __future__ import annotations

from pathlib import Path

from quizapp.machine.safekeeping import write_at_once
from quizapp.machine.settings import SettingsError, load_settings
from quizapp.text.language import tr


def remember(path: Path, key: str, value: str) -> None:
    """Set one setting; all else that stands in the file, comments too, stays as it is.

    Raises SettingsError where the file cannot be used or written; it is left alone then.
    """
    load_settings(path)
    import tomlkit  # 20 ms, and few sittings change a setting

    file = path.resolve()  # it may be a link to where somebody keeps all such files
    try:
        document = tomlkit.parse(file.read_bytes() if file.exists() else b"")
        document[key] = value
        mode = file.stat().st_mode if file.exists() else None
        write_at_once(file, tomlkit.dumps(document).encode())
        if mode is not None:
            file.chmod(mode)
    except OSError as error:
        raise SettingsError(
            tr("{path}: cannot be written: {strerror}", path=path, strerror=error.strerror)
        ) from error
