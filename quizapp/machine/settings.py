"""Settings: the config file, the environment, and where things are kept."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from quizapp.errors import UserError
from quizapp.machine.home import expanded
from quizapp.text.ascii import Signs, draw_with
from quizapp.text.language import Language, asked_for, of_locale, speak, tr
from quizapp.text.opened import text_of
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path

Offer = Literal["offered", "declined"]
Preset = Literal["default", "vim", "arrows"]
AUTO = "auto"
"""The theme that is light or dark as the terminal is."""


MAX_BYTES = 1024 * 1024


class SettingsError(UserError):
    """The config file cannot be used; the message says where and why."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a learner may set in `config.toml`, with its default."""

    new_per_day: int = 10
    reviews_per_day: int = 100
    retention: float = 0.9
    max_interval: int = 365
    easy_days: tuple[float, ...] = (1.0,) * 7
    """How much of what a usual day has is to fall due, from 0 to 1, by weekday from Monday on."""
    rollover_hour: int = 4
    language: Language = field(default_factory=of_locale)
    theme: str = AUTO
    signs: Signs = "auto"
    """Whether frames, bars and charts are drawn in ASCII."""
    placement: Offer = "offered"
    """Whether home offers it to whoever has answered nothing yet."""
    sync: str = ""
    """The folder that `quiz sync` exchanges answers with."""
    runner_command: tuple[str, ...] | None = None
    """What to start as the runner, on this machine or another, in place of this Python's own."""
    key_preset: Preset = "default"
    """By which keys one moves, where `keys` says nothing else."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys of acts of the app that are not as usual, by the acts' ids."""


LIMITS: dict[str, tuple[float, float]] = {
    "new_per_day": (0, 9999),
    "reviews_per_day": (0, 9999),
    "retention": (0.7, 0.97),
    "max_interval": (1, 36500),
    "rollover_hour": (0, 23),
}
CHOICES = {
    "keys.preset": get_args(Preset),
    "language": get_args(Language),
    "placement": get_args(Offer),
    "signs": get_args(Signs),
}
EASY_DAYS = {
    f"easy_days.{day}": number
    for number, day in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}
"""The keys of weekdays in the config file, each with its number."""

KEYS = "keys."
"""What the key of an act's id begins with in the config file."""

EXAMPLE_COMMAND = '["ssh", "gpu-box", "python3", "-P", "-m", "runner"]'


@dataclass(frozen=True)
class Places:
    """Where things are kept."""

    config: Path
    data: Path
    cache: Path

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def database(self) -> Path:
        return self.data / "quiz.db"

    @property
    def decks(self) -> Path:
        """The learner's own decks."""
        return self.data / "decks"

    @property
    def added_decks(self) -> Path:
        """Decks from elsewhere."""
        return self.data / "added"

    @property
    def trusted_decks(self) -> Path:
        """Which decks the learner trusts."""
        return self.data / "trusted-decks.json"


def places() -> Places:
    """All under `$QUIZ_HOME` where that is set, else where the platform keeps such things.

    Raises UserError where the user's home is not known.
    """
    if home := os.environ.get("QUIZ_HOME"):
        root = expanded(home).absolute()
        return Places(config=root, data=root, cache=root / "cache")
    import platformdirs

    try:
        return Places(
            config=platformdirs.user_config_path("quiz", appauthor=False),
            data=platformdirs.user_data_path("quiz", appauthor=False),
            cache=platformdirs.user_cache_path("quiz", appauthor=False),
        )
    except RuntimeError as error:
        raise UserError(tr("your home is not known: set HOME or QUIZ_HOME")) from error


def load_settings(path: Path) -> Settings:
    """The settings in a config file; the defaults where there is none.

    Raises SettingsError for a file that cannot be read, is not TOML, or holds a key or a
    value that means nothing.
    """
    try:
        text = text_of(path, MAX_BYTES)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(
            tr("{path}: cannot be read: {error}", path=path, error=reason(error))
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"{visible_path(path)}: {tr('not UTF-8 text; save it as UTF-8')}"
        ) from error
    import tomllib

    try:
        values = list(_flat(tomllib.loads(text)))
    except ValueError as error:  # TOMLDecodeError is one; a number of too many digits another
        raise SettingsError(
            tr("{path}: not valid TOML: {error}", path=path, error=error)
        ) from error
    except RecursionError as error:
        raise SettingsError(tr("{path}: nested too deep", path=path)) from error
    fields_by_key = setting_keys()
    chosen: dict[str, Any] = {}
    easy_days = list(Settings.easy_days)
    keys: dict[str, tuple[str, ...]] = {}
    for key, value in values:
        if wrong := complaint(key, value):
            raise SettingsError(f"{_place(path, key, text)}: {wrong}")
        if key.startswith(KEYS) and key not in fields_by_key:
            keys[key.removeprefix(KEYS)] = (value,) if isinstance(value, str) else tuple(value)
        elif key in EASY_DAYS:
            easy_days[EASY_DAYS[key]] = float(value)
        else:
            chosen[fields_by_key[key]] = tuple(value) if isinstance(value, list) else value
    return Settings(**chosen | {"easy_days": tuple(easy_days), "keys": keys})


def place_of(path: Path, key: str) -> str:
    """Where a setting stands: the config file, and its line as far as that can be told."""
    try:
        return _place(path, key, text_of(path, MAX_BYTES))
    except (OSError, UnicodeDecodeError):
        return visible_path(path)


def _place(path: Path, key: str, text: str) -> str:
    line = _line_of(key, text)
    told = visible_path(path)
    return f"{told}:{line}" if line else told


def speak_as_set() -> None:
    """Speak the language that was asked for, or is set, or that of the locale; draw as is set."""
    try:
        settings = load_settings(places().config_file)
    except UserError:  # which whoever needs the settings will tell of
        settings = Settings()
    speak(language_of(settings))
    draw_with(settings.signs)


def language_of(settings: Settings) -> Language:
    """The language that this run was asked for; else that which is set."""
    return asked_for() or settings.language


def setting_keys() -> dict[str, str]:
    """The key of each setting in the config file, with its field."""
    names = [field.name for field in fields(Settings)]
    names.remove("easy_days")
    names.remove("keys")
    written = {"runner_command": "runner.command", "key_preset": "keys.preset"}
    keys = {written.get(name, name): name for name in names}
    return keys | dict.fromkeys(EASY_DAYS, "easy_days")


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every value by its full key: `runner.command` for `command` in `[runner]`."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _line_of(key: str, text: str) -> int | None:
    """Where a setting stands in the file, as far as that can be told from how lines begin."""
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if heads := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            table = f"{heads[1]}."
        elif (named := re.match(r"\s*['\"]?([\w.-]+)['\"]?\s*=", line)) and key in (
            f"{table}{named[1]}",
            f"{table}{named[1]}.{key.rpartition('.')[2]}",  # in a table between braces
        ):
            return number
    return None


def complaint(key: str, value: Any) -> str | None:
    """What is wrong with one setting, if anything."""
    known = setting_keys()
    if key.startswith(KEYS) and key not in known:
        keys = [value] if isinstance(value, str) else value
        if not (isinstance(keys, list) and keys and all(map(_is_word, keys)) and all(keys)):
            return tr(
                '{key} must be a key such as "f2", or a list of keys, not {value}',
                key=key,
                value=_as_toml(value),
            )
    elif key not in known:
        return tr(
            "unknown setting '{key}'; there are {known}", key=key, known=", ".join(sorted(known))
        )
    elif key in LIMITS or key in EASY_DAYS:
        low, high = LIMITS.get(key, (0, 1))
        whole = key in LIMITS and isinstance(getattr(Settings, key), int)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or (whole and not isinstance(value, int)) or not low <= value <= high:
            kind = tr("a whole number") if whole else tr("a number")
            return tr(
                "{key} must be {kind} from {low} to {high}, not {value}",
                key=key,
                kind=kind,
                low=low,
                high=high,
                value=_as_toml(value),
            )
    elif key == "runner.command":
        if not (isinstance(value, list) and value and all(map(_is_word, value))):
            return tr(
                "{key} must be a list of words such as {example_command}, not {value}",
                key=key,
                example_command=EXAMPLE_COMMAND,
                value=_as_toml(value),
            )
    elif not isinstance(value, str):
        return tr("{key} must be text in quotes, not {value}", key=key, value=_as_toml(value))
    elif key in CHOICES and value not in CHOICES[key]:
        return tr(
            "{key} must be one of {choices}, not {value}",
            key=key,
            choices=", ".join(CHOICES[key]),
            value=_as_toml(value),
        )
    return None


def _as_toml(value: Any) -> str:
    """A value as the file has it, or could have it; a whole number without a point."""
    if isinstance(value, float):
        return f"{value:g}"
    import tomlkit  # 20 ms, and few settings are wrong

    return str(tomlkit.item(value).as_string())


def _is_word(value: Any) -> bool:
    """Whether a program can be given this as an argument."""
    return isinstance(value, str) and "\0" not in value
