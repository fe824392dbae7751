"""A C++ port of a game's playouts, written from the syntax trees of its rules: what the same loops reach when a C++
compiler builds them.

Every function of the rules becomes a C++ function, every record a struct of the same bytes, every constant its number;
nothing is checked and
nothing is tuned. Playouts get the same generator, so that the port must play the very games that the rules play, and
`Port` is compared with them.
"""

import ast
import ctypes
import functools
import inspect
import pkgutil
import subprocess
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled, draws, rule
from demitasse.core.fields import Fields
from demitasse.core.game import Game
from demitasse.core.setting import Setting

FLAGS = ("-std=c++20", "-O3", "-march=native", "-fwrapv", "-fPIC", "-shared", "-w")
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=", ast.Not: "!", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip
BITS = {"lowest": "__builtin_ctzll({})", "size_of": "__builtin_popcountll({})", "highest": "63 - __builtin_clzll({})"}
RECORDS = {"b": "const Box& b", "s": "State& s", "room": "Room& room"}
TYPES = {"int8": "int8_t", "int16": "int16_t", "int32": "int32_t", "int64": "int64_t"}
ROOM = "struct Room { int64_t ids[MAX_LEGAL], weight[NUM_OUTCOMES], notes[NOTES]; };"

DRIVER = """
extern "C" void playouts(const Box& b, int64_t seats, const int64_t* options, const int64_t* care,
                         int64_t seed, int64_t first, int64_t games,
                         int64_t (*scores)[SEATS][COLUMNS], int64_t* lengths) {
    State s;
    Room room;
    for (int64_t game = 0; game < games; ++game) {
        int64_t random = draws_seeded(seed, first + game), plies = 0, who;
        std::memset(&s, 0, sizeof s);
        rules_setup(b, s, seats, options);
        while ((who = rules_actor(b, s)) != OVER) {
            random = draws_advance(random);
            if (who == CHANCE) {
                rules_settle(b, s, PICK(b, s, random, room.weight));
            } else {
                if (care[who] == 0) {
                    rules_apply(b, s, room.ids[draws_below(random, rules_legal(b, s, room.ids))]);
                } else {
                    rules_apply(b, s, kernels_choose(b, s, room, care[who], random));
                    random = draws_advance(draws_advance(random));
                }
            }
            ++plies;
        }
        rules_score(b, s, scores[game]);
        lengths[game] = plies;
    }
}
"""


class Port:
    """A game's playouts in C++, built in `folder`; called as core/simulation.py's `simulate` is."""

    def __init__(self, game: Game, folder: Path) -> None:
        self._game = game
        source, library = folder / f"{game.name}.cpp", folder / f"{game.name}.so"
        source.write_text(translate(game))
        subprocess.run(["g++", *FLAGS, "-o", str(library), str(source)], check=True)
        self._playouts = ctypes.CDLL(str(library)).playouts

    def simulate(
        self, seats: int, care: Sequence[int], seed: int, first: int, games: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        scores = np.zeros((games, self._game.seats[-1], len(self._game.score)), np.int64)
        lengths = np.zeros(games, np.int64)
        arrays = (
            self._game.box.records,
            Setting.of(self._game, seats).numbers,
            np.array(care, np.int64),
            scores,
            lengths,
        )
        box, options, cares, out, plies = (ctypes.c_void_p(array.ctypes.data) for array in arrays)
        numbers = [ctypes.c_int64(number) for number in (seats, seed, first, games)]
        self._playouts(box, numbers[0], options, cares, *numbers[1:], out, plies)
        return scores[:, :seats], lengths


def translate(game: Game) -> str:
    """The whole C++ source."""
    modules = {
        "rules": game.rules,
        **dict(_inside(game.rules)),
        "policy": game.policy,
        "kernels": compiled.kernels(game),
        "draws": draws,
        "rule": rule,
    }
    names = _names(modules)
    functions = dict(
        _reachable(
            modules,
            names,
            [
                "rules.setup",
                "rules.actor",
                "rules.legal",
                "rules.apply",
                "rules.settle",
                "rules.score",
                "kernels.choose",
                "kernels.pick",
                "draws.seeded",
                "draws.advance",
                "draws.below",
            ],
        )
    )
    _find_arrays(functions)
    sizes = {
        "SEATS": game.seats[-1],
        "COLUMNS": len(game.score),
        "MAX_LEGAL": game.rules.MAX_LEGAL,
        "NUM_OUTCOMES": game.rules.NUM_OUTCOMES,
    }
    sizes["NOTES"] = compiled.kernels(game).NOTES
    head = [
        "#include <cstdint>",
        "#include <cstring>",
        "#include <algorithm>",
        "#include <array>",
        "constexpr int64_t CHANCE = -1, OVER = -2;",
    ]
    head += [f"constexpr int64_t {name} = {value};" for name, value in sizes.items()]
    head += [f"#define PICK {names[id(plain(modules['kernels'].pick))]}"]  # the game's own, or that by weights
    head += ["template <int64_t... values> constexpr int64_t table[] = {values...};"]
    head += ["static inline int64_t quotient(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a ^ b) < 0); }"]
    head += [
        "static inline int64_t rest(int64_t a, int64_t b) { int64_t r = a % b; "
        "return r != 0 && (r ^ b) < 0 ? r + b : r; }"
    ]
    structs = [_struct("Box", game.box_fields), _struct("State", game.fields), ROOM]
    return "\n".join(
        [
            *head,
            *structs,
            *(f"{f.head()};" for f in functions.values()),
            *(f.text() for f in functions.values()),
            DRIVER,
        ]
    )


def _struct(name: str, fields: Fields) -> str:
    members = []
    for field in fields.dtype.names or ():
        kind = fields.dtype[field]
        members.append(f"{TYPES[kind.base.name]} {field}{''.join(f'[{size}]' for size in kind.shape)};")
    return f"struct {name} {{ {' '.join(members)} }}; static_assert(sizeof({name}) == {fields.dtype.itemsize});"


def _names(modules: Mapping[str, ModuleType]) -> dict[int, str]:
    """The C++ name of every function: its own, or in the rules that of the door."""
    names: dict[int, str] = {}
    for short, module in modules.items():
        for key, function in _functions(module):
            names.setdefault(id(plain(function)), f"{short}_{key}")
    return names


def _reachable(
    modules: Mapping[str, ModuleType], names: Mapping[int, str], roots: Sequence[str]
) -> Iterator[tuple[str, "Function"]]:
    """Every function that is called from the roots."""
    todo = [plain(getattr(modules[root.split(".")[0]], root.split(".")[1])) for root in roots]
    seen = set()
    while todo:
        found = todo.pop()
        if id(found) not in seen:
            seen.add(id(found))
            function = Function(names[id(found)], found, names)
            todo += function.calls
            yield function.name, function


def _inside(package: Any) -> Iterator[tuple[str, ModuleType]]:
    """The files beside the door, of rules that are a folder."""
    for found in pkgutil.iter_modules(getattr(package, "__path__", [])):
        yield f"rules_{found.name}", import_module(f"{package.__name__}.{found.name}")


def _functions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Those of a module; for a folder, those that it lets be used through its door."""
    for key, value in vars(module).items():
        if inspect.isfunction(plain(value)) and f"{plain(value).__module__}.".startswith(f"{module.__name__}."):
            yield key, value


def plain(function: Any) -> Any:
    """The Python function that was compiled."""
    return getattr(function, "py_func", function)


def _find_arrays(functions: Mapping[str, "Function"]) -> None:
    """A parameter is an array if it is indexed, or handed on as one."""
    changed = True
    while changed:
        changed = False
        for function in functions.values():
            for callee, position, parameter in function.hands_on:
                other = functions[callee]
                if other.parameters[position] in other.arrays and parameter not in function.arrays:
                    function.arrays.add(parameter)
                    changed = True


def _type_of(given: ast.expr) -> str:
    return f"std::array<int64_t, {len(given.elts)}>" if isinstance(given, ast.Tuple) else "int64_t"


class Function:
    """One function of the rules, and how it reads in C++."""

    def __init__(self, name: str, function: Any, names: Mapping[int, str]) -> None:
        self.name = name
        self._globals = function.__globals__
        self._names = names
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self._tree = tree
        self.parameters = [argument.arg for argument in tree.args.args]
        nodes = list(ast.walk(tree))
        self.arrays = {n.value.id for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)}
        self.arrays |= {"notes", "weight"}  # some games need none
        self._locals = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} - set(
            self.parameters
        )
        self._gives = next(
            (_type_of(n.value) for n in nodes if isinstance(n, ast.Return) and n.value is not None), "void"
        )
        self._counter = 0
        self.calls: list[Any] = []
        self.hands_on: list[tuple[str, int, str]] = []
        for node in nodes:
            if isinstance(node, ast.Call) and (callee := self._callee(node.func)) is not None:
                self.calls.append(callee)
                passed = [
                    (k, a.id) for k, a in enumerate(node.args) if isinstance(a, ast.Name) and a.id in self.parameters
                ]
                self.hands_on += [(names[id(callee)], k, parameter) for k, parameter in passed]

    def head(self) -> str:
        parameters = [RECORDS.get(p, f"auto&& {p}_" if p in self.arrays else f"int64_t {p}_") for p in self.parameters]
        return f"static {self._gives} {self.name}({', '.join(parameters)})"

    def text(self) -> str:
        declared = "".join(f"int64_t {name}_ = 0; " for name in sorted(self._locals))
        return f"{self.head()} {{ {declared}\n{self._block(self._tree.body)}\n}}"

    def _value(self, node: ast.expr) -> Any:
        """What a name or attribute stands for outside the function, or None."""
        if isinstance(node, ast.Name) and node.id not in self._locals and node.id not in self.parameters:
            return self._globals.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(module := self._value(node.value), ModuleType):
            return getattr(module, node.attr)
        return None

    def _callee(self, node: ast.expr) -> Any:
        found = plain(self._value(node))
        return found if id(found) in self._names else None

    # Statements

    def _block(self, body: Sequence[ast.stmt]) -> str:
        return "\n".join(self._statement(node) for node in body)

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ""
            case ast.Expr():
                return f"{self._e(node.value)};"
            case ast.Return(value=ast.Tuple(elts=values)):
                return f"return {{{', '.join(map(self._long, values))}}};"
            case ast.Return():
                return f"return {self._e(node.value)};" if node.value else "return;"
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
            case ast.If():
                otherwise = f" else {{\n{self._block(node.orelse)}\n}}"
                return f"if ({self._e(node.test)}) {{\n{self._block(node.body)}\n}}{otherwise}"
            case ast.While():
                return f"while ({self._e(node.test)}) {{\n{self._block(node.body)}\n}}"
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=limits)):
                return self._loop(name, limits, node.body)
            case ast.AugAssign():
                return self._augmented(node)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                before = "".join(f"int64_t t{k} = {self._e(value)}; " for k, value in enumerate(values))
                return f"{{ {before}{''.join(f'{self._e(target)} = t{k}; ' for k, target in enumerate(targets))}}}"
            case ast.Assign(targets=[ast.Tuple(elts=targets)]):
                parts = "".join(f"{self._e(target)} = t[{k}]; " for k, target in enumerate(targets))
                return f"{{ auto t = {self._e(node.value)}; {parts}}}"
            case ast.Assign(targets=[target]):
                return f"{self._e(target)} = {self._e(node.value)};"
        raise NotImplementedError(ast.unparse(node))

    def _loop(self, name: str, limits: Sequence[ast.expr], body: Sequence[ast.stmt]) -> str:
        self._counter += 1
        i, end = f"i{self._counter}", f"e{self._counter}"
        low, high = ("0", self._e(limits[0])) if len(limits) == 1 else (self._e(limits[0]), self._e(limits[1]))
        step = int(ast.literal_eval(limits[2])) if len(limits) == 3 else 1
        test = "<" if step > 0 else ">"
        head = f"for (int64_t {i} = {low}, {end} = {high}; {i} {test} {end}; {i} += {step})"
        return f"{head} {{ {name}_ = {i};\n{self._block(body)}\n}}"

    def _augmented(self, node: ast.AugAssign) -> str:
        target = self._e(node.target)
        if type(node.op) in OPERATORS:
            return f"{target} {OPERATORS[type(node.op)]}= {self._e(node.value)};"
        return f"{target} = {self._divided(node.op, target, self._e(node.value))};"

    # Expressions

    def _e(self, node: ast.expr) -> str:
        if isinstance(value := self._value(node), (bool, int)):
            return f"({int(value)}LL)"
        if isinstance(value, tuple):
            return f"table<{', '.join(map(str, value))}>"
        match node:
            case ast.Constant(value=int(constant)):
                return f"{int(constant)}LL"
            case ast.Name(id=name):
                # Some are words of C++; a local may be named like a record
                return name if name in RECORDS and name not in self._locals else f"{name}_"
            case ast.Attribute():
                return f"{self._e(node.value)}.{node.attr}"
            case ast.Subscript():
                indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                return self._e(node.value) + "".join(f"[{self._e(index)}]" for index in indices)
            case ast.BinOp(left=left, op=op, right=right):
                if type(op) in OPERATORS:
                    return f"({self._long(left)} {OPERATORS[type(op)]} {self._e(right)})"
                return self._divided(op, self._e(left), self._e(right))
            case ast.UnaryOp():
                return f"({OPERATORS[type(node.op)]}({self._e(node.operand)}))"
            case ast.BoolOp():
                return "(" + (" && " if isinstance(node.op, ast.And) else " || ").join(map(self._e, node.values)) + ")"
            case ast.IfExp():
                return f"({self._e(node.test)} ? int64_t({self._e(node.body)}) : int64_t({self._e(node.orelse)}))"
            case ast.Compare():
                return self._compared(node)
            case ast.Call():
                return self._called(node)
        raise NotImplementedError(ast.unparse(node))

    def _long(self, node: ast.expr) -> str:
        """As 64 bits, so that a shift does not fall off 32."""
        return f"int64_t({self._e(node)})"

    def _divided(self, op: ast.operator, left: str, right: str) -> str:
        return f"{'quotient' if isinstance(op, ast.FloorDiv) else 'rest'}({left}, {right})"

    def _compared(self, node: ast.Compare) -> str:
        values = [node.left, *node.comparators]
        parts = []
        for left, op, right in zip(values, node.ops, values[1:], strict=False):
            if isinstance(op, ast.In) and isinstance(right, ast.Tuple):
                parts.append("(" + " || ".join(f"{self._e(left)} == {self._e(one)}" for one in right.elts) + ")")
            else:
                parts.append(f"{self._long(left)} {OPERATORS[type(op)]} {self._long(right)}")
        return "(" + " && ".join(parts) + ")"

    def _called(self, node: ast.Call) -> str:
        arguments = [self._e(argument) for argument in node.args]
        if (callee := self._callee(node.func)) is not None:
            return f"{self._names[id(callee)]}({', '.join(arguments)})"
        assert isinstance(node.func, ast.Name)
        if node.func.id in ("int", "bool"):
            return f"int64_t({arguments[0]})"
        if (name := node.func.id) in ("min", "max"):
            return functools.reduce(
                lambda one, other: f"std::{name}({one}, int64_t({other}))", arguments[1:], f"int64_t({arguments[0]})"
            )
        if name in BITS:
            return f"int64_t({BITS[name].format(arguments[0])})"
        if node.func.id == "abs":
            return f"std::abs(int64_t({arguments[0]}))"
        raise NotImplementedError(ast.unparse(node))
