"""Anki's packages, as Anki 26 wrote them in its new and its old format, and broken ones."""

from __future__ import annotations

import html
import signal
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from quizapp.anki.markdown import field_of
from quizapp.anki.package import AnkiNote, read_package
from quizapp.anki.recall import MOST_TEXT, PassedOver, Recall, by_id, deck_text, recall_cards
from quizapp.anki.tables import NotAPackage
from quizapp.anki.templates import Template
from quizapp.commands.import_cards import import_cards
from quizapp.deck.computed import as_written
from quizapp.deck.format.load import load, load_text
from quizapp.deck.format.markdown_slips import without_slips
from quizapp.deck.kinds.recall import RecallCard
from quizapp.errors import UserError
from quizapp.text.plain import plain_text

HERE = Path(__file__).parent
TAGS = ("torch",)


def cards(*fields: str) -> list[tuple[str, str]]:
    found, _ = recall_cards([AnkiNote("1", fields, TAGS)])
    return [(card.prompt, card.back) for card in found]


@pytest.mark.parametrize("name", ["of-a-new-anki.apkg", "of-an-old-anki.apkg"])
def test_basic_and_cloze_notes_of_every_format_become_recall_cards(name: str) -> None:
    found, empty = recall_cards(read_package(HERE / name))
    assert empty == PassedOver()
    assert [(card.prompt, card.back) for card in found] == [
        ("What is **2 + 2**?", "4\n\nfour"),
        ("[…] then step", "zero_grad\n\norder"),
        ("zero_grad then [verb]", "step\n\norder"),
    ]


def test_one_number_may_hide_several_places() -> None:
    assert cards("{{c1::a}} and {{c1::b::hint}}, {{c2::c}}", "") == [
        ("[…] and [hint], c", "a\n\nb"),
        ("a and b, […]", "c"),
    ]


def test_a_deletion_may_have_several_numbers() -> None:
    assert cards("{{c1,3::a}}, {{c1::b}} and {{c2::c}}", "") == [
        ("[…], […] and c", "a\n\nb"),
        ("a, b and […]", "c"),
        ("[…], b and c", "a"),
    ]


def test_deletions_may_stand_within_one_another_or_be_left_open() -> None:
    assert cards("{{c1::a {{c2::b::h}} c}}!", "") == [
        ("[…]!", "a b c"),
        ("a [h] c!", "b"),
    ]
    assert cards("{{c1::a::{{c2::b", "x") == [("{{c1::a::{{c2::b", "x")]


OPTIONAL_REVERSE = [
    ("{{Front}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}"),
    ("{{#Add Reverse}}{{Back}}{{/Add Reverse}}", "{{FrontSide}}<hr id=answer>{{Front}}"),
]
OF_WORDS = [
    ("Mean&shy;ing of <b>{{Word}}</b>? {{hint:Hint}}", "{{Word}}<hr id='answer'>{{Meaning}}"),
    ("Which word: {{text:Meaning}}?{{^Hint}} (no hint){{/Hint}}{{type:Word}}", "{{type:Word}}"),
    ("{{#Hint}}Told {{Hint}}{{/Hint}}", "{{tts en_US:Word}}{{Word}} {{Nothing}}{{/Odd}}"),
]


def noted(folder: Path, fields: str, templates: list[tuple[str, str]], *notes: str) -> Path:
    """A package of notes of a type, in the tables of a new Anki, each with all of its cards."""
    database = folder / "collection"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(
            "CREATE TABLE notes (id, guid, mid, flds, tags);"
            "CREATE TABLE cards (id, nid, ord, mod, queue, flags);"
            "CREATE TABLE fields (ntid, ord, name);"
            "CREATE TABLE templates (ntid, ord, config)"
        )
        for at, name in enumerate(fields.split(", ")):
            connection.execute("INSERT INTO fields VALUES (7, ?, ?)", [at, name])
        for at, sides in enumerate(templates):
            texts = [side.encode() for side in sides]
            config = b"\x18\xac\x02" + b"".join(  # a number, as of other settings
                bytes([number << 3 | 2]) + bytes([len(text)]) + text
                for number, text in enumerate(texts, 1)
            )
            connection.execute("INSERT INTO templates VALUES (7, ?, ?)", [at, config])
        for id, note in enumerate(notes):
            text = note.replace("|", "\x1f")
            connection.execute(
                "INSERT INTO notes VALUES (?, 'a', 7, ?, ' one two\x1b ')", [id, text]
            )
            for at in range(len(templates)):
                connection.execute("INSERT INTO cards VALUES (1, ?, ?, 0, 0, 0)", [id, at])
    return packed(database)


def sides(package: Path) -> list[tuple[str, str]]:
    return [(card.prompt, card.back) for card in recall_cards(read_package(package))[0]]


def test_a_note_is_asked_in_the_other_direction_where_its_field_says_so(tmp_path: Path) -> None:
    both, one = "front|back|y", "only|this way|<br>"
    package = noted(tmp_path, "Front, Back, Add Reverse", OPTIONAL_REVERSE, both, one)
    assert sides(package) == [("front", "back"), ("back", "front"), ("only", "this way")]
    found, _ = recall_cards(read_package(package))
    assert {card.tags for card in found} == {("one", "two")}


def test_cards_are_what_the_templates_of_their_note_make_of_it(tmp_path: Path) -> None:
    words = noted(tmp_path, "Word, Hint, Meaning", OF_WORDS, "Haus|with h|house", "Tür||door")
    assert sides(words) == [
        ("Mean\xading of **Haus**?", "house"),
        ("Which word: house?", "Haus"),
        ("Told with h", "Haus"),
        ("Mean\xading of **Tür**?", "door"),
        ("Which word: door? (no hint)", "Tür"),
    ]


def test_what_a_template_folds_as_a_hint_becomes_the_cards(tmp_path: Path) -> None:
    words = noted(tmp_path, "Word, Hint, Meaning", OF_WORDS[:1], "Haus|with h|house", "Tür||door")
    found, _ = recall_cards(read_package(words))
    assert [card.hint for card in found] == ["with h", ""]


def test_a_cloze_may_have_lost_the_field_in_which_it_hides(tmp_path: Path) -> None:
    hidden = [("{{Front}} {{cloze:Text}}", "{{cloze:Text}}")]
    notes = "before|{{c1::a}} b", "{{c1::a}} alone"
    assert sides(noted(tmp_path, "Front, Text", hidden, *notes)) == [
        ("[…] b", "a\n\nbefore"),
        ("[…] alone", "a"),
    ]


def test_types_of_notes_that_cannot_be_read_are_told_at_once(tmp_path: Path) -> None:
    noted(tmp_path, "A", [("{{A}}", "b")], "a")
    with closing(sqlite3.connect(tmp_path / "collection")) as connection, connection:
        connection.execute("UPDATE templates SET config = ?", [b"\xff" * 1_000_000])
    package = packed(tmp_path / "collection")
    with pytest.raises(NotAPackage, match="its types of notes cannot be read"):
        read_package(package)


def test_a_template_that_makes_much_of_little_is_refused(tmp_path: Path) -> None:
    often = [("{{A}}" * 20, "{{A}}")]
    with pytest.raises(UserError, match="the notes hold more than 32 MiB"):
        sides(noted(tmp_path, "A", often, "a" * (MOST_TEXT // 16)))


def packed(database: Path) -> Path:
    with zipfile.ZipFile(package := database.with_suffix(".apkg"), "w") as file:
        file.write(database, "collection.anki21")
    return package


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE VIEW notes AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT i AS id, 'g' AS guid, 1 AS mid, 'a' AS flds, '' AS tags FROM n",
        "CREATE TABLE notes (id, guid, mid, tags, flds AS (hex(zeroblob(1000000))))",
        "CREATE TABLE notes (id, guid, mid, tags, flds AS (hex(zeroblob(1000000))) STORED)",
    ],
)
def test_notes_that_are_computed_are_refused(tmp_path: Path, schema: str) -> None:
    database = tmp_path / "collection"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(schema)
    with pytest.raises(NotAPackage, match="its notes are not in a table"):
        read_package(packed(database))


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "{{c1::",
        "[sound:",
        "<!--",
        "<",
        "<a ",
        "<a '",
        "&",
        "{{c1::a}}",
        "}}",
        "<b>",
        "</b",
        "<![x",
        "<b></i>" * 2,
        "<details><summary>",
        "<details><summary>hint</details>",
        "<blockquote>",
        "<ul><li>a",
        "<td>",
        "<table><td>",
        "<tr><th>a<th>b",
        "<a href=https://a.b>a</a>",
        "<b>a</b>b",
        "<b>a <i>甲</b>*</i>",
        "`a``",
        "- a<br>",
        "a<sub>",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    def too_long(*_: object) -> None:
        pytest.fail("5 seconds of the processor for one field")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, 5)
    try:
        found, _ = recall_cards([AnkiNote("1", (text * 10_000, "b"), ())])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert len(found) <= 1


def test_equal_fronts_and_endless_numbers_are_read() -> None:
    fronts = [AnkiNote("1", (front, "b"), ()) for front in ("same 2", *["same"] * 2000)]
    deck = yaml.load(deck_text("t", "T", by_id(recall_cards(fronts)[0])), yaml.CSafeLoader)
    assert len({card["id"] for card in deck["cards"]}) == len(fronts)
    assert cards("{{c" + "1" * 5000 + "::a}}", "b")[0][1] == "b"


@pytest.mark.long
def test_more_than_many_decks_hold_is_refused() -> None:
    with pytest.raises(UserError, match="export fewer"):
        recall_cards([AnkiNote("1", ("front", "b" * 100_000), ())] * (MOST_TEXT // 100_000 + 1))


@pytest.mark.long
def test_what_one_deck_has_no_room_for_goes_into_several(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = home / "letters"
    texts = [f"front {number}\x1f{'b' * 4000}" for number in range(200)]
    texts += [f"escaped {number}\x1f{'😀' * 900}" for number in range(200)]  # to ten bytes each
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE notes (id, guid, mid, flds, tags)")
        rows = [(number, str(number), 7, text, "") for number, text in enumerate(texts)]
        connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", rows)
    package = packed(database)
    import_cards(package, topic="letters", add=False)
    decks = sorted((home / "decks").glob("letters*.yaml"))
    loaded = [load(path) for path in decks]
    assert len(decks) > 1
    assert [one.problems for one in loaded] == [()] * len(decks)
    fronts = [card.prompt.en for one in loaded if one.deck for card in one.deck.cards]
    assert sorted(fronts) == sorted(text.partition("\x1f")[0] for text in texts)
    assert len(capsys.readouterr().out.splitlines()) == len(decks)
    written = [path.read_text() for path in decks]
    import_cards(package, topic="letters", add=False)
    *there, nothing = capsys.readouterr().out.splitlines()
    assert there == [f"{path} is there already, and stays as it is." for path in decks]
    assert nothing == "Nothing in the package is new here."
    assert [path.read_text() for path in decks] == written


def test_no_deck_is_written_that_would_not_load(home: Path) -> None:
    database = home / "letters"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE notes (id, guid, mid, flds, tags)")
        text = f"front\x1f{'字' * 400_000}"
        connection.execute("INSERT INTO notes VALUES (1, 'a', 7, ?, '')", [text])
    with pytest.raises(UserError, match="the note of 'front' makes no card: larger than 1 MiB"):
        import_cards(packed(database), topic=None, add=False)
    assert not (home / "decks").exists()


def test_a_note_that_says_nothing_is_counted() -> None:
    notes = [
        AnkiNote("1", ("", "x"), ()),
        AnkiNote("2", ("x", "<br>"), ()),
        AnkiNote("3", ("x",), ()),
    ]
    assert recall_cards(notes) == ([], PassedOver(empty=3))


def test_a_note_that_hides_parts_of_a_picture_is_left_out() -> None:
    hides = "{{c1::image-occlusion:rect:left=.1:top=.1:width=.2:height=.2}}<br>"
    notes = [AnkiNote("1", (hides, '<img src="net.png">', "Header"), ())]
    assert recall_cards(notes) == ([], PassedOver(pictures=1))


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("a&lt;b &amp; c&nbsp;d", "a<b & c d"),
        ("<b>bold</b>, <i>slanted</i>, <code>x[0]</code>", "**bold**, *slanted*, `x[0]`"),
        ("<b></b>x<i> </i>", "x"),
        ("one<br>two<div>three</div>", "one\n\ntwo\n\nthree"),
        ("<ul><li>a</li><li>b</li></ul>c", "- a\n- b\n\nc"),
        ("<ol><li>a<ul><li>b</ul><li>c</ol><li>d", "1. a\n   - b\n2. c\n\n- d"),
        ("<ul><li><p>one</p></li></ul>", "- one"),
        ("<ul><li><p>one</p></li><li><p>two</p></li></ul>", "- one\n\n- two"),
        (
            "<ol start=3><li><div>a</div><pre>x</pre></li><li>b</li></ol>",
            "3. a\n   ```\n   x\n   ```\n4. b",
        ),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>c", "- a\n  - b\n\nc"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"),
        ("- a<br>- b<br>1. c<br>3. d<br>01. e", "- a\n- b\n\n1. c\n\n3) d\n\n01\\. e"),
        ("<p>1. a</p><p>b<br>- c</p>", "1\\. a\n\nb\\\n\\- c"),
        ("<blockquote>a<p>b</p></blockquote>c", "> a\n>\n> b\n\nc"),
        ("<h2>a #</h2>b<hr>c<hr>", "## a \\#\n\nb\n\n---\n\nc"),
        (
            '<a href="https://a.b/c_(d)?e=1&amp;lt;=2">the <b>d]cs</b></a>',
            r"[the **d\]cs**](https://a.b/c_\(d\)?e=1\&lt;=2)",
        ),
        (
            '<a href="https://a.b">https://a.b</a>, !<a href="https://a.b">c</a>',
            r"<https://a.b>, \![c](https://a.b)",
        ),
        ('<a href="mailto:a@b.c">write</a>, <a href="#x">up</a>', "write (a@b.c), up"),
        (
            "它<b>是</b>的，<i>a <b>b</b></i>&lt;https://a.b&gt;",
            r"它**是**的，*a **b***\<https://a.b>",
        ),
        ('<pre><code class="language-c++">int x;</code></pre>', "```c++\nint x;\n```"),
        ("typed `a*b`", "typed `a*b`"),
        ("<blockquote>" * 30 + "a" + "</blockquote>" * 30 + "b", "> " * 13 + "a\n\nb"),
        ("2<sup>10</sup>, x<sub>i</sub>", "2^10, x_i"),
        ("e<sup>x + <b>1</b></sup><sub></sub>, a<sup>b", "e^(x + **1**), ab"),
        ('<img src="graph.png"><img src="data:x;y">', "(picture graph.png)(picture)"),
        ('<audio><source src="a.mp3"></audio><video src="b.mp4">', "(file a.mp3)(film b.mp4)"),
        (
            "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
            "|  |  |\n|---|---|\n| a | b |\n| c |  |",
        ),
        (
            "<table><tr><th>a<th align=right>b</tr><tr><td>1|<td><b>2<br>3</b></table>",
            "| a | b |\n|---|---:|\n| 1\\| | **2 3** |",
        ),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a | b"),
        ("<table><tr><td><ul><li>a<li>b</ul><td>c</table>", "- a\n- b\n\nc"),
        ("a <!-- hidden --> b <!-- open", "a b <!-- open"),
        ("1 < 2 <3", "1 < 2 <3"),
        (
            "So:<pre><code>for x in y:<br>\n&nbsp;   <b>print</b>(x)\n</code></pre>it is.",
            "So:\n\n```\nfor x in y:\n\n    print(x)\n```\n\nit is.",
        ),
        ("<pre>a\n  ```<div>b", "````\na\n  ```\nb\n````"),
        ("<pre> \n</pre>x", "x"),
        (f'x<img src="data:{"A" * 9000}">y', "x(picture)y"),
        ("<script>alert(1)</script><style>p{}</style>x", "x"),
        ("<p>unclosed <b>tags", "unclosed **tags**"),
        (
            "so: <code>a = 1<br>&nbsp;&nbsp;b = 2</code> it is",
            "so:\n\n```\na = 1\n  b = 2\n```\n\nit is",
        ),
        ("<b>one<br>two<br></b>three", "**one**\n\n**two**\n\nthree"),
        ("<b>of <code>a<div>b</div></code> two</b>", "**of**\n\n```\na\nb\n```\n\n**two**"),
        ("<b>an</b>d <i>so </i>on", "and *so* on"),
        ("<b><pre>a</pre></b>", "```\na\n```"),
        (f"a&#{'9' * 5000};b &#65;", "a\ufffdb A"),
        ("<code>echo `date`</code> <code>a*b\\*</code>", "`` echo `date` `` `a*b\\*`"),
        (
            "un<b>bo</b>ld, <i>it</i>alic, <b>so</b>, <b>x</b>: 1",
            "unbold, italic, **so**, **x**: 1",
        ),
    ],
)
def test_html_becomes_light_markdown(field: str, text: str) -> None:
    assert field_of(field).text == text


@given(st.text("\\\\*_#>+-=~.a1 ()[]<&;|!'\n", max_size=30))
@example(r"^\d+\.\w*$ \{a\} \\ \_ \*")
@example("**bold** *star* a * b &amp; <b>")
@example("# no heading\n> no quote\n+ no list\n===\n---")
def test_a_text_of_anki_is_shown_sign_by_sign(text: str) -> None:
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in text.split("\n"))
    shown = plain_text(without_slips(field_of(lines).text))
    assert "".join(shown.split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("front", "prompt", "hint"),
    [
        ("a<details><summary>Hint</summary>b</details>c", "ac", "b"),
        ("<details><summary>hint</summary>b</details>", "b", ""),
        ("a<details><summary>hint</summary></details>", "a", ""),
        ("a <details><summary>setup</summary>the joke's</details>", "a\n\nsetup\n\nthe joke's", ""),
        ("a<details><summary>hint</summary>b", "a\n\nhint\n\nb", ""),
        ("a<details><summary>b</details>", "a\n\nb", ""),
    ],
)
def test_a_hint_to_be_opened_becomes_the_cards(front: str, prompt: str, hint: str) -> None:
    [card], _ = recall_cards([AnkiNote("1", (front, "back"), TAGS)])
    assert (card.prompt, card.hint) == (prompt, hint)


def test_sounds_are_named() -> None:
    assert cards("a [sound:hello.mp3]", "b") == [("a (sound hello.mp3)", "b")]


def test_what_is_only_named_is_counted_and_told(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = [
        'graph|<img src="a.png"><svg><text>x</text></svg>',
        "said [sound:b.mp3]|b",
        "played|<iframe src='https://a.b'></iframe>",
        "plain|b",
        "|nothing",
    ]
    package = noted(home, "Front, Back", [("{{Front}}", "{{Back}}")], *notes)
    found, _ = recall_cards(read_package(package))
    assert [(card.media, card.back) for card in found] == [
        (2, "(picture a.png)(picture without a name)"),
        (1, "b"),
        (1, "(page https://a.b)"),
        (0, "b"),
    ]
    import_cards(package, topic="named", add=False)
    told = "the pictures, sounds and films of 3 cards are only named"
    assert told in capsys.readouterr().err.splitlines()


def test_a_note_that_is_not_utf8_is_left_out_alone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted(home, "Front, Back", [("{{Front}}", "{{Back}}")], "a|b", "c|d", "e|f")
    with closing(sqlite3.connect(home / "collection")) as connection, connection:
        connection.execute("UPDATE notes SET flds = CAST(x'c31f62' AS TEXT) WHERE id = 1")
        connection.execute("UPDATE notes SET tags = CAST(x'6b20ff' AS TEXT) WHERE id = 2")
    package = packed(home / "collection")
    found, left_out = recall_cards(read_package(package))
    assert [(card.prompt, card.tags) for card in found] == [
        ("a", ("one", "two")),
        ("e", ("k", "\ufffd")),
    ]
    assert left_out == PassedOver(unreadable=1)
    import_cards(package, topic="broken", add=False)
    told = capsys.readouterr().err
    assert "left out 1 note whose text is not in UTF-8" in told.splitlines()


def test_cards_that_are_added_are_told_of_as_those_of_a_new_deck_are(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = [("{{Front}}", "{{Back}}")]
    import_cards(noted(home, "Front, Back", sides, "a|b"), topic="mine", add=False)
    (home / "collection").unlink()
    package = noted(home, "Front, Back", sides, "a|b", "c|[sound:d.mp3]", "e|")
    import_cards(package, topic="mine", add=False)
    assert "only named" not in capsys.readouterr().err
    import_cards(package, topic="mine", add=True)
    assert capsys.readouterr().err.splitlines() == [
        "left out 1 note without a front or a back",
        "the pictures, sounds and films of 1 card are only named",
    ]


def test_the_tag_of_the_topic_is_not_taken_over(home: Path) -> None:
    package = noted(home, "Front, Back", [("{{Front}}", "{{Back}}")], "a|b")
    import_cards(package, topic="one", add=False)
    deck = load(home / "decks" / "one.yaml").deck
    assert deck and [card.tags for card in deck.cards] == [("two",)]


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60)), max_size=5))
@example([("0", "{="), ("{{= x}", "{{{="), ("`{=`", "{={=}}")])
@example([("", "::image-occlusion:")])
@example(
    [("![a](b)", "[a](javascript:b)"), ("```<br>a", "[a](https://b 'c')"), ("~~~", "a<br>~~~")]
)
def test_any_notes_give_a_deck_that_loads(sides: list[tuple[str, str]]) -> None:
    notes = [AnkiNote(str(index), both, TAGS) for index, both in enumerate(sides)]
    found, left_out = recall_cards(notes)
    assert len(found) + sum(left_out) >= len(notes)
    if found:
        loaded = load_text(deck_text("from-anki", "From Anki", by_id(found)), "from-anki.yaml")
        assert loaded.problems == ()
        assert loaded.deck is not None
        assert [
            (as_written(card.prompt).en, as_written(card.back).en)  # as a learner will see them
            for card in loaded.deck.cards
            if isinstance(card, RecallCard)
        ] == [(without_slips(card.prompt), without_slips(card.back)) for card in found]


def test_ids_are_made_of_the_prompt_and_differ() -> None:
    same = Recall(
        "What does [`x.detach()`](https://a.b) cut, and what of the graph is kept?", "b", ()
    )
    tagged = Recall("什么?", "b", ("leech", "linear-algebra::svd", "张量"))
    other = Recall("为什么", "b", ())
    deck = yaml.safe_load(deck_text("t", "T", by_id([same, same, other, other, tagged])))
    assert [card["id"] for card in deck["cards"]] == [
        "what-does-x-detach-cut-and-what-of-the",
        "what-does-x-detach-cut-and-what-of-the-2",
        "card",
        "card-2",
        "linear-algebra-svd",
    ]


def test_what_is_no_package_is_told_from_one_that_is(tmp_path: Path) -> None:
    broken = tmp_path / "broken.apkg"
    broken.write_bytes(b"no zip")
    with pytest.raises(NotAPackage, match="it is not a package of Anki's"):
        read_package(broken)
    with zipfile.ZipFile(broken, "w") as package:
        package.writestr("media", "{}")
    with pytest.raises(NotAPackage, match="there is no collection of notes in it"):
        read_package(broken)
    for name in ("collection.anki21", "collection.anki21b"):
        with zipfile.ZipFile(broken, "w") as package:
            package.writestr(name, b"neither a database nor packed")
        with pytest.raises(NotAPackage, match="cannot be"):
            read_package(broken)
    with pytest.raises(NotAPackage, match="cannot be read"):
        read_package(tmp_path / "missing.apkg")


@given(st.binary(max_size=200), st.integers(min_value=0))
@example(b"\xff", 65)  # the length of a part, which then ends too soon
def test_a_damaged_package_is_refused_or_read(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int
) -> None:
    whole = bytearray((HERE / "of-a-new-anki.apkg").read_bytes())
    start = at % len(whole)
    whole[start : start + len(noise)] = noise
    path = tmp_path_factory.getbasetemp() / "damaged.apkg"
    path.write_bytes(whole)
    try:
        recall_cards(read_package(path))
    except NotAPackage as error:
        assert str(error)


def test_a_line_that_never_ends_in_a_template_is_looked_through_once() -> None:
    unclosed = "<hr" + " id=answer" * 200_000
    assert "".join(Template("", unclosed).back({})) == unclosed
    added = "{{Front}}<hr class=x id='answer' >So."
    assert "".join(Template("", added).back({"Front": "Why?"})) == "So."
