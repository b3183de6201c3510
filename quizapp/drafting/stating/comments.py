"""The results that comments beside and below code state."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.reading.notes import Block
from quizapp.drafting.stating.hedges import is_hedged
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.stated import Stated

_HEADER = re.compile(
    r"(?:outputs?|prints?|results?|输出结果|打印结果|运行结果|输出|结果|打印|Out\s*\[\d*\])\s*[:：]?",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\s*(?:-+>|=+>|→|⇒|>>>|Out\s*\[\d*\]:|输出|结果|prints?\b|outputs?\b"
    r"|(?:the\s+)?results?\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A statement at any depth, by its first and last line within the file, and its number."""

    number: int
    node: ast.stmt
    line: int
    end: int

    @property
    def is_print(self) -> bool:
        return self.prints is not None

    @property
    def prints(self) -> int | None:
        """How many things it prints, None where it is no call of `print`."""
        match self.node:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=args)):
                return len(args)
        return None


@dataclass(frozen=True, kw_only=True)
class Claim:
    """Results that are stated of a statement.

    Where nothing was read in it, it is `text` that was printed or shown. `may_be_wrong` unless it
    is open what it speaks of: then it may be found to hold, and never not to.
    """

    line: int
    says: str
    place: Place
    stated: tuple[Stated, ...] = ()
    text: str | None = None
    may_be_wrong: bool = True
    is_hedged: bool = False
    other: Place | None = None
    """The statement below it, which it may speak of just as well."""
    is_of_block: bool = False
    """Whether the text is what the whole block printed, its last line shown."""
    is_guess: bool = False
    """Whether it states a result only where it has the very words that are shown."""
    cut: tuple[int, int] | None = None
    """The line, and the column where the comment begins, for whoever leaves it out."""


def places_of(tree: ast.Module, first_line: int) -> list[Place]:
    """All statements, those within others too, numbered in their order."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    return [
        Place(
            number=number,
            node=node,
            line=node.lineno + first_line - 1,
            end=(node.end_lineno or node.lineno) + first_line - 1,
        )
        for number, node in enumerate(nodes)
    ]


@dataclass(frozen=True)
class Comment:
    line: int
    column: int
    text: str
    is_alone: bool


def comments_of(text: str, first_line: int) -> list[Comment]:
    """All comments, each with the line of the file and without its sign."""
    found = []
    lines = text.split("\n")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                alone = not lines[row - 1][:column].strip()
                words = token.string.lstrip("#!").strip()
                found.append(Comment(row + first_line - 1, column, words, alone))
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return found


def claims_in_comments(block: Block, tree: ast.Module, places: Sequence[Place]) -> Iterator[Claim]:
    """The claims of a block's comments, in no certain order."""
    comments = comments_of(block.text, block.line)
    lines = block.text.split("\n")
    told = set()
    groups = _groups(comments)
    for comment in comments:
        if not comment.is_alone and (place := _ended_by(comment, places)):
            for claim in _beside(_continued(comment, groups, lines, block), place):
                if not claim.is_guess:
                    told.add(place.end)
                yield claim
    for group in groups:
        below = _begins_after(group[-1].line, places)
        above = _right_above(group[0], places)
        names_what_it_means = any(one.about for one in read_stated(group[0].text))
        if above is not None and (above.end not in told or names_what_it_means):
            yield from _below(group, above, below, lines, block)
        elif above is None and below is not None and below.line == group[-1].line + 1:
            yield from _header(group, below)


def _continued(
    comment: Comment, groups: Sequence[Sequence[Comment]], lines: Sequence[str], block: Block
) -> Comment:
    """A comment with the lines below it in the same column: a tensor may take several."""
    for group in groups:
        if group[0].line == comment.line + 1 and group[0].column == comment.column:
            more = [_indented(one, lines, block) for one in group]
            return replace(comment, text="\n".join([comment.text, *more]))
    return comment


def _ended_by(comment: Comment, places: Sequence[Place]) -> Place | None:
    ending = [
        one for one in places if one.end == comment.line and not getattr(one.node, "body", None)
    ]
    return ending[-1] if ending else None


def _beside(comment: Comment, place: Place) -> Iterator[Claim]:
    # A second sign begins another remark: `# (2, 3)  # rows, columns`.
    words = re.split(r"\s#+\s", comment.text)[0].strip()
    stated = tuple(_about_something(read_stated(words), place))
    if not stated and "\n" in words:
        words = words.split("\n")[0]
        stated = tuple(_about_something(read_stated(words), place))
    if (
        not stated
        and words
        and len(words) < 1_000
        and any(one in words for one in "(=:[.0123456789")
    ):
        yield Claim(
            line=comment.line,
            says=words,
            place=place,
            text=words,
            is_guess=True,
            cut=(comment.line, comment.column),
        )
    if stated:
        yield Claim(
            line=comment.line,
            says=words,
            place=place,
            stated=stated,
            is_hedged=is_hedged(words),
            cut=(comment.line, comment.column),
        )


def _about_something(stated: Sequence[Stated], place: Place) -> Iterator[Stated]:
    """Leaves out what is said of a constant: `lr = 0.1  # 0.01` states no result."""
    value = getattr(place.node, "value", None)
    constant = isinstance(place.node, ast.Assign) and _is_constant(value)
    for one in stated:
        if constant and one.aspect == "value" and not one.is_plain and one.about is None:
            continue
        yield one


def _is_constant(node: ast.expr | None) -> bool:
    if node is None:
        return True
    return all(
        isinstance(
            one,
            ast.Constant | ast.Tuple | ast.List | ast.Dict | ast.UnaryOp | ast.USub | ast.Load,
        )
        for one in ast.walk(node)
    )


def _groups(comments: Sequence[Comment]) -> list[list[Comment]]:
    found: list[list[Comment]] = []
    for one in comments:
        if not one.is_alone:
            continue
        last = found[-1][-1] if found else None
        if last and last.line == one.line - 1 and last.column == one.column:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _right_above(first: Comment, places: Sequence[Place]) -> Place | None:
    ending = [
        one for one in places if one.end == first.line - 1 and one.node.col_offset == first.column
    ]
    return ending[-1] if ending else None


def _begins_after(line: int, places: Sequence[Place]) -> Place | None:
    return next((one for one in places if one.line > line), None)


def _below(
    group: Sequence[Comment], above: Place, below: Place | None, lines: Sequence[str], block: Block
) -> Iterator[Claim]:
    lines_told = [_indented(one, lines, block) for one in group]
    said_so = bool(_HEADER.fullmatch(lines_told[0].strip())) and len(group) > 1
    first = group[1] if said_so else group[0]
    text = "\n".join(lines_told[1:] if said_so else lines_told)
    said_so |= _SHOWN.match(text) is not None
    is_between = below is not None and below.line == group[-1].line + 1
    cut = (group[0].line, group[0].column)
    each = [read_stated(line) for line in lines_told]
    if len(group) > 1 and all(some and all(one.about for one in some) for some in each):
        for comment, line, some in zip(group, lines_told, each, strict=True):
            yield Claim(
                line=comment.line,
                says=line,
                place=above,
                stated=some,
                is_hedged=is_hedged(line),
                cut=(comment.line, comment.column),
            )
        return
    stated = read_stated(text)
    whole = bool(stated) and not stated[-1].tail.strip(" .。!") and len(stated[-1].tail) < 3
    sure = said_so or above.is_print or (whole and stated[0].is_plain)
    if above.is_print and len(text.splitlines()) > 1 and not (whole and len(stated) == 1):
        yield Claim(
            line=first.line,
            says=text,
            place=above,
            text=text,
            cut=cut,
            may_be_wrong=not is_between or said_so,
        )
        return
    if not stated:
        if isinstance(above.node, ast.For | ast.While | ast.With | ast.Try) and not is_between:
            yield Claim(
                line=first.line, says=text, place=above, text=text, cut=cut, may_be_wrong=said_so
            )
        return
    if len(text.splitlines()) > 1 and not whole:
        stated = read_stated(lines_told[1 if said_so and first is not group[0] else 0])
        if not stated:
            return
    if is_between and not said_so:
        # It may as well speak of the line below it.
        speaks_of = {one.about.split(".")[0].split("[")[0] for one in stated if one.about}
        assert below is not None
        bound = {one.id for one in ast.walk(below.node) if isinstance(one, ast.Name)}
        sure = (
            (sure and above.is_print)
            or (bool(speaks_of) and not speaks_of & bound)
            or (sure and stated[0].is_plain and stated[0].aspect in ("value", "raises"))
        )
    elif not sure:
        sure = stated[0].about is not None
    yield Claim(
        line=first.line,
        says=text,
        place=above,
        stated=stated,
        text=text if above.is_print else None,
        may_be_wrong=sure,
        other=None if sure or not is_between else below,
        is_hedged=is_hedged(text),
        cut=cut,
    )


def _indented(comment: Comment, lines: Sequence[str], block: Block) -> str:
    """A comment's text with the blanks behind its sign, less one."""
    raw = lines[comment.line - block.line][comment.column :].lstrip("#")
    return raw.removeprefix(" ").rstrip()


def _header(group: Sequence[Comment], below: Place) -> Iterator[Claim]:
    last = group[-1]
    stated = tuple(replace(one) for one in read_stated(last.text) if one.is_plain)
    if stated and not getattr(below.node, "body", None):
        yield Claim(
            line=last.line,
            says=last.text,
            place=below,
            stated=stated,
            may_be_wrong=False,
            cut=(last.line, last.column),
        )
