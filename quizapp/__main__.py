"""Where `quiz` starts: `python -m quizapp` is the same."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run `quiz`, which may be interrupted at any moment."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.stderr.write("\n")  # the terminal has written ^C
        sys.exit(130)


def _run() -> None:
    """Run the command line; the bare app does without it, for the sake of the first paint."""
    if len(sys.argv) > 1 or "_QUIZ_COMPLETE" in os.environ:  # what a completion script sets
        from quizapp.cli.main import main as command_line

        command_line(prog_name="quiz")
    # Little of what a start allocates is garbage: the app collects once it has been painted.
    gc.disable()
    from quizapp.commands.app import open_app
    from quizapp.errors import UserError
    from quizapp.machine.settings import speak_as_set

    speak_as_set()
    try:
        sys.exit(open_app())
    except UserError as error:
        from quizapp.text.visible import visible

        sys.stderr.write(f"quiz: {visible(str(error))}\n")
        sys.exit(2)
    except OSError as error:
        from quizapp.text.reasons import reason
        from quizapp.text.visible import visible_path

        place = f"{visible_path(error.filename)}: " if error.filename else ""
        sys.stderr.write(f"quiz: {place}{reason(error)}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
