"""Programs of single prims, for each element type that the op takes: of the
elementwise ones by their rows (PrimDomains.txt, which opgen writes), of the
others by prims.txt. The reference interpreter says what they give."""
import itertools
import os
import re
import struct

FLOATS = ("f64", "f32", "bf16", "f16")
INTEGERS = ("i64", "i32", "i16", "i8", "ui8")
COMPLEX = ("complex<f32>", "complex<f64>")
DOMAINS = {"f": FLOATS, "i": INTEGERS, "b": ("i1",), "c": COMPLEX,
           "fc": ("f32", "f64")}
TYPES = FLOATS + INTEGERS + ("i1",) + COMPLEX
# Ops of which no program of their own can be made.
NO_PROGRAM = {"ext": "test/ext has a library of ops"}
# Programs per module: a module is compiled as one.
HEAD = 'module attributes {tc.version = "0.1", tc.sizes = {n = 3}} {\n'

# Where operands are to come from, if not from everywhere near zero: float
# domains, and numbers that say something (shifts, exponents, divisors).
RANGES = {
    "log": [(0.1, 9)], "log2": [(0.1, 9)], "log1p": [(-0.5, 9)],
    "sqrt": [(0, 9)], "rsqrt": [(0.1, 9)], "reciprocal": [(0.1, 9)],
    "pow": [(0.1, 3), (-2, 3)], "div": [(-9, 9), (0.5, 4)],
    "shift_left": [(-9, 90), (-2, 70)],
    "shift_right_arithmetic": [(-90, 90), (-2, 70)],
    "shift_right_logical": [(-90, 90), (-2, 70)],
    "round": [(-5, 6)], "floor": [(-5, 6)], "ceil": [(-5, 6)],
    "trunc": [(-5, 6)],
}
INTEGER_RANGES = {"div": [(-90, 90), (-2, 3)], "remainder": [(-90, 90), (-3, 4)],
                  "fmod": [(-90, 90), (-3, 4)], "pow": [(-3, 4), (-2, 7)]}


def fill(element, stream, low=None, high=None):
    """The attribute tc.init of an argument, or init of a weight."""
    if element == "i1":
        low, high = 0, 2
    elif element in INTEGERS:
        low, high = (-9, 10) if low is None else (low, high)
        if element == "ui8":
            low, high = max(low, 0), max(high, 1)
    if element == "i1" or element in INTEGERS:
        return (f'{{kind = "randint", low = {int(low)}, high = {int(high)}, '
                f'stream = {stream}}}')
    low, high = (-2, 2) if low is None else (low, high)
    return (f'{{kind = "uniform", mean = {(low + high) / 2:.6f}, '
            f'std = {(high - low) / 12 ** 0.5:.6f}, stream = {stream}}}')


def element_of(type_text):
    """tensor<3x4xcomplex<f32>> -> complex<f32>."""
    inner = re.sub(r", #tc.dims.*", "", type_text)[len("tensor<"):].rstrip()
    inner = inner[:-1] if inner.endswith(">") and (
        "complex" not in inner or inner.endswith(">>")) else inner
    return re.sub(r"^(?:[?\d]+x)*", "", inner)


class Program:
    """A module whose @main has the arguments, ops and results of the pieces
    added to it."""

    def __init__(self):
        self.weights, self.arguments, self.body, self.results = [], [], [], []

    def add(self, name, piece, element):
        """Lines of prims.txt, T as `element`; names become unique."""
        tag = "_" + re.sub(r"\W", "", element) + f"_{len(self.results)}"
        for line in piece:
            line = re.sub(r"\bT\b|(?<=x)T\b", element, line)
            line = line.replace("uT", "u" + tag)
            line = re.sub(r"([%@^])([a-z]\w*)", rf"\1\2{tag}", line)
            self.line(name, line, element)

    def line(self, name, text, element):
        stream = len(self.arguments) + len(self.weights) + 1
        if match := re.match(r"-> (%\w+): (.*)", text):
            self.results.append((*match.groups(), f"{name} {element}"))
        elif match := re.match(r"(%\w+): (tensor.*?)(?: in (\S+) (\S+))?$",
                               text):
            value, kind, low, high = match.groups()
            bounds = (float(low), float(high)) if low else ()
            init = fill(element_of(kind), stream, *bounds)
            self.arguments.append(f"{value}: {kind} {{tc.init = {init}}}")
        elif text.startswith("prim.weight"):
            self.weights.append(text.replace(
                "FILL", f"{{init = {fill(element, stream)}}}"))
        else:
            self.body.append(text)

    def text(self):
        names, kinds, labels = zip(*self.results)
        results = ", ".join(f'{kind} {{fx.name = "{label}"}}'
                            for kind, label in zip(kinds, labels))
        lines = [*self.weights,
                 f"func.func @main({', '.join(self.arguments)}) -> "
                 f"({results}) {{", *self.body,
                 f"return {', '.join(names)} : {', '.join(kinds)}", "}", "}"]
        return HEAD + "\n".join(lines) + "\n"


def elements(domains):
    """The element types of a list such as ["f", "i8"]."""
    return [e for d in domains for e in DOMAINS.get(d, (d,))]


#===- Elementwise prims ----------------------------------------------------===


def result_element(infer, element):
    if infer == "tcPrimInferBool":
        return "i1"
    if infer == "tcPrimInferReal":
        return re.sub(r"complex<(.*)>", r"\1", element)
    return f"complex<{element}>" if infer == "tcPrimInferComplex" else element


def elementwise(name, operands, infer, element):
    """The lines of one op, on values of this type."""
    ranges = RANGES.get(name, [])
    if element in INTEGERS or element == "i1":
        ranges = INTEGER_RANGES.get(name, [])
    if name.startswith("shift"):
        ranges = RANGES[name]
    if element in COMPLEX:
        ranges = []
    # Whole vectors of the greatest width, and some that are not.
    shape = "3x40x" if element in FLOATS else "?x13x"
    tail = "" if element in FLOATS else ", #tc.dims<[n, 13]>"
    kind = f"tensor<{shape}T{tail}>"
    given = "xyz"[:operands]
    for i, x in enumerate(given):
        bounds = "" if i >= len(ranges) else " in {} {}".format(*ranges[i])
        yield f"%{x}: {kind}{bounds}"
    yield f"%r = prim.{name} {', '.join('%' + x for x in given)} : {kind}"
    out = result_element(infer, element)
    yield f"-> %r: tensor<{shape}{out}{tail}>"


def read_rows(path):
    """(name, operands, inference, domains) of each prim."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("prim."):
                name, operands, infer, *domains = line.split()
                yield name[len("prim."):], int(operands), infer, domains


def read_table(path):
    """[(name, domains, lines)] of prims.txt."""
    entries = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("== "):
                name, *domains = line[3:].split()
                entries.append((name, domains, []))
            elif line.strip() and not line.startswith("#"):
                entries[-1][2].append(line.rstrip())
    return entries


#===- Conversions, special values ------------------------------------------===


def conversion(source, program):
    for target in TYPES:
        if target != source:
            program.add(f"to {target} from",
                        ["%x: tensor<13xT> in -100 100",
                         "%r = prim.convert_element_type %x : tensor<13xT> to "
                         f"tensor<13x{target}>",
                         f"-> %r: tensor<13x{target}>"], source)


BITS = {"f64": ("i64", 11, 52), "f32": ("i32", 8, 23), "bf16": ("i16", 8, 7),
        "f16": ("i16", 5, 10)}
# Exact on all numbers; on zeros, infinities and NaN.
EXACT = ("abs neg floor ceil trunc round sign sqrt add sub mul div maximum "
         "minimum eq ne lt le gt ge isfinite fma reciprocal").split()
AT_LIMITS = "exp exp2 expm1 log log1p log2 rsqrt sin cos".split()


def specials(element, numbers):
    """Zeros, infinities, NaN; and with `numbers`, others, the least too."""
    _, exponent, mantissa = BITS[element]
    sign, inf = 1 << (exponent + mantissa), (1 << exponent) - 1 << mantissa
    one = (1 << exponent - 1) - 1 << mantissa
    half = 1 << mantissa - 1
    values = [0, sign, inf, sign | inf, inf | half]
    if numbers:
        values += [1, sign | 1, inf - 1, one, sign | one | half,
                   one - (1 << mantissa), one + (1 << mantissa) | half]
    return values


def constants(element, numbers, operands):
    """`operands` constants that meet each other in all ways."""
    values = specials(element, numbers)
    tuples = list(itertools.product(values, repeat=min(operands, 2)))
    for i in range(operands):
        chosen = [t[i] if i < 2 else values[k % len(values)]
                  for k, t in enumerate(tuples)]
        yield (f"%{'xyz'[i]} = prim.constant dense<["
               + ", ".join(f"0x{v:X}" for v in chosen)
               + f"]> : tensor<{len(tuples)}xT>"), len(tuples)


# Where conversions and integer arithmetic have their edges: limits of types and
# the numbers beside them, halfway points of roundings, once by way of f32 too.
EDGES = [0, 1, 2, 3, 7, 127, 128, 255, 256, 257, 2047, 2049, 4097, 32767, 32768,
         65504, 65519, 65520, 65535, 65536, 2**24 - 1, 2**24 + 1, 16842753,
         2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**53 + 1,
         2**63 - 513, 2**63 - 1]
FLOAT_EDGES = [0.5, 1.5, 2.5, 127.5, 255.9, 32767.5, 65519.99, 2**31 - 0.5,
               2**63, 2.0**64, 1e300, 3.5e38, 3.3895e38, 1e-8, 5.9604e-08,
               2.98e-08, 2.9802322387695312e-08, 6.0e-05, 1e-38, 1e-40, 1e-45,
               1e-310, 1 + 2**-8, 1 + 2**-8 + 2**-23, 1 + 2**-11,
               1 + 2**-11 + 2**-40, 1 + 2**-24, 1 + 2**-24 + 2**-50]


def float_bits(element, value):
    """The bits of a number, rounded to the type (to bf16 by cutting off)."""
    code = {"f64": "<d", "f16": "<e"}.get(element, "<f")
    try:
        data = struct.pack(code, value)
    except OverflowError:
        data = struct.pack(code, float("inf") if value > 0 else -float("inf"))
    bits = int.from_bytes(data, "little")
    return bits >> 16 if element == "bf16" else bits


def edges(element):
    """Numbers of the type as they stand in a dense<[...]>."""
    if element == "i1":
        return ["false", "true"]
    if element in BITS:
        values = [float(v) * s for v in EDGES + FLOAT_EDGES for s in (1, -1)]
        bits = specials(element, True) + [float_bits(element, v)
                                          for v in values]
        return [f"0x{b:X}" for b in dict.fromkeys(bits)]
    width = int(re.sub(r"\D", "", element))
    low, high = (0, 2**width) if element[0] == "u" else (
        -2**(width - 1), 2**(width - 1))
    values = [low, low + 1, high - 1, high - 2] + EDGES + [-v for v in EDGES]
    return [str(v) for v in dict.fromkeys(values) if low <= v < high]


def as_bits(element, n, has_nan=True):
    """Lines that make of %r, of `element`, a result in which all NaN are
    one."""
    if element not in BITS:
        return [f"-> %r: tensor<{n}x{element}>"]
    bits = BITS[element][0]
    if not has_nan:
        return [f"%b = prim.bitcast %r : tensor<{n}x{element}> to "
                f"tensor<{n}x{bits}>", f"-> %b: tensor<{n}x{bits}>"]
    return [f"%nan = prim.ne %r, %r : tensor<{n}x{element}>",
            f"%all = prim.bitcast %r : tensor<{n}x{element}> to "
            f"tensor<{n}x{bits}>",
            f"%none = prim.constant dense<-1> : tensor<{n}x{bits}>",
            f"%b = prim.where %nan, %none, %all : tensor<{n}xi1>, "
            f"tensor<{n}x{bits}>", f"-> %b: tensor<{n}x{bits}>"]


def conversion_edges(source, program):
    """Every conversion at the edges of both types, by bits. The numbers come
    from memory: constants would be converted as they stand."""
    values = edges(source)
    n = len(values)
    lines = [f"%k = prim.constant dense<[{', '.join(values)}]> : "
             f"tensor<{n}xT>",
             f"%x: tensor<{n}xi64> in 0 1",
             f"%g = prim.iota 0 : i64, 1 : i64 : tensor<{n}xi64>",
             f"%i = prim.add %x, %g : tensor<{n}xi64>",
             f"%v = prim.index %k[%i] [0] : tensor<{n}xT>, tensor<{n}xi64>"]
    for target in TYPES:
        if target != source and target not in COMPLEX:
            program.add(f"to {target} from",
                        [*lines, f"%r = prim.convert_element_type %v : "
                         f"tensor<{n}xT> to tensor<{n}x{target}>",
                         *as_bits(target, n, source in FLOATS)], source)


def integer_edges(element, rows, program):
    """Elementwise prims of integers on all pairs of edges."""
    values = edges(element)
    for name, operands, infer, domains in rows:
        if element not in elements(domains) or name in NOT_AT_EDGES:
            continue
        n = len(values)
        square = f"tensor<{n}x{n}xT>"
        lines = [f"%k = prim.constant dense<[{', '.join(values)}]> : "
                 f"tensor<{n}xT>"]
        for i in range(operands):
            lines.append(f"%{'xyz'[i]} = prim.broadcast_in_dim %k [{i % 2}] : "
                         f"tensor<{n}xT> to {square}")
        given = ", ".join("%" + x for x in "xyz"[:operands])
        out = "i1" if infer == "tcPrimInferBool" else element
        program.add(name, [*lines, f"%r = prim.{name} {given} : {square}",
                           f"-> %r: tensor<{n}x{n}x{out}>"], element)


# What has programs of its own kind.
NOT_AT_EDGES = ("where", "philox")


def special_values(element, rows, program):
    """Results as bits, of which those of NaN are one."""
    for name, operands, infer, _ in rows:
        if name not in EXACT + AT_LIMITS:
            continue
        lines, counts = zip(*constants(element, name in EXACT, operands))
        n, given = counts[0], ", ".join("%" + x for x in "xyz"[:operands])
        lines = [*lines, f"%r = prim.{name} {given} : tensor<{n}xT>"]
        if infer == "tcPrimInferBool":
            program.add(name, [*lines, f"-> %r: tensor<{n}xi1>"], element)
            continue
        if name in ("maximum", "minimum"):  # of zeros of both signs either
            lines[-1] = lines[-1].replace("%r", "%either")
            lines += ["%zero = prim.constant dense<0.0> : tensor<T>",
                      "%zeros = prim.broadcast_in_dim %zero [] : tensor<T> to "
                      f"tensor<{n}xT>",
                      f"%r = prim.add %either, %zeros : tensor<{n}xT>"]
        program.add(name, [*lines, *as_bits(element, n)], element)


#===- All ------------------------------------------------------------------===


def programs(rows_path):
    """{name: text}. A prim without a program is an error."""
    table = read_table(os.path.join(os.path.dirname(__file__), "prims.txt"))
    made = {}
    for name, domains, lines in table:
        program = made.setdefault(name, Program())
        for element in elements(domains):
            program.add(name, lines, element)
    rows = list(read_rows(rows_path))
    for name, operands, infer, domains in rows:
        if name in made or name in NO_PROGRAM or name == "convert_element_type":
            continue
        if not domains:
            raise ValueError(f"prim.{name} has no program in prims.txt")
        program = made[name] = Program()
        for element in elements(domains):
            program.add(name, elementwise(name, operands, infer, element),
                        element)
    for element in TYPES:
        label = re.sub(r"\W", "", element)
        conversion(element, made.setdefault(f"convert_{label}", Program()))
    for element in FLOATS:
        special_values(element, rows,
                       made.setdefault(f"special_values_{element}", Program()))
    for element in FLOATS + INTEGERS + ("i1",):
        conversion_edges(element,
                         made.setdefault(f"convert_edges_{element}", Program()))
    for element in INTEGERS:
        integer_edges(element, rows,
                      made.setdefault(f"edges_{element}", Program()))
    return {name: program.text() for name, program in made.items()}
