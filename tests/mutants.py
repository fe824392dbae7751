"""Mutants: small changes to the rules of a game, made one by one, to see whether a test notices each.

    python -m tests.mutants                        60 mutants of each game, chosen by a seed
    python -m tests.mutants cafe --count 200       so many of one game
    python -m tests.mutants --all                  every one (hours)
    python -m tests.mutants --names                none: only whether tests/mutants.txt names mutants that there are

A mutant is an edit of a rule's syntax tree, put in place of the rule in a process of its own: rules are plain Python
here. What may kill it are the game's own tests, its golden playthroughs and its rows of perft and refusals, those first
that killed others in the same rule. tests/mutants.txt lists those that nobody could tell from the rules, with the
reason: every name in it must be that of a mutant, and none may be killed by the quick tests.
"""

import argparse
import ast
import copy
import hashlib
import importlib
import itertools
import math
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FunctionType
from typing import Any

os.environ["DEMITASSE_JIT"] = "0"

import pytest

from demitasse import game, game_names
from demitasse.core import compiled, rule

TESTS = Path(__file__).parent
EQUIVALENT = TESTS / "mutants.txt"
OWN = ("test_rules.py", "test_refused.py", "test_box.py")  # the files of a game's tests that try its rules
SHARED = {  # and the tests of all games that do so quickly
    "test_golden.py": ("test_a_golden_playthrough_is_played_again_to_the_letter",),
    "test_perft.py": ("test_perft_agrees_with_counting_by_hand",),
    "test_broken_positions.py": ("test_what_is_refused_stays_as_it_is",),
    "test_match.py": (
        "test_what_a_game_picks_is_what_its_weights_give",
        "test_scores_are_written_over_what_stood_there",
    ),
}
LINES = 1000  # of a row of perft that is quick
ENOUGH = 97  # of a hundred mutants that are not equivalent so many must be killed
SIZES = ("NUM_ACTIONS", "NUM_OUTCOMES", "MAX_LEGAL", "MAX_PLIES")  # room, not rules: more of it changes nothing
MEMORY = 4 << 30
STARTING = 0.01  # seconds that a test takes beside its own
HOPE = 0.1  # kills of a test that has killed nobody yet


# Mutations ------------------------------------------------------------------------------------------------------------

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
JOINED: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}


def expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression may become."""
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(JOINED[type(node.op)](), node.values)
        yield from (_without(node, dropped) for dropped in range(len(node.values)))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, COUNTED[type(node.op)](), node.right)
        if isinstance(node.op, ast.BitAnd | ast.Mod):  # a mask dropped
            yield node.left
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from _called(node, node.func.id)


def _compared(node: ast.Compare) -> Iterator[ast.expr]:
    for at, operator in enumerate(node.ops):
        for other in COMPARED[type(operator)]:
            yield ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators)


def _without(node: ast.BoolOp, dropped: int) -> ast.expr:
    left = node.values[:dropped] + node.values[dropped + 1 :]
    return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _called(node: ast.Call, name: str) -> Iterator[ast.expr]:
    """A bound dropped; a loop that leaves its first or its last out."""
    if name in ("min", "max", "abs"):
        yield from node.args
    elif name == "range" and len(node.args) < 3:
        first, last = [ast.Constant(0), *node.args][-2:]
        one = ast.Constant(1)
        yield ast.Call(node.func, [ast.BinOp(first, ast.Add(), one), last], [])
        yield ast.Call(node.func, [first, ast.BinOp(last, ast.Sub(), one)], [])


def conditions(node: ast.AST) -> Iterator[ast.expr]:
    """The opposite of a condition that is no comparison: of those an expression's own mutations are enough."""
    if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.BoolOp):
        if not (isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)):
            yield ast.UnaryOp(ast.Not(), node.test)


def statements(node: ast.stmt, again: Counter[str]) -> Iterator[ast.stmt]:
    """What a statement may become; `again` counts how often each name of its rule is set."""
    if isinstance(node, ast.AugAssign):
        yield ast.AugAssign(node.target, COUNTED[type(node.op)](), node.value)
    if isinstance(node, ast.AugAssign | ast.Continue | ast.Break | ast.Return | ast.Expr) and not _is_text(node):
        yield ast.Pass()
    elif isinstance(node, ast.Assign):
        names = [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        if not isinstance(node.targets[0], ast.Name | ast.Tuple) or all(again[name] > 1 for name in names):
            yield ast.Pass()


# Mutants --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One edit: `holder.slot` (at an index, of a list) becomes `new`, somewhere in a rule or a constant of a module."""

    module: str
    root: ast.FunctionDef | ast.Assign
    holder: ast.AST
    slot: str
    index: int | None
    new: ast.AST
    name: str  # where, what it was and what it is: its name in mutants.txt
    line: int  # that of the statement it is in

    @property
    def rule(self) -> str:
        return f"{self.module} {getattr(self.root, 'name', '')}"

    def apply(self) -> None:
        """Put it in place of the rule; for good, so in a process that is forked for it."""
        if self.index is None:
            setattr(self.holder, self.slot, self.new)
        else:
            getattr(self.holder, self.slot)[self.index] = self.new
        if isinstance(self.root, ast.FunctionDef):
            self.root.decorator_list = []
            function: FunctionType = getattr(sys.modules[self.module], self.root.name)
            function.__code__ = self._run([self.root], {})[self.root.name].__code__
        else:
            self._set_constants()

    def _run(self, nodes: list[ast.stmt], into: dict[str, Any]) -> dict[str, Any]:
        module = ast.fix_missing_locations(ast.Module(nodes, []))
        known = {**vars(sys.modules[self.module])}
        exec(compile(module, self.module, "exec"), known)
        into.update({name: known[name] for node in nodes for name in _set_by(node)})
        return into

    def _set_constants(self) -> None:
        """The constant, and those that are made from it, wherever the game has imported them."""
        nodes = [node for node in _constants(self.module, self.root.lineno) if node.lineno > self.root.lineno]
        before = dict(vars(sys.modules[self.module]))
        package = ".".join(self.module.split(".")[:3])
        for name, value in self._run([self.root, *nodes], {}).items():
            for module in [each for each in sys.modules if each.startswith(f"{package}.")]:
                known = vars(sys.modules[module])
                if name in known and known[name] == before[name]:
                    known[name] = value


def mutants_of(module: str) -> Iterator[Mutant]:
    """Every mutant of a module, no two of one name."""
    seen: Counter[str] = Counter()
    for root in _parsed(module).body:
        if isinstance(root, ast.FunctionDef) or root in _constants(module):
            assert isinstance(root, ast.FunctionDef | ast.Assign)
            for mutant in _mutants_in(module, root):
                seen[mutant.name] += 1
                times = f" ({seen[mutant.name]})" if seen[mutant.name] > 1 else ""
                yield replace(mutant, name=mutant.name + times)


def _mutants_in(module: str, root: ast.FunctionDef | ast.Assign) -> Iterator[Mutant]:
    short = module.removeprefix("demitasse.games.")
    again = Counter(name for node in ast.walk(root) for name in _set_by(node))
    last = root.body[-1] if isinstance(root, ast.FunctionDef) else None
    where = f"{short} {root.name}" if isinstance(root, ast.FunctionDef) else short
    for statement in _statements(root):
        for holder, slot, index, old, new in _edits(statement, again):
            if old is last and isinstance(old, ast.Return):
                continue  # without its last return a rule gives nothing: nobody needs a test for that
            inside = old if isinstance(old, ast.stmt) else statement
            change = "removed" if isinstance(new, ast.Pass) else f"{_line(old)} → {_line(new)}"
            name = f"{where} | {_line(inside)} | {change}"
            yield Mutant(module, root, holder, slot, index, new, name, inside.lineno)


def _line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


def _edits(statement: ast.stmt, again: Counter[str]) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, ast.AST]]:
    """(holder, slot, index, old, new) of a statement, but for the statements in it."""
    for holder in _own(statement):
        for new_test in conditions(holder):
            yield holder, "test", None, holder.test, new_test  # type: ignore[attr-defined]
        for slot, value in ast.iter_fields(holder):
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.expr):
                    yield from ((holder, slot, index, node, new) for new in expressions(node))
                elif isinstance(node, ast.stmt):
                    yield from ((holder, slot, index, node, new) for new in statements(node, again))


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement and its expressions, but for the statements in it."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _statements(root: ast.stmt) -> Iterator[ast.stmt]:
    return (node for node in ast.walk(root) if isinstance(node, ast.stmt) and not _is_text(node))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _set_by(node: ast.AST) -> Iterator[str]:
    """The names that a statement sets."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AugAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name))


TREES: dict[str, ast.Module] = {}


def _parsed(module: str) -> ast.Module:
    if module not in TREES:
        path = sys.modules[module].__file__
        assert path is not None
        TREES[module] = ast.parse(Path(path).read_text(encoding="utf-8"))
    return TREES[module]


def _constants(module: str, after: int = 0) -> list[ast.Assign]:
    """The constants of a module that are made of numbers alone."""
    found = [node for node in _parsed(module).body if isinstance(node, ast.Assign) and node.lineno >= after]
    numbers = [node for node in found if isinstance(vars(sys.modules[module])[next(_set_by(node))], int)]
    return [node for node in numbers if not _is_entry(node) and next(_set_by(node)) not in SIZES]


def _is_entry(node: ast.Assign) -> bool:
    """Whether it is the number of an entry of a table, which no rule says."""
    return isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)


# Killers --------------------------------------------------------------------------------------------------------------


def forked(work: Callable[[Callable[[object], None]], None]) -> list[Any]:
    """What `work` tells in a process of its own, as far as it lives."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        try:
            with os.fdopen(write, "wb", buffering=0) as pipe:
                work(lambda told: pickle.dump(told, pipe))
        finally:
            os._exit(0)
    os.close(write)
    told = []
    with os.fdopen(read, "rb") as pipe:
        while True:
            try:
                told.append(pickle.load(pipe))
            except EOFError:
                break
    os.waitpid(child, 0)
    return told


@dataclass
class Killers:
    """The tests of a game, what each takes and which lines of the rules it runs; a plugin of pytest that hunts."""

    name: str
    hunt: Callable[["Killers"], None]
    items: list[pytest.Item] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lines: list[set[tuple[str, int]]] = field(default_factory=list)  # of each test
    kills: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))  # by rule
    red: bool = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if isinstance(item, pytest.Function) and self.is_killer(item)]

    def is_killer(self, item: pytest.Function) -> bool:
        if item.path.parent.name == self.name:
            return True
        own = item.originalname in SHARED[item.path.name] and f"[{self.name}-" in item.nodeid
        lines: Any = item.callspec.params.get("count", 0) if own else 0
        return own and bool(lines <= LINES)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.measure()
        self.hunt(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.red = self.red or report.failed

    def measure(self) -> None:
        """Run every test once on the rules as they are; what is known of those that did not change is kept."""
        kept = Path(tempfile.gettempdir()) / f"demitasse-mutants-{self.name}.pickle"
        known: dict[str, tuple[float, set[tuple[str, int]]]] = {}
        if kept.exists():
            known = pickle.loads(kept.read_bytes())
        keys = [self._key(item) for item in self.items]
        todo = [number for number, key in enumerate(keys) if key not in known]
        found = forked(lambda tell: self._measured(todo, tell))
        known |= {keys[number]: told for number, told in zip(todo, found, strict=False)}
        kept.write_bytes(pickle.dumps(known))
        assert len(found) == len(todo), f"{self.items[todo[len(found)]].nodeid} is not green"
        self.seconds = [known[key][0] for key in keys]  # watched: somewhat more than it takes otherwise
        self.lines = [known[key][1] for key in keys]

    def _key(self, item: pytest.Item) -> str:
        return f"{item.nodeid} {rule.digest(self.name)} {hashlib.sha256(item.path.read_bytes()).hexdigest()}"

    def _measured(self, todo: Iterable[int], tell: Callable[[object], None]) -> None:
        for module in rules_of(self.name):
            watch(module)
        for number in todo:
            HIT.clear()
            began = time.process_time()
            self._run(self.items[number])
            if self.red:
                break
            tell((time.process_time() - began, set(HIT)))

    def _run(self, item: pytest.Item) -> None:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)

    def kill(self, mutant: Mutant, budget: float) -> str:
        """The test that notices a mutant, or nothing; the quick tests alone if they fill so many seconds."""
        order = self.order(mutant, budget)
        told = forked(lambda tell: self._kill(mutant, order, tell))
        if told and told[-1] == "green":
            return ""
        if not told:
            return "it is no rule at all"
        last: int = told[-1]
        self.kills[mutant.rule][last] += 1
        return self.items[last].nodeid

    def _kill(self, mutant: Mutant, order: Iterable[int], tell: Callable[[object], None]) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        mutant.apply()
        for number in order:
            tell(number)
            signal.setitimer(signal.ITIMER_PROF, 1 + 5 * self.seconds[number])  # its end is that of the process
            self._run(self.items[number])
            signal.setitimer(signal.ITIMER_PROF, 0)
            if self.red:
                return
        tell("green")

    def order(self, mutant: Mutant, budget: float) -> list[int]:
        """The tests that run the mutant's lines, those first that killed most others of its rule a second."""
        if isinstance(mutant.root, ast.Assign):
            found = [number for number, hit in enumerate(self.lines) if any(name == mutant.module for name, _ in hit)]
        else:
            found = [number for number, hit in enumerate(self.lines) if (mutant.module, mutant.line) in hit]
        kills = self.kills[mutant.rule]
        found.sort(key=lambda number: (self.seconds[number] + STARTING) / (kills[number] + HOPE))
        spent = itertools.accumulate(self.seconds[number] for number in found)
        return [number for number, seconds in zip(found, spent, strict=True) if seconds < budget]


HIT: set[tuple[str, int]] = set()  # the statements that ran since somebody looked


def watch(module: str) -> None:
    """Have every statement of a module's rules say that it runs; for good, so in a process that is forked for it."""
    known = vars(sys.modules[module])
    for root in copy.deepcopy(_parsed(module)).body:
        if isinstance(root, ast.FunctionDef):
            for node in ast.walk(root):
                for slot in ("body", "orelse"):
                    if isinstance(block := getattr(node, slot, None), list):
                        setattr(node, slot, [each for one in block for each in (_probe(module, one), one)])
            root.decorator_list = []
            found = {"_hit": HIT.add}
            exec(compile(ast.fix_missing_locations(ast.Module([root], [])), module, "exec"), found)
            known["_hit"] = HIT.add
            known[root.name].__code__ = found[root.name].__code__


def _probe(module: str, node: ast.stmt) -> ast.Expr:
    place: list[ast.expr] = [ast.Constant(module), ast.Constant(node.lineno)]
    return ast.Expr(ast.Call(ast.Name("_hit", ast.Load()), [ast.Tuple(place, ast.Load())], []))


# Hunting --------------------------------------------------------------------------------------------------------------


def rules_of(name: str) -> list[str]:
    """The modules of a game's rules: one, or all of the folder."""
    package = f"demitasse.games.{name}.rules"
    folder = rule.PACKAGE / "games" / name / "rules"
    inside = [f"{package}.{path.stem}" for path in sorted(folder.glob("[!_]*.py"))]
    return [package, *inside]


def equivalents() -> dict[str, str]:
    """The reason, by the mutant's name."""
    found, reason = {}, ""
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            found[line.strip()] = reason
        elif not line.startswith("#"):
            reason = line.strip()
    return found


def all_mutants(name: str) -> Iterator[Mutant]:
    for module in rules_of(name):
        importlib.import_module(module)
        yield from mutants_of(module)


def unknown() -> list[str]:
    """What is called equivalent and is no mutant of any rule, as after a rule was written anew."""
    every = {mutant.name for name in game_names() for mutant in all_mutants(name)}
    return [name for name in equivalents() if name not in every]


@dataclass
class Hunt:
    """Mutants of a game, and what became of them."""

    name: str
    count: int | None  # how many, chosen by a seed; None: all
    seed: int
    rule: str  # only those whose name has this in it
    budget: float  # seconds of tests for one that is called equivalent: the others have all that run their lines
    tally: Counter[str] = field(default_factory=Counter)
    survived: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)  # called equivalent and killed nevertheless

    def run(self) -> None:
        found = game(self.name)
        _ = found.box, compiled.kernels(found)  # once for all the processes to come
        own = [path for path in OWN if (TESTS / self.name / path).exists()]
        paths = [*(str(TESTS / self.name / path) for path in own), *(str(TESTS / path) for path in SHARED)]
        quietly = [
            "-q",
            "-s",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            f"--basetemp=/tmp/demitasse-mutants-{os.getpid()}",
        ]
        pytest.main([*paths, *quietly], plugins=[Killers(self.name, self.hunt)])

    def chosen(self) -> Sequence[Mutant]:
        every = [mutant for mutant in all_mutants(self.name) if self.rule in mutant.name]
        random.Random(self.seed).shuffle(every)
        return every[: self.count]

    def hunt(self, killers: Killers) -> None:
        known = equivalents()
        mutants = self.chosen()
        for number, mutant in enumerate(mutants, 1):
            equivalent = mutant.name in known
            killer = killers.kill(mutant, self.budget if equivalent else math.inf)
            self.note(mutant, killer, equivalent)
            print(f"{number}/{len(mutants)} {'killed' if killer else 'ALIVE '} {mutant.name} {killer}", flush=True)

    def note(self, mutant: Mutant, killer: str, equivalent: bool) -> None:
        self.tally["killed" if killer else "equivalent" if equivalent else "survived"] += 1
        if killer and equivalent:
            self.stale.append(mutant.name)
        if not killer and not equivalent:
            self.survived.append(mutant.name)

    def report(self) -> bool:
        """Print what became of them; whether that is enough."""
        killed, survived = self.tally["killed"], self.tally["survived"]
        share = 100 * killed / max(1, killed + survived)
        print(
            f"{self.name}: {sum(self.tally.values())} mutants, {killed} killed, {self.tally['equivalent']} equivalent, "
            f"{survived} survived: {share:.1f} % of those that are not equivalent are killed"
        )
        for name in self.survived:
            print(f"  survived: {name}")
        for name in self.stale:
            print(f"  {EQUIVALENT.name} calls it equivalent, and it was killed: {name}")
        return share >= ENOUGH and not self.stale


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_names(), metavar="game")
    parser.add_argument("--count", type=int, default=60, help="mutants of each game")
    parser.add_argument("--all", action="store_true", help="all of them")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--rule", default="", help="only those whose name has this in it")
    parser.add_argument("--budget", type=float, default=30, help="seconds of tests for one that is called equivalent")
    parser.add_argument("--names", action="store_true", help="no hunt: only whether those called equivalent exist")
    options = parser.parse_args()
    if gone := unknown():
        sys.exit("\n".join([f"{EQUIVALENT.name} names what is no mutant:", *gone]))
    if options.names:
        return
    count = None if options.all else options.count
    hunts = [Hunt(name, count, options.seed, options.rule, options.budget) for name in options.games]
    for hunt in hunts:
        hunt.run()
    print()
    enough = [hunt.report() for hunt in hunts]
    sys.exit(0 if all(enough) else 1)


if __name__ == "__main__":
    main()
