"""What the app changes of the settings, written into the learner's own config file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quizapp.machine.safekeeping import held, write_at_once
from quizapp.machine.settings import SettingsError, complaint, load_settings
from quizapp.text.language import tr
from quizapp.text.reasons import reason

Value = str | int | float | Sequence[str]

LONE_LF, LONE_CR = re.compile(r"(?<!\r)\n"), re.compile(r"\r(?!\n)")


def remember(path: Path, key: str, value: Value | None) -> None:
    """Set one setting, or with None have it as usual again; comments and all else stay.

    Raises SettingsError where the file cannot be used or written, or the value means nothing;
    it is left alone then.
    """
    load_settings(path)
    if value is not None and (wrong := complaint(key, value)):
        raise SettingsError(wrong)
    file = path.resolve()  # it may be a link to where somebody keeps all such files
    try:
        with held(file):
            _write(file, key, value)
    except OSError as error:
        raise SettingsError(
            tr("{path}: cannot be written: {strerror}", path=path, strerror=reason(error))
        ) from error


def _write(file: Path, key: str, value: Value | None) -> None:
    import tomlkit  # 20 ms, and few sittings change a setting

    try:
        before = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
        before = LONE_CR.sub("\n", before)  # which ends a line where the file is loaded
        document = tomlkit.parse(before)
    except ValueError as error:  # the file may have changed since it was loaded
        raise SettingsError(
            tr("{path}: not valid TOML: {error}", path=file, error=error)
        ) from error
    table, name = _innermost(document, key)
    if table is document and "." in name:
        step, name = name.split(".", 1)
        table = table.setdefault(step, tomlkit.table())
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value
    mode = file.stat().st_mode if file.exists() else None
    after = tomlkit.dumps(document)
    if "\r\n" in before and not LONE_LF.search(before):
        after = LONE_LF.sub("\r\n", after)
    write_at_once(file, after.encode())
    if mode is not None:
        file.chmod(mode)


def _innermost(table: Any, key: str) -> tuple[Any, str]:
    """The innermost table there is for a setting, and what names it there."""
    for step in table:
        if key.startswith(f"{step}.") and isinstance(table[step], dict):
            return _innermost(table[step], key.removeprefix(f"{step}."))
    return table, key
