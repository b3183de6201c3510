"""Whether what a card says holds: its proof, run in a draw."""

from __future__ import annotations

import ast
from contextlib import suppress

from quizapp.checking.assertions import Asserted
from quizapp.checking.breakage import broken_before
from quizapp.checking.examined import Examined
from quizapp.checking.findings import Finding, Site, fault_in_words, raising_line
from quizapp.checking.refused import explained
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Code
from quizapp.text.language import tr
from runner.client import Runs
from runner.protocol.wire import Fault, Raised, Snippet


def to_be_proven(run: Exercise, proof: Code) -> Snippet:
    """A snippet that shows whether its card's proof holds in this draw."""
    return Asserted(proof, "proof").to_be_looked_at(run.proof())


async def disproof(run: Exercise, runner: Runs) -> Examined:
    """What of a card's proof does not hold in this draw; nothing where it has none."""
    proof = run.card.proof
    if proof is None:
        return Examined(())
    seen = await runner.run(to_be_proven(run, proof))
    if isinstance(seen, Fault):
        stopped = tr("the proof was stopped")
        return Examined((Finding(Site("proof"), stopped, fault_in_words(seen)),))
    if seen.raised is not None:
        return Examined((await _why(run, proof, seen.raised, runner),))
    asserted = Asserted(proof, "proof")
    found = (*asserted.always_true(), *asserted.holding(seen))
    return Examined(found, suspected=tuple(asserted.idle(seen)))


async def _why(run: Exercise, proof: Code, raised: Raised, runner: Runs) -> Finding:
    lines = dict(enumerate(proof.text.splitlines(), proof.line))
    if raised.path != run.path or raised.line not in lines:
        if broken := await broken_before(run, runner, raised):
            return broken
        card = run.card
        site = Site("proof")
        if isinstance(card, RunCard):
            site = raising_line(card, run.path, raised)
        return Finding(site, tr("the code raises before the proof"), explained(raised))
    site = Site("proof", raised.line)
    if raised.type != "AssertionError":
        told = explained(raised) + _of_code_without_quotes(lines[raised.line])
        return Finding(site, tr("the proof raises"), told)
    told = raised.message or lines[raised.line].strip().removeprefix("assert ")
    return Finding(site, tr("this does not hold"), told)


def _of_code_without_quotes(line: str) -> str:
    """A remark for `raises` with code that has run before it could be tried."""
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse(line.strip())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "raises":
                error, code = (*node.args, None, None)[:2]
                if error and isinstance(code, ast.Call | ast.BinOp | ast.Attribute | ast.Subscript):
                    meant = f"raises({ast.unparse(error)}, {ast.unparse(code)!r})"
                    return tr("; the code is to be a text: `{meant}`", meant=meant)
    return ""
