"""`python -m quizapp` is `quiz`."""

from quizapp.cli import main

if __name__ == "__main__":
    main(prog_name="quiz")
