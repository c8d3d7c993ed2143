"""Reuses programs for the sizes 0 and 1. PyTorch captures these sizes
separately, as numbers; if the piece's text is otherwise the same, the program
that was compiled for a size symbol is used, as in tc.compile."""
import re

import sympy

from .text import Sizes, is_number

CALL = re.compile(r'"([\w.]+)"\(')
HEAD = re.compile(r"fx\.graph @main\((.*)\) -> ")
TYPE = re.compile(r"tensor<((?:(?:\?|\d+)x)+)([^,>]*(?:<\w+>)?)"
                  r"(?:, #tc\.dims<\[([^\]]*)\]>)?>")
SIZE = re.compile(r"#tc\.size<([^>]*)>")
STRIDES = re.compile(r"(?<=<strides = \[)[^\]]*")
SYMBOL = re.compile(r"s\d+")
FUNCTIONS = {"floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b,
             "min": min, "max": max, "__builtins__": {}}
APART = ("0", "1")


class Instances:
    """Programs for size symbols, by what is called in them."""

    def __init__(self):
        self.found = {}

    def add(self, text, rest, program):
        """`rest`: what else a program depends on."""
        if "#tc.dims<" in text:
            key = (rest, *CALL.findall(text))
            self.found.setdefault(key, []).append((text, program))

    def get(self, text, rest):
        """The program of a text that becomes `text` when some of its symbols
        are 0 or 1; None if there is none."""
        for general, program in self.found.get((rest, *CALL.findall(text)), ()):
            bound = _bind(general, text)
            if bound and _instance(general, bound) == text:
                return program
        return None

    def clear(self):
        self.found.clear()


def _sizes(match):
    return (match[3].split(", ") if match[3] else
            match[1].rstrip("x").split("x"))


def _bind(general, text):
    """{symbol: a symbol, "0" or "1"} by the types of the arguments; {} if that
    is not what the texts differ in."""
    heads = HEAD.search(general), HEAD.search(text)
    bound = {}
    if None in heads:
        return {}
    for a, b in zip(*(TYPE.finditer(h[1]) for h in heads)):
        for size, value in zip(_sizes(a), _sizes(b)):
            if SYMBOL.fullmatch(size):
                bound.setdefault(size, value)
    values = bound.values()
    if not any(v in APART for v in values) or any(
            v not in APART and not SYMBOL.fullmatch(v) for v in values):
        return {}
    return bound


def _instance(text, bound):
    """The text with its symbols replaced, spelled as text.py does; None where
    a size cannot be spelled."""
    def size(expression):
        if is_number(expression):
            return expression
        names = set(SYMBOL.findall(expression))
        known = {n: bound[n] for n in names}
        if all(v in APART for v in known.values()):
            return str(eval(expression, FUNCTIONS,
                            {n: int(v) for n, v in known.items()}))
        return Sizes().text(sympy.sympify(expression, {
            n: sympy.Integer(v) if v in APART else sympy.Symbol(v)
            for n, v in known.items()}))

    def attribute(match):
        value = size(match[1])
        return value if is_number(value) else f"#tc.size<{value}>"

    def tensor(match):
        if not match[3]:
            return match[0]
        words = [size(w) for w in match[3].split(", ")]
        extents = [w if is_number(w) else "?" for w in words]
        dims = f", #tc.dims<[{', '.join(words)}]>" if "?" in extents else ""
        return f"tensor<{'x'.join(extents)}x{match[2]}{dims}>"

    def strides(match):
        return ", ".join(map(size, match[0].split(", ")))
    try:
        for pattern, write in ((TYPE, tensor), (SIZE, attribute),
                               (STRIDES, strides)):
            text = pattern.sub(write, text)
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return None  # a symbol of no argument; a division by 0; a function
    return text
