"""Parses printed attributes and types of the IR to Python values: those that
text.py writes, and the argument trees of fx.call. Sizes become Python syntax
trees, which `evaluate` computes in any domain."""
import ast
import operator
import re
import struct
from typing import NamedTuple

import torch

from .text import DTYPE

TOKEN = re.compile(r"""\s*(?:
    (?P<arg>\#fx\.arg<(?P<number>\d+)>)
  | \#tc\.size<(?P<size>[^>]*)>
  | dense<\((?P<real>[^,]*),(?P<imaginary>[^)]*)\)>\s*:\s*tensor<complex<f64>>
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<dtype>complex<f\d+>|(?:[us]?i\d+|b?f\d+)\b)
  | (?P<hex>0x[0-9A-Fa-f]+)\s*:\s*f64
  | (?P<float>-?\d+\.\d*(?:[eE][+-]?\d+)?)(?:\s*:\s*f64)?
  | (?P<int>-?\d+)(?:\s*:\s*i64)?
  | (?P<word>[A-Za-z_@\#][\w.$]*)
  | (?P<mark>[\[\]{}=,<>])
)""", re.X)
TENSOR = re.compile(r"tensor<((?:(?:\d+|\?)x)*)([^,]+?)"
                    r"(?:, \#tc\.dims<\[(.*)\]>)?>")
WORDS = {"true": True, "false": False, "unit": None, "none": None}


class Operand(NamedTuple):
    """In an argument tree: the operand of that number."""
    number: int


class Size(NamedTuple):
    """A size that is no number, as text."""
    text: str


class Type(NamedTuple):
    """Of a tensor: ints, or Size where a size is no number."""
    shape: tuple
    dtype: torch.dtype


def attribute(text):
    """The value that an attribute's text stands for: lists, dicts, numbers,
    strings, None, dtypes, Operand, Size; else ValueError."""
    tokens = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise ValueError(f"{text[at:at + 40]!r} is no argument of a call")
        tokens.append(match)
        at = match.end()
    value, end = _value(tokens, 0)
    if end != len(tokens):
        raise ValueError(f"{text!r} goes on behind its value")
    return value


def _value(tokens, at):
    match = tokens[at]
    kind, text = match.lastgroup, match[match.lastgroup]
    if kind == "mark" and text == "[":
        return _list(tokens, at + 1)
    if kind == "mark" and text == "{":
        return _dictionary(tokens, at + 1)
    if kind == "word" and text == "#tc.layout":
        return _layout(tokens, at + 2)
    return _leaf(match, kind, text), at + 1


def _leaf(match, kind, text):
    if kind == "arg":
        return Operand(int(match["number"]))
    if kind == "size":
        return Size(text)
    if kind == "imaginary":
        return complex(float(match["real"]), float(text))
    if kind == "string":
        return string(text)
    if kind == "dtype":
        return DTYPE[text]
    if kind == "hex":
        return struct.unpack(">d", bytes.fromhex(text[2:].zfill(16)))[0]
    if kind == "float":
        return float(text)
    if kind == "int":
        return int(text)
    if text in WORDS:
        return WORDS[text]
    raise ValueError(f"{text!r} is no argument of a call")


def _list(tokens, at):
    values = []
    while tokens[at]["mark"] != "]":
        value, at = _value(tokens, at)
        values.append(value)
        at += tokens[at]["mark"] == ","
    return values, at + 1


def _dictionary(tokens, at, end="}"):
    values = {}
    while tokens[at]["mark"] != end:
        name = tokens[at]["word"] or string(tokens[at]["string"])
        values[name], at = (None, at + 1) if tokens[at + 1]["mark"] != "=" \
            else _value(tokens, at + 2)
        at += tokens[at]["mark"] == ","
    return values, at + 1


def _layout(tokens, at):
    return _dictionary(tokens, at, ">")


def string(text):
    """A string of MLIR, whose escapes are hexadecimal but for these."""
    def one(match):
        return {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}.get(
            match[1]) or chr(int(match[1], 16))
    return re.sub(r'\\(["\\nt]|[0-9A-Fa-f]{2})', one, text[1:-1])


def tensor_type(text):
    """A Type; ValueError where the text is none."""
    match = TENSOR.fullmatch(text)
    if not match or match[2] not in DTYPE:
        raise ValueError(f"no tensor of PyTorch is a {text}")
    words = split(match[3]) if match[3] is not None else \
        match[1].split("x")[:-1]
    if "?" in words:
        raise ValueError(f"{text} has a size without a name")
    return Type(tuple(int(w) if w.lstrip("-").isdigit() else Size(w)
                      for w in words), DTYPE[match[2]])


def split(text):
    """The parts between commas that stand in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [p.strip() for p in parts if p.strip()]


FUNCTIONS = {"floordiv": operator.floordiv, "mod": operator.mod,
             "min": torch.sym_min, "max": torch.sym_max}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub,
             ast.Mult: operator.mul}


def evaluate(size, symbol, apply=lambda function, *args: function(*args)):
    """A size, an int or a Size. `symbol(name)` is what a symbol stands for,
    `apply(function, *args)` what is done of it."""
    if isinstance(size, int):
        return size

    def visit(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name):
            return symbol(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return apply(operator.neg, visit(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return apply(OPERATORS[type(node.op)], visit(node.left),
                         visit(node.right))
        if isinstance(node, ast.Call) and node.func.id in FUNCTIONS:
            return apply(FUNCTIONS[node.func.id], *map(visit, node.args))
        raise ValueError(f"{size.text} is no size")
    return visit(ast.parse(size.text, mode="eval").body)
