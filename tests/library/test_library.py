"""All decks together."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.library.library import Library, UnknownTopic
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS, shipped_decks


def write(folder: Path, topic: str, *cards: str, name: str = "", head: str = "") -> Path:
    """A deck of recall cards, each given as its id and further fields."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name or topic}.yaml"
    lines = [f"  - {{prompt: Why?, back: So., id: {card}}}\n" for card in cards]
    path.write_text(f"topic: {topic}\n{head}\ncards:\n{''.join(lines)}".replace("\n\n", "\n"))
    return path


def problems(library: Library) -> list[str]:
    """Each as `file:line:column: message`."""
    return [f"{Path(p.path).name}:{p.line}:{p.column}: {p.message}" for p in library.problems]


def test_decks_come_by_folder_and_then_by_name(tmp_path: Path) -> None:
    write(tmp_path / "mine", "alpha", "x")
    write(tmp_path / "shipped", "views", "b", "a")
    write(tmp_path / "shipped", "autograd", "c")
    library = load_library([tmp_path / "shipped", tmp_path / "mine"], None)
    assert library.topics == ("autograd", "views", "alpha")
    assert list(library.cards) == ["autograd/c", "views/b", "views/a", "alpha/x"]
    assert library.deck_of("views/a") is library.decks[1]
    assert library.problems == ()


def test_a_missing_folder_holds_no_decks(tmp_path: Path) -> None:
    assert load_library([tmp_path / "none"], None) == Library(())


def test_a_single_deck_may_stand_for_a_folder(tmp_path: Path) -> None:
    path = write(tmp_path, "views", "a")
    write(tmp_path, "autograd", "a")
    assert load_library([path, path], None).topics == ("views",)


def test_a_topic_whose_file_cannot_be_read_is_not_just_unknown(tmp_path: Path) -> None:
    (tmp_path / "views.yaml").write_text("cards:\n<<<<<<< HEAD\n")
    library = load_library([tmp_path], None)
    with pytest.raises(UnknownTopic, match=r"no sound card of 'Views': .*views\.yaml:2:1: git"):
        library.topic("Views")
    with pytest.raises(UnknownTopic, match=r"unknown topic 'words'; there are no decks"):
        library.topic("words")


def test_only_decks_are_read(tmp_path: Path) -> None:
    write(tmp_path, "views", "a")
    (tmp_path / "views.yaml~").write_text("not: a deck")
    (tmp_path / ".#views.yaml").symlink_to("nowhere")
    (tmp_path / ".hidden.yaml").write_text("not: a deck")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "short.yml").write_text("cards: [{id: a, prompt: Why?, back: So.}]")
    library = load_library([tmp_path], None)
    assert library.topics == ("short", "views")
    assert library.problems == ()


def test_a_broken_deck_keeps_no_other_from_being_reviewed(tmp_path: Path) -> None:
    write(tmp_path, "views", "a")
    (tmp_path / "broken.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "dangling.yaml").symlink_to("nowhere")
    library = load_library([tmp_path], None)
    assert list(library.cards) == ["views/a"]
    assert problems(library) == ["broken.yaml:1:1: not UTF-8 text; save it as UTF-8"]


def test_a_card_that_its_author_takes_out_is_gone_and_one_that_breaks_stays(tmp_path: Path) -> None:
    for topic in ("broken", "other", "shorter"):
        write(tmp_path, topic, "a", "b")
    before = load_library([tmp_path], None)
    write(tmp_path, "shorter", "a")
    write(tmp_path, "broken", "a", "b, level: x")
    after = load_library([tmp_path], None).instead_of(before)
    assert sorted(before.cards.keys() - after.cards.keys()) == ["shorter/b"]
    assert after.topics == before.topics


def test_of_two_decks_with_one_topic_the_first_is_kept(tmp_path: Path) -> None:
    first = write(tmp_path / "shipped", "views", "a")
    write(tmp_path / "mine", "views", "b", name="my-views")
    by_its_name = write(tmp_path / "theirs", "views", "c")
    by_its_name.write_text(by_its_name.read_text().replace("topic: views", "# by its name"))
    library = load_library([tmp_path / folder for folder in ("shipped", "mine", "theirs")], None)
    assert list(library.cards) == ["views/a"]
    assert problems(library) == [
        f"{name}:1:1: topic: 'views' is the topic of {first}, so this deck is left out"
        for name in ("my-views.yaml", "views.yaml")
    ]


def test_a_card_may_come_after_one_of_another_deck(tmp_path: Path) -> None:
    write(tmp_path, "autograd", "grad", "leaf, after: [grad, views/base]")
    write(tmp_path, "views", "base")
    library = load_library([tmp_path], None)
    assert library.problems == ()
    assert library.cards["autograd/leaf"].after == ("autograd/grad", "views/base")


def test_after_what_a_file_is_called_whose_deck_has_a_topic_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "strides", "base, level: 9", "step", name="views")
    write(tmp_path, "autograd", "leaf, after: [views/step]")
    told = problems(load_library([tmp_path], None))
    assert any("there is no card 'views/step'" in problem for problem in told), told


def test_after_a_card_that_no_deck_has(tmp_path: Path) -> None:
    write(tmp_path, "autograd", "leaf, after: [views/bass]")
    write(tmp_path, "views", "base")
    library = load_library([tmp_path], None)
    assert problems(library) == [
        "autograd.yaml:3:49: after: there is no card 'views/bass' (did you mean 'views/base'?)"
    ]
    assert library.problems[0].card == "autograd/leaf"
    assert library.cards["autograd/leaf"].after == ()


def test_a_circle_through_several_decks(tmp_path: Path) -> None:
    write(tmp_path, "a", "one, after: [c/three]")
    write(tmp_path, "b", "two, after: [a/one]")
    write(tmp_path, "c", "three, after: [four]", "four, after: [b/two]")
    library = load_library([tmp_path], None)
    assert problems(library) == [
        "b.yaml:3:48: after: runs in a circle: a/one → c/three → c/four → b/two → a/one"
    ]
    assert library.cards["b/two"].after == ()
    assert library.cards["c/three"].after == ("c/four",)


def test_a_long_circle_is_told_in_part(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(5000)]
    following = [*names[1:], names[0]]
    write(tmp_path, "a", *(f"{a}, after: {b}" for a, b in zip(names, following, strict=True)))
    (problem,) = load_library([tmp_path], None).problems
    assert problem.message == "after: runs in a circle: a/n0 → a/n1 → a/n2 → a/n3 → … → a/n0"


def test_a_card_that_is_named_twice_is_waited_for_or_complained_about_once(tmp_path: Path) -> None:
    write(tmp_path, "a", "one", "two, after: [one, one]", "three, after: [four, four]")
    library = load_library([tmp_path], None)
    assert problems(library) == ["a.yaml:5:50: after: there is no card 'a/four'"]
    assert library.cards["a/two"].after == ("a/one",)


@pytest.mark.parametrize(
    "broken", ["cards:\n  - id: base\n    prompt: Why?", "cards:\n  - id: base\n    {", "cards: ["]
)
def test_a_broken_card_elsewhere_is_complained_about_only_once(tmp_path: Path, broken: str) -> None:
    write(tmp_path, "autograd", "leaf, after: [views/base]")
    (tmp_path / "views.yaml").write_text(f"{broken}\n")
    library = load_library([tmp_path], None)
    assert [Path(problem.path).name for problem in library.problems] == ["views.yaml"]
    assert library.cards["autograd/leaf"].after == ()


def test_a_card_that_a_deck_with_another_broken_one_lacks_is_complained_about(
    tmp_path: Path,
) -> None:
    write(tmp_path, "autograd", "leaf, after: [views/gone]")
    write(tmp_path, "views", "base", "broken, level: 9")
    told = problems(load_library([tmp_path], None))
    assert told[-1].startswith("autograd.yaml:3:49: after: there is no card 'views/gone'")


def test_decks_come_after_those_that_they_name_and_then_by_their_cards(tmp_path: Path) -> None:
    write(tmp_path, "autograd", "a", head="after: [views]")
    write(tmp_path, "basics", "a, after: [views/a]", "b, after: [zoo/a]")
    write(tmp_path, "views", "a, after: [zoo/a]", head="after: zoo")
    write(tmp_path, "zoo", "a, after: [autograd/a]", "b")
    library = load_library([tmp_path], None)
    assert library.topics == ("zoo", "views", "autograd", "basics")
    assert library.after["autograd"] == ("views",)
    assert [problem.message for problem in library.problems] == [
        "after: runs in a circle: autograd/a → autograd → views/a → zoo/a → autograd/a"
    ]


def test_after_a_topic_that_no_deck_has(tmp_path: Path) -> None:
    write(tmp_path, "autograd", "a", head="after: [views, view, gone, broken]")
    write(tmp_path, "views", "a", head="after: views")
    write(tmp_path, "broken", "A a")
    library = load_library([tmp_path], None)
    assert problems(library)[1:] == [
        "autograd.yaml:2:16: after: there is no topic 'view' (did you mean 'views'?)",
        "autograd.yaml:2:22: after: there is no topic 'gone'",
        "views.yaml:2:8: after: runs in a circle: views → views",
    ]
    assert library.after == {"views": (), "autograd": ("views",)}


def test_a_circle_of_decks(tmp_path: Path) -> None:
    write(tmp_path, "a", "x", head="after: [b]")
    write(tmp_path, "b", "x", head="after: [c]")
    write(tmp_path, "c", "x", head="after: [a]")
    library = load_library([tmp_path], None)
    assert problems(library) == ["c.yaml:2:9: after: runs in a circle: a → b → c → a"]
    assert library.topics == ("c", "b", "a")


def test_a_card_that_opens_a_topic_does_not_wait_for_it(tmp_path: Path) -> None:
    write(tmp_path, "a", "x, level: 1, after: [b/y]", "later, after: [b/y]")
    write(tmp_path, "b", "y", head="after: a")
    library = load_library([tmp_path], None)
    assert problems(library) == ["a.yaml:3:56: after: runs in a circle: a/x → b/y → b → a/x"]
    assert library.cards["a/x"].after == ()
    assert library.cards["a/later"].after == ("b/y",)


def test_other_names_of_topics(tmp_path: Path) -> None:
    write(tmp_path, "optim", "x", head="aliases: [optimizers, training, optim]")
    write(tmp_path, "training", "x", head="aliases: optimizers")
    library = load_library([tmp_path], None)
    assert problems(library) == [
        "optim.yaml:2:23: aliases: 'training' is a topic itself",
        "optim.yaml:2:33: aliases: 'optim' is a topic itself",
        "training.yaml:2:10: aliases: 'optimizers' stands for 'optim' already",
    ]
    assert library.aliases == {"optimizers": "optim"}
    assert [library.topic(name) for name in ("optimizers", "Optimizers ", "TRAINING")] == [
        "optim",
        "optim",
        "training",
    ]


def test_a_topic_goes_by_its_title_in_both_languages(tmp_path: Path) -> None:
    write(tmp_path, "shape-ops", "x", head="title: {en: Shapes and views, zh: 形状（与视图）}")
    write(tmp_path, "layers", "x", head="title: Same")
    write(tmp_path, "dtypes", "x", head="title: Same")
    library = load_library([tmp_path], None)
    for name in ("SHAPES and  views", "shapes-and-views", "形状（与视图）", "形状(与视图)"):
        assert library.topic(name) == "shape-ops"
    assert library.topic("Same (layers)") == "layers"  # as home shows it
    for slip in ("shapes and vews", "形状与视图"):
        with pytest.raises(UnknownTopic, match=r"\(did you mean 'shape-ops'\?\)"):
            library.topic(slip)


def test_an_unknown_topic_is_told_as_many_as_there_is_room_for(tmp_path: Path) -> None:
    for topic in ("a", "b", "c"):
        write(tmp_path, topic, "x")
    library = load_library([tmp_path], None)
    with pytest.raises(UnknownTopic, match=r"there are a, b, c$"):
        library.topic("quite-another")
    with pytest.raises(UnknownTopic, match=r"there are a, b and 1 more$"):
        library.topic("quite-another", most=2)


def test_a_former_id_is_followed_unless_it_is_that_of_a_card_there_is(tmp_path: Path) -> None:
    write(tmp_path, "views", "base", "copy, was: [former, base]")
    library = load_library([tmp_path], None)
    assert problems(library) == ["views.yaml:4:55: was: there is still a card 'views/base'"]
    assert library.renames == {"views/former": "views/copy"}


def test_a_card_that_claims_its_own_id_is_told_how_one_of_another_deck_is_named(
    tmp_path: Path,
) -> None:
    write(tmp_path, "views", "moved, was: moved")
    assert problems(load_library([tmp_path], None)) == [
        "views.yaml:3:47: was: 'views/moved' is the card itself; one that came from another deck "
        "is named with that deck's topic, as `TOPIC/moved`"
    ]


def test_a_former_id_that_two_cards_claim_is_neithers(tmp_path: Path) -> None:
    write(tmp_path, "memory", "x, was: views/old")
    write(tmp_path, "views", "y, was: old")
    library = load_library([tmp_path], None)
    assert problems(library) == ["views.yaml:3:43: was: 'views/old' has become 'memory/x' already"]
    assert library.renames == {}


def test_decks_are_shipped_inside_an_installed_package_and_beside_it_in_a_checkout(
    tmp_path: Path,
) -> None:
    package, beside, inside = (tmp_path / part for part in ("app", "cards", "app/cards"))
    package.mkdir()
    beside.mkdir()
    assert shipped_decks(package) == beside
    inside.mkdir()
    assert shipped_decks(package) == inside


def test_a_deck_of_ones_own_may_have_the_name_that_a_shipped_one_goes_by(
    tmp_path: Path, read_decks: Path
) -> None:
    write(tmp_path, "views", "x", head="aliases: [gradients]")
    library = load_library([tmp_path, SHIPPED_DECKS], read_decks)
    assert {"views", "gradients"} <= {name for deck in library.decks for name in deck.aliases}
    assert problems(library) == []
    assert [library.topic(name) for name in ("views", "gradients")] == ["views", "views"]
