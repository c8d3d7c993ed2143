"""MLIR text of numbers, types, sizes and attributes, for the importer
(importer.py). Uses torch's dtypes, nothing of torch.export."""
import contextlib
import functools
import math
import re
import struct

import sympy
import torch
from tc import _core
from torch.fx.experimental.symbolic_shapes import statically_known_true
from torch.utils._sympy.functions import (
    CeilToInt, FloorDiv, FloorToInt, TruncToInt)

ELEMENT = {
    torch.float32: "f32", torch.float64: "f64", torch.bfloat16: "bf16",
    torch.float16: "f16", torch.int64: "i64", torch.int32: "i32",
    torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8",
    torch.bool: "i1", torch.complex64: "complex<f32>",
    torch.complex128: "complex<f64>",
}
DTYPE = {text: dtype for dtype, text in ELEMENT.items()}


def real(value):
    """A float literal that MLIR reads back as the same f64."""
    value = float(value)
    if not math.isfinite(value):
        return "0x%016X" % struct.unpack("<Q", struct.pack("<d", value))
    text = repr(value)
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return text


def typed_real(value):
    """The same where the parser can't know the type: as an attribute."""
    text = real(value)
    return text + " : f64" if text.startswith("0x") else text


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def key(name):
    """A dictionary key; a name that is no identifier stands in quotes."""
    return name if re.fullmatch(r"[A-Za-z_][\w.$]*", name) else quote(name)


def attribute(value):
    """Python data as an attribute: dict, list, str, bool, int, float, and
    anything that says itself how it looks (`Raw`)."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return typed_real(value)
    if isinstance(value, complex):
        return (f"complex({typed_real(value.real)}, "
                f"{typed_real(value.imag)})")
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return "{" + ", ".join(
            f"{key(k)} = {attribute(v)}" if v is not None else key(k)
            for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(attribute, value)) + "]"
    raise TypeError(f"no attribute stands for {type(value).__name__}")


class Raw:
    """Attribute text that is ready."""

    def __init__(self, text):
        self.text = text


def dense(tensor):
    """`dense<[...]> : tensor<...>` of a small real tensor."""
    values = tensor.detach().flatten().tolist()
    spell = real if tensor.dtype.is_floating_point else attribute
    if not tensor.dtype.is_floating_point and tensor.dtype != torch.bool:
        spell = str
    if tensor.dtype in (torch.float32, torch.bfloat16, torch.float16):
        spell = real  # exact in f64, so the parser rounds to the same value
    body = nest([spell(v) for v in values], list(tensor.shape))
    return Raw(f"dense<{body}> : {tensor_type(tensor.shape, tensor.dtype)}")


def blob(tensor):
    """`dense<"0x..."> : tensor<...>`: the bytes of a large tensor."""
    if tensor.dtype == torch.bool:  # eight to a byte there
        return dense(tensor)
    data = tensor.detach().cpu().contiguous()
    text = data.view(-1).view(torch.uint8).numpy().tobytes().hex().upper()
    return Raw(f'dense<"0x{text}"> : {tensor_type(data.shape, data.dtype)}')


def nest(words, shape):
    if not shape:
        return words[0]
    if len(shape) == 1:
        return "[" + ", ".join(words) + "]"
    step = len(words) // shape[0] if shape[0] else 0
    rows = [nest(words[i * step:(i + 1) * step], shape[1:])
            for i in range(shape[0])]
    return "[" + ", ".join(rows) + "]"


def guarded_to_one(size):
    """Whether a compound size broadcasts in this capture: PyTorch's guards say
    so, its expression does not."""
    node = size.node
    return not node.expr.is_Symbol and node.has_hint() and node.hint == 1 \
        and statically_known_true(size == 1)


ROUNDED_TYPES = (TruncToInt, FloorToInt, CeilToInt)


def rounded(expr):
    """int(n / d), math.floor, and math.ceil of a quotient of sizes, in
    integers. A quotient n / d that is no integer is at least 1 / d from the
    next one, more than a rounding if n < 2**53: floor and ceil of the rounded
    quotient are those of the exact one."""
    over, under = fraction(expr.args[0])
    if under.is_negative:
        over, under = -over, -under
    if under == 1:
        return over
    toward_zero = isinstance(expr, TruncToInt)
    if not under.is_positive or toward_zero and not over.is_nonnegative:
        raise ValueError(f"no size is written for {expr}")
    if isinstance(expr, CeilToInt):
        over += under - 1
    return FloorDiv(over, under)


@functools.cache
def is_written(expr):
    """Whether a size is text in its symbols."""
    try:
        Sizes().text(expr)
    except ValueError:
        return False
    return True


def whole(expr):
    """A size with its quotients in integers, those within others, too, which
    then cancel."""
    if not expr.has(*ROUNDED_TYPES):
        return expr
    return expr.replace(lambda e: isinstance(e, ROUNDED_TYPES), rounded)


def fraction(expr):
    """(numerator, denominator), integers, of a float that is computed from
    sizes with at most one rounding, which is the last."""
    name = type(expr).__name__
    if expr.is_Float or expr.is_Rational:
        exact = sympy.Rational(expr)
        if max(exact.p, exact.q) <= 1024:  # not 0.7: n above has to be small
            return sympy.Integer(exact.p), sympy.Integer(exact.q)
    if name == "ToFloat":
        return expr.args[0], sympy.Integer(1)
    if name == "IntTrueDiv":
        return expr.args
    if name == "FloatTrueDiv":
        (a, b), (c, d) = map(fraction, expr.args)
        if is_exact(b) and is_exact(d):
            return a * d, b * c
    if expr.is_Mul:
        parts = [fraction(a) for a in expr.args]
        if all(is_exact(d) for _, d in parts):
            return sympy.Mul(*(n for n, _ in parts)), \
                sympy.Mul(*(d for _, d in parts))
    raise ValueError(f"no integers are found for {expr}")


def is_exact(denominator):
    """Whether a quotient by it is not rounded: a power of two."""
    return denominator.is_Integer and int(denominator).bit_count() == 1


class Sizes:
    """Names of torch's size symbols, and sizes as text in those names."""

    FUNCTIONS = {
        "FloorDiv": "floordiv", "CleanDiv": "floordiv", "PythonMod": "mod",
        "Mod": "mod", "Min": "min", "Max": "max",
    }

    def __init__(self):
        self.names = {}

    def name(self, symbol):
        return self.names.get(symbol, str(symbol))

    def text(self, size):
        """Text of an int, a SymInt or a sympy expression."""
        if isinstance(size, int):
            return str(size)
        expr = size.node.expr if isinstance(size, torch.SymInt) else size
        if expr is not size and guarded_to_one(size):
            return "1"
        expr = sympy.sympify(expr)
        try:
            expr = whole(expr)
            text = self.expression(expr)
        except ValueError:
            expr = self.with_names(expr)
            text = self.expression(expr)
        # As the compiler has it, which may find a number: an extent that is no
        # `?`.
        return text if expr.is_Atom else _core.size_text(text)

    def with_names(self, expr):
        """A size with names for the parts of it that are not written."""
        if expr.is_Atom:
            return expr
        if expr.is_Add or expr.is_Mul or type(expr).__name__ in self.FUNCTIONS:
            return expr.func(*map(self.with_names, expr.args))
        with contextlib.suppress(ValueError):
            written = whole(expr)
            self.expression(written)
            return written
        return self.named(expr)

    def named(self, expr):
        """A symbol for a size that is not written, if it may have a name."""
        raise ValueError(f"no size is written for {expr}")

    def expression(self, expr):
        if expr.is_Integer:
            return str(int(expr))
        if expr.is_Symbol:
            return self.name(expr)
        if expr.is_Add:
            return self.sum(expr)
        if expr.is_Mul:
            return "*".join(map(self.factor, expr.args))
        if expr.is_Pow and expr.exp.is_Integer and expr.exp > 0:
            return "*".join([self.factor(expr.base)] * int(expr.exp))
        function = self.FUNCTIONS.get(type(expr).__name__)
        if not function:
            raise ValueError(f"no size is written for {expr}")
        words = [self.expression(a) for a in expr.args]
        result = words[0]
        for word in words[1:]:
            result = f"{function}({result}, {word})"
        return result

    def sum(self, expr):
        number, rest = expr.as_coeff_Add()
        terms = list(sympy.Add.make_args(rest)) + ([number] if number else [])
        text = ""
        for term in sorted(terms, key=lambda t: t.could_extract_minus_sign()):
            minus = term.could_extract_minus_sign()
            word = self.expression(-term if minus else term)
            text += (" - " if minus else " + " if text else "") + word
        return text.strip() if text[1] != "-" else "-" + text[3:]

    def factor(self, expr):
        text = self.expression(expr)
        return f"({text})" if expr.is_Add else text

    def attribute(self, size):
        """A size in an argument tree: a number, or #tc.size<...>."""
        text = self.text(size)
        return text if is_number(text) else f"#tc.size<{text}>"


def is_number(text):
    return text.lstrip("-").isdigit()


def tensor_type(shape, dtype, sizes=None):
    """The builtin type, with #tc.dims where a size has a name."""
    words = [(sizes or Sizes()).text(s) for s in shape]
    extents = [w if is_number(w) else "?" for w in words]
    text = "x".join(extents + [ELEMENT[dtype]])
    if "?" in extents:
        text += f", #tc.dims<[{', '.join(words)}]>"
    return f"tensor<{text}>"
