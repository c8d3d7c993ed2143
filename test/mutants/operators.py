"""The mutation operators. Each takes the text of a module and yields (element
type, changed text, the place); with `other`, an alternative mutation for
places where the first one changes no result, or None. Most work on kernels of one prim each (prim-to-loop), `cast` on prims.

  swap      the operands of an op that does not commute
  exchange  an op by its neighbour: add, sub; max, min; lt, le (else gt); ...
  constant  a number moved by one, up or else down: a scalar, what a read finds
            outside
  index     an index map, moved by one, up or else down (where it must stay
            inside, around the end); not where the operand is a broadcast
  short     a reduction, one element short
  cast      a conversion dropped: of two in a row the first; of types of one
            width, the bits are taken as they are
  ordered   `ordered` dropped

What algebra shows to move nothing is left out: bodies of stages that are over no
element, operands without elements, the elements of a sum or an extreme moved
along all that it is of, what a read finds outside where `where` takes another
value (concatenations: guards.py), the order of sums of integers, and shifts that a formula does not depend on (which the
decompositions call detached: the maximum in softmax). What prim-simplify folds
is folded before: dead code has no mistakes.

Conversions between floats are not dropped: they have no meaning but a
rounding, so that in f64 nothing moves. test/suite's programs of them are held
bitwise by the check of launches (docs/numerics.md, Code as its types have it)."""
import collections
import functools
import re

from flow import Flow, KERNEL, TYPE, parts
from guards import Guards

SWAPPED = ("sub", "div", "remainder", "fmod", "pow", "atan2", "lt", "le", "gt",
           "ge", "shift_left", "shift_right_logical",
           "shift_right_arithmetic", "complex")
EXCHANGE = {"add": "sub", "sub": "add", "mul": "add", "div": "mul",
            "maximum": "minimum", "minimum": "maximum", "exp": "exp2",
            "exp2": "exp", "sin": "cos", "cos": "sin", "log": "log2",
            "lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne",
            "floor": "ceil", "ceil": "floor", "abs": "neg", "neg": "abs",
            "bitwise_and": "bitwise_or", "bitwise_or": "bitwise_and",
            "tanh": "erf", "rsqrt": "sqrt", "fmod": "remainder"}
OTHER = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "add": "mul",
         "sub": "mul", "mul": "sub", "maximum": "add", "minimum": "add"}
COMBINE = {"max": "min", "min": "max", "add": "max"}
WIDTH = {"f64": 64, "f32": 32, "bf16": 16, "f16": 16, "i64": 64, "i32": 32,
         "i16": 16, "i8": 8, "ui8": 8}
FLOATS = ("f64", "f32", "bf16", "f16")
Mutant = collections.namedtuple("Mutant", "kind dtype text where")


STAGE = re.compile(r"loop\.(?:map|reduce|contract|scan|scatter|sort) "
                   r"\(([^)]*)\)(?: over \(([^)]*)\))?")
MISS = re.compile(rf"(%\w+) = %\w+\[[^\]\n]*\] : tensor<[^\n>]*?({TYPE})"
                  r"(>|, #tc\.dims<[^\n]*?>>) else (\S+?)(?=[,)])")
flow_of = functools.lru_cache(4)(Flow)


def is_empty(kernel):
    """Whether each of its stages is over an iterator of extent 0."""
    none = set(re.findall(r"(\w+) = 0(?=[,)])",
                          kernel.split("\n")[0].rpartition("iters(")[2]))
    stages = [set(parts(f"{m[1]}, {m[2]}" if m[2] else m[1]))
              for m in STAGE.finditer(kernel)]
    ops = re.findall(r"= loop\.(?!yield)", kernel)
    return bool(none) and len(stages) == len(ops) and all(
        none & stage for stage in stages)


def spans_of(text, runs):
    """Where the kernels lie that shifts alone are computed from and, with `runs`,
    those whose bodies never run."""
    idle = flow_of(text).idle
    return [m.span() for m in KERNEL.finditer(text)
            if m[1] in idle or runs and is_empty(m[0])]


def of_bodies(text, matches, runs=True):
    """Those that do not lie there."""
    spans = spans_of(text, runs)
    return (m for m in matches
            if not any(a <= m.start() < b for a, b in spans))


def replaced(text, match, new):
    return text[:match.start()] + new + text[match.end():]


def swaps(text, other=False):
    for m in of_bodies(text, re.finditer(
            rf"prim\.(\w+) (%\w+), (%\w+) : ({TYPE})\n", text)):
        if m[1] in SWAPPED and m[2] != m[3]:
            yield m[4], None if other else replaced(
                text, m, f"prim.{m[1]} {m[3]}, {m[2]} : {m[4]}\n"), m[0]
    for m in of_bodies(text, re.finditer(
            rf"prim\.where (%\w+), (%\w+), (%\w+) : ({TYPE})\n", text)):
        if m[2] != m[3]:
            yield m[4], None if other else replaced(
                text, m, f"prim.where {m[1]}, {m[3]}, {m[2]} : {m[4]}\n"), m[0]


def exchanges(text, other=False):
    for m in of_bodies(text, re.finditer(
            rf"prim\.(\w+) (%[^:\n]*) : ({TYPE})\n", text)):
        op = EXCHANGE.get(m[1])
        plain = "complex" not in m[3] or op in ("add", "sub", "mul", "cos",
                                                "sin", "ne")
        if op and plain and not (m[3] == "i1" and m[1] not in (
                "eq", "bitwise_and", "bitwise_or")):
            op = OTHER.get(m[1]) if other else op
            yield m[3], op and replaced(
                text, m, f"prim.{op} {m[2]} : {m[3]}\n"), m[0]
    for m in of_bodies(text, re.finditer(
            r"\[(max|min|add)\] (ordered )?reads\([^\n]*?-> "
            rf"tensor<[^\n]*?({TYPE})[,>]", text), runs=False):
        if m[3] != "i1" and "complex" not in m[3]:
            yield m[3], None if other else replaced(text, m, m[0].replace(
                f"[{m[1]}]", f"[{COMBINE[m[1]]}]", 1)), m[0][:60]


def next_number(number, dtype, by):
    """The number moved by one, as text; None of what is no finite number."""
    if dtype in FLOATS:
        return None if number.startswith("0x") else f"{float(number) + by:.6e}"
    if dtype == "i1":
        return {"true": "false", "false": "true"}.get(number)
    if not number.lstrip("-").isdigit():
        return None
    bits, signed = WIDTH[dtype], dtype != "ui8"
    low, high = -signed * 2 ** (bits - 1), 2 ** (bits - signed) - 1
    return str(int(number) + by) if low <= int(number) + by <= high else None


def constants(text, other=False):
    by = -1 if other else 1
    for m in of_bodies(text, re.finditer(
            rf"prim\.constant (\S+) : ({TYPE})\n", text)):
        if "complex" not in m[2] and not m[1].startswith("0x"):
            new = next_number(m[1], m[2], by)
            yield m[2], new and replaced(
                text, m, f"prim.constant {new} : {m[2]}\n"), m[0]
    for kernel in of_bodies(text, KERNEL.finditer(text)):
        stages = STAGE.findall(kernel[0])
        matter = Guards(kernel[0]).outside if len(stages) == 1 else None
        for m in MISS.finditer(text, *kernel.span()):
            if "complex" in m[2] or m[4].startswith("0x") \
                    or matter is not None and m[1] not in matter:
                continue
            new = next_number(m[4], m[2], by)
            yield m[2], new and f"{text[:m.start(4)]}{new}{text[m.end(4):]}", \
                f"{m[2]} else {m[4]}"


def balanced(text, start, opening, closing):
    """The end of what begins behind an opening bracket at `start`."""
    depth = 1
    while depth:
        depth += {opening: 1, closing: -1}.get(text[start], 0)
        start += 1
    return start - 1


def indices(text, other=False):
    flow, by = flow_of(text), "- 1" if other else "+ 1"
    heads = [(m.start(), m[1]) for m in re.finditer(
        r"loop\.kernel (?:private )?@(\S+?)\(", text)]
    for m in of_bodies(text, re.finditer(
            r"%\w+ = %(\w+)\[([^\]]+)\] : tensor<", text)):
        kernel = max(head for head in heads if head[0] < m.start())[1]
        argument = int(m[1][3:]) if m[1].startswith("arg") else None
        end = balanced(text, m.end(), "<", ">")
        inner, _, dims = text[m.end():end].partition(", #tc.dims<[")
        *sizes, dtype = inner.split("x") if "complex" not in inner else (
            *inner.split("xcomplex")[0].split("x"), "complex<f32>")
        if dims:
            sizes = parts(dims[:dims.rindex("]>")])
        exprs = parts(m[2])
        misses = text.startswith(" else ", end + 1)
        if "0" in sizes or argument is not None and flow.is_shift(
                kernel, argument):
            continue
        for d, (one, size) in enumerate(zip(exprs, sizes)):
            if size == "1" or not re.search("[a-z]", one) \
                    or d in flow.constant.get((kernel, argument), ()) \
                    or argument is not None and not misses \
                    and flow.kernel_absorbs(kernel, argument, d):
                continue
            moved = f"{one} {by}" if misses else f"mod({one} {by}, {size})"
            new = exprs[:d] + [moved] + exprs[d + 1:]
            yield dtype, (text[:m.start(2)] + ", ".join(new)
                          + text[m.end(2):]), text[m.start():end + 1]


def shorts(text, other=False):
    for kernel in of_bodies(text, KERNEL.finditer(text)):
        body = kernel[0]
        stages = re.findall(r"loop\.(?:map|reduce|contract|scan|sort|scatter) ",
                            body)
        over = re.search(r"loop\.(?:reduce|contract) .*? over \(([^)]*)\)",
                         body)
        dtype = re.findall(rf"({TYPE})[,>]", body.split("\n")[0])
        if len(stages) != 1 or not over or not dtype:
            continue
        for one in parts(over[1]):
            extent = re.search(rf"\b{one} = ([^=]*?)(?=, \w+ = |\) \{{|\)$)",
                               body.split("\n")[0])
            if not extent or extent[1] in ("0", "1"):
                continue
            less = str(int(extent[1]) - 1) if extent[1].isdigit() \
                else f"max({extent[1]} - 1, 0)"
            yield dtype[-1], None if other else replaced(text, kernel, body.replace(
                extent[0], f"{one} = {less}", 1)), extent[0]


def casts(text, other=False):
    cast = re.compile(r"(%\w+) = prim\.convert_element_type (%\w+) : "
                      r"(tensor<.*>) to (tensor<.*>)\n")
    found = {m[1]: m for m in cast.finditer(text)}

    def element(type_text):
        return re.search(rf"({TYPE})[,>]", type_text)[1]

    for m in found.values():
        before, after = element(m[3]), element(m[4])
        first = found.get(m[2])
        if before in FLOATS and after in FLOATS and not first:
            continue
        if first and not (element(first[3]) in FLOATS and before in FLOATS):
            yield after, None if other else replaced(
                text, m, f"{m[1]} = prim.convert_element_type {first[2]} : "
                f"{first[3]} to {m[4]}\n"), m[0]
        if WIDTH.get(before, 1) == WIDTH.get(after, 2) \
                and (before in FLOATS) != (after in FLOATS):
            yield after, None if other else replaced(
                text, m, f"{m[1]} = prim.bitcast {m[2]} : {m[3]} to {m[4]}\n"
            ), m[0]


def unordered(text, other=False):
    for m in re.finditer(r"\] ordered |\) ordered ", text):
        dtype = re.search(rf"-> \(?tensor<[^\n]*?({TYPE})[,>]",
                          text[m.end():])
        if dtype[1] not in WIDTH or dtype[1] in FLOATS:
            yield dtype[1], None if other else replaced(
                text, m, m[0][0] + " "), "ordered"


OPERATORS = {"swap": swaps, "exchange": exchanges, "constant": constants,
             "index": indices, "short": shorts, "cast": casts,
             "ordered": unordered}
PRIMS = "tc-to-prim,func.func(prim-simplify)"
# What a class is made of: the passes before it.
LEVEL = {kind: "tc-to-prim" if kind == "cast" else f"{PRIMS},prim-to-loop"
         for kind in OPERATORS}


def with_detached(kernels, prims):
    """The program on kernels, with its launches marked as the prims are that
    they are of: the n-th of each op."""
    for op in set(re.findall(r"= prim\.(\w+) [^\n]*{tc\.detached}", prims)):
        marks = ["{tc.detached}" in m[0] for m in re.finditer(
            rf"= prim\.{op} [^\n]*\n", prims)]
        launches = list(re.finditer(
            rf"loop\.launch @k\d+_{op}\([^)]*\)", kernels))
        if len(marks) == len(launches):
            for marked, m in reversed(list(zip(marks, launches))):
                if marked:
                    kernels = f"{kernels[:m.end()]} {{tc.detached}}" \
                        + kernels[m.end():]
    return kernels
