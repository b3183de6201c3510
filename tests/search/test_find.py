"""What a query finds, in a real library with a real log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizapp.library.loading import load_library
from quizapp.memory.acts.act import Act
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.search.catalogue import Catalogue
from quizapp.search.complete import completions
from quizapp.search.find import find
from quizapp.search.query import QueryError

TODAY = date(2026, 3, 9)
DECKS = {
    "views": """\
title: {en: All views, zh: 视图}
aliases: [slices]
ideas: {copies: A slice is a copy.}
cards:
  - id: slice
    prompt: 切片 or What?
    level: 1
    tags: [view, a, b]
    code: x = torch.ones(3)[1:]
    ask: {value: x}
    mistakes: [{value: 0, idea: copies, say: It is not.}]
  - {id: gap, prompt: p, level: 3, tags: ["a::deep"], code: "x = ____", solution: torch.zeros(2),
     tests: assert x is not None, wrong: ["1"]}
""",
    "words": """\
cards:
  - {id: first, was: [premier, gap], prompt: Why so?, back: Because of KeepDim., tags: [b]}
  - {id: second, prompt: p, back: "No (grad)."}
""",
}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    folder = tmp_path_factory.mktemp("decks")
    for topic, deck in DECKS.items():
        (folder / f"{topic}.yaml").write_text(f"topic: {topic}\n{deck}")
    library = load_library([folder], cache=None)
    assert not library.problems
    with ReviewLog.open(folder / "log.sqlite") as log:
        for number, (days_ago, card, rating) in enumerate(
            [(20, "views/slice", 3), (6, "views/gap", 1), (3, "views/slice", 4)]
        ):
            log.append(review(number, days_ago, card, rating))
        for number, (card, name, value) in enumerate(
            [
                ("words/first", "suspend", ""),
                ("words/second", "flag", ""),
                ("words/second", "note", "As in the Talk"),
            ]
        ):
            log.act(
                Act(id=f"a{number}", card=card, at=at(0), study_date=TODAY, name=name, value=value)
            )
        log.note_arrivals({"words/first", "views/gap"}, {}, TODAY)
        log.note_arrivals({"words/first", "views/slice"}, {}, TODAY - timedelta(3))
        log.note_arrivals(library.cards.keys(), {}, TODAY)
        yield Catalogue(
            *(library, log, TODAY),
            due=lambda: {"views/gap"},
            once_more=lambda: {"views/slice"},
            course=lambda: library.cards,
            drilled=lambda: library.cards,
        )


def at(days_ago: int) -> datetime:
    return datetime(2026, 3, 9, 12, tzinfo=UTC) - timedelta(days_ago)


def review(number: int, days_ago: int, card: str, rating: int) -> Review:
    return Review(
        id=f"r{number}",
        card=card,
        content_hash="0123456789abcdef",
        at=at(days_ago),
        study_date=TODAY - timedelta(days_ago),
        kind="review",
        rating=Rating(rating),
        proposed=Rating(rating),
        right=rating > 1,
    )


def found(query: str, catalogue: Catalogue) -> str:
    return " ".join(card.id.partition("/")[2] for card in find(query, catalogue))


FINDS = {
    "": "slice gap first second",
    "topic:slices": "slice gap",
    "topic:v*": "slice gap",
    'topic:"all Views"': "slice gap",
    "topic:视图": "slice gap",
    "topic:SLI* or topic:*图": "slice gap",
    "tag:view": "slice",
    "tag:a::deep": "gap",
    "tag:VI*": "slice",
    "tag:none*": "",
    "kind:write": "gap",
    "level:1": "slice",
    "idea:copies": "slice",
    "card:views/gap or card:FIRST": "gap first",
    "card:premier": "first",
    "card:words/PREMIER or card:slice": "slice first",
    "card:words/gap": "first",
    "card:gap": "gap",
    "card:prem*": "",
    "keepdim": "first",
    "torch.zeros": "gap",
    "切片": "slice",
    '"No (grad)"': "second",
    "is:new": "first second",
    "is:learning": "gap",
    "is:learnt": "slice",
    "is:due": "gap",
    "is:suspended": "first",
    "is:buried or is:known or is:leech": "",
    "is:flagged": "second",
    "is:noted": "second",
    "note:talk": "second",
    "prop:s>1": "slice",
    "prop:R<0.95 prop:r>=0": "gap",
    "prop:r>=0 or prop:r<1": "gap",  # the slice was just missed
    "prop:reviews=2": "slice",
    "prop:lapses!=0": "",
    "prop:reviews=0": "first second",
    "prop:Reviews<2": "gap first second",
    "prop:lapses=0 is:new": "first second",
    "prop:due<0": "gap",
    "prop:due=0": "slice",
    "prop:d>=1": "slice gap",
    "rated:4": "slice",
    "rated:3": "",
    "rated:7:1": "gap",
    "rated:7:4": "slice",
    "introduced:7": "gap",
    "added:1": "second",
    "added:4": "slice second",
    "added:21": "slice gap first second",
    "-topic:views -is:flagged": "first",
    "(level:3 or level:1) -tag:b": "gap",
    "level:3 or level:1 tag:b": "slice gap",
}


def test_a_query_finds_what_it_says(catalogue: Catalogue) -> None:
    assert {query: found(query, catalogue) for query in FINDS} == FINDS


WRONG = {
    "topic:vews": "unknown topic 'vews' (did you mean 'views'?); there are views, words",
    "is:old": "no state is 'old'; there are new, learning,",
    "is:": "a state is missing after the colon; there are new,",
    "kind:writ": "no kind is 'writ' (did you mean 'write'?)",
    "level:4": "no level is '4'; there are 1, 2, 3",
    "tag:veiw": "no tag is 'veiw' (did you mean 'view'?)",
    "idea:none-such": "no idea is 'none-such'; * stands for anything",
    "tag:": "a name is missing after the colon",
    "note:": "words are missing after the colon; is:noted finds every note",
    "prop:r": "a comparison is expected, such as r<0.8 s>30 d>7",
    "prop:r<90": "r is a chance from 0 to 1: 90% is 0.9",
    "prop:x<1": "no property is 'x'; there are r, s, d, due, reviews, lapses",
    "rated:0": "a number of days is expected, such as 7, from 1 to 36500",
    "rated:99999": "a number of days is expected",
    "rated:7:5": "no rating is '5'; there are 1, 2, 3, 4",
    "tagg:a": "there is no field 'tagg' (did you mean 'tag'?)",
    "flags:1": "there is no field 'flags'; there are topic, is, tag, ",
    "flag:1": "there is no field 'flag'; here it is is:flagged; words with a colon go",
    "deck:x": "there is no field 'deck'; here it is topic:; ",
    "is:learn": "'is:learn' is Anki's; here it is is:learning",
    "prop:ivl>=3": "'prop:ivl>=3' is Anki's; here it is prop:s",
    "tag:marked": "'tag:marked' is Anki's; here it is is:flagged",
}


def test_a_term_that_says_nothing_is_told_with_its_place(catalogue: Catalogue) -> None:
    for term, what in WRONG.items():
        with pytest.raises(QueryError) as raised:
            find(f"a -{term}", catalogue)
        assert str(raised.value).startswith(what)
        assert str(raised.value).endswith(f"\n  a -{term}\n     ^")


TREES = st.recursive(
    st.sampled_from(["tag:a", "tag:b", "is:new"]),
    lambda part: (
        part.map("-({})".format)
        | st.tuples(part, part).map("({0[0]}) ({0[1]})".format)
        | st.tuples(part, part).map("({0[0]}) or ({0[1]})".format)
    ),
    max_leaves=6,
)


@given(tree=TREES)
def test_not_and_or_are_those_of_logic(catalogue: Catalogue, tree: str) -> None:
    logic = tree.replace(") (", ") and (").replace("-(", "not (")
    for of in ("tag:a", "tag:b", "is:new"):
        logic = logic.replace(of, repr(of) + " in holds")
    holds = {
        "views/slice": {"tag:a", "tag:b"},
        "views/gap": {"tag:a"},
        "words/first": {"tag:b", "is:new"},
        "words/second": {"is:new"},
    }
    expected = [card for card in holds if eval(logic, {"holds": holds[card]})]
    assert [card.id for card in find(tree, catalogue)] == expected


def test_the_last_word_is_completed(catalogue: Catalogue) -> None:
    assert list(completions("t", catalogue)) == ["topic:", "tag:"]
    assert list(completions("-(is:s", catalogue)) == ["-(is:suspended"]
    assert list(completions("a topic:s", catalogue)) == ["a topic:slices"]
    assert list(completions("idea:", catalogue)) == ["idea:copies"]
    assert list(completions("is:new", catalogue)) == []
    assert list(completions("nothing:a", catalogue)) == []
    assert list(completions('"a t', catalogue)) == []
    assert list(completions('"a t"', catalogue)) == []
