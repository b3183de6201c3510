"""The order in which topics are taught."""

from __future__ import annotations

from quizapp.deck.path import in_order


def test_what_most_others_build_on_comes_first_and_what_stands_alone_last() -> None:
    after = {"alone": [], "leaf": ["root"], "root": [], "stem": ["root"], "top": ["stem"]}
    assert in_order(after, {}) == ["root", "stem", "leaf", "top", "alone"]


def test_cards_that_rather_follow_another_topic_move_theirs_where_they_can() -> None:
    after: dict[str, list[str]] = {"a": [], "b": ["a"], "c": ["a"]}
    assert in_order(after, {}) == ["a", "b", "c"]
    assert in_order(after, {"b": ["c"], "a": ["c"]}) == ["a", "c", "b"]


def test_a_circle_and_a_name_that_is_none_keep_nothing_waiting() -> None:
    assert sorted(in_order({"a": ["b"], "b": ["a"], "c": ["gone"]}, {})) == ["a", "b", "c"]
