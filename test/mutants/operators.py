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
element, operands without elements, and the elements of a sum or an extreme moved
along all that it is of.

Conversions between floats are not dropped: they have no meaning but a
rounding, so that in f64 nothing moves. test/suite's programs of them are held
bitwise by the check of launches (docs/numerics.md, Code as its types have it)."""
import collections
import re

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
TYPE = r"(?:f64|f32|bf16|f16|i64|i32|i16|i8|ui8|i1|complex<f32>|complex<f64>)"
WIDTH = {"f64": 64, "f32": 32, "bf16": 16, "f16": 16, "i64": 64, "i32": 32,
         "i16": 16, "i8": 8, "ui8": 8}
FLOATS = ("f64", "f32", "bf16", "f16")
Mutant = collections.namedtuple("Mutant", "kind dtype text where")


STAGE = re.compile(r"loop\.(?:map|reduce|contract|scan|scatter|sort) "
                   r"\(([^)]*)\)(?: over \(([^)]*)\))?")


def idle_spans(text):
    """Where the kernels lie whose bodies never run: each of their stages is over
    an iterator of extent 0."""
    spans = []
    for kernel in re.finditer(r"loop\.kernel .*?\n  }\n", text, re.S):
        none = set(re.findall(r"(\w+) = 0(?=[,)])",
                              kernel[0].split("\n")[0].rpartition("iters(")[2]))
        stages = [set(parts(f"{m[1]}, {m[2] or ''}"))
                  for m in STAGE.finditer(kernel[0])]
        ops = re.findall(r"= loop\.(?!yield)", kernel[0])
        if none and len(stages) == len(ops) and all(
                none & stage for stage in stages):
            spans.append(kernel.span())
    return spans


def of_bodies(text, matches):
    """Those that do not lie where nothing runs."""
    spans = idle_spans(text)
    return (m for m in matches
            if not any(a <= m.start() < b for a, b in spans))


def permuted(kernel, exprs, sizes):
    """The iterators of a kernel along which all elements of its only operand are
    combined in any order: moved around the end they are the same elements."""
    stages = STAGE.findall(kernel)
    reads = re.findall(r"%\w+ = %arg\d+\[", kernel)
    if len(stages) != 1 or len(reads) != 1 or " ordered " in kernel \
            or not re.search(r"loop\.reduce .*\) \[(?:add|mul|max|min|or|and)\]",
                             kernel) or "loop.index" in kernel:
        return set()
    head = kernel.split("\n")[0].rpartition("iters(")[2]
    return {one for one, size in zip(exprs, sizes)
            if one in parts(stages[0][1])
            and sum(bool(re.search(rf"\b{one}\b", e)) for e in exprs) == 1
            and re.search(rf"\b{one} = {re.escape(size)}(?=, \w+ = |\))", head)}


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
    for m in re.finditer(r"\[(max|min|add)\] (ordered )?reads\([^\n]*?-> "
                         rf"tensor<[^\n]*?({TYPE})[,>]", text):
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
    for m in of_bodies(text, re.finditer(
            rf"({TYPE})(>|, #tc\.dims<[^\n]*?>>) else (\S+?)(?=[,)])", text)):
        if "complex" not in m[1] and not m[3].startswith("0x"):
            new = next_number(m[3], m[1], by)
            yield m[1], new and replaced(text, m, f"{m[1]}{m[2]} else {new}"), m[0]


def balanced(text, start, opening, closing):
    """The end of what begins behind an opening bracket at `start`."""
    depth = 1
    while depth:
        depth += {opening: 1, closing: -1}.get(text[start], 0)
        start += 1
    return start - 1


def parts(text):
    """A list of expressions, at its outermost commas."""
    out, depth = [""], 0
    for c in text:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and not depth:
            out.append("")
        else:
            out[-1] += c
    return [one.strip() for one in out]


def kernels_of(text):
    """{name: text}"""
    return {m[1]: m[0] for m in re.finditer(
        r"loop\.kernel (?:private )?@(\S+?)\(.*?\n  }\n", text, re.S)}


def constant_dims(kernel, known):
    """The dimensions of a kernel's result along which it does not change;
    `known`: those of its arguments."""
    stages = re.findall(r"loop\.(\w+) \(([^)]*)\)", kernel)
    if len(stages) != 1 or stages[0][0] != "map" or " else " in kernel:
        return set()
    varying = set(re.findall(r"\w+", " ".join(
        re.findall(r"loop\.index <([^>]*)>", kernel))))
    for m in re.finditer(r"= %arg(\d+)\[([^\]]*)\]", kernel):
        for d, index in enumerate(parts(m[2])):
            if d not in known.get(int(m[1]), ()):
                varying |= set(re.findall(r"\w+", index))
    return {d for d, one in enumerate(parts(stages[0][1]))
            if one not in varying}


def constant_arguments(text):
    """{(kernel, argument): dimensions along which it does not change}, of what
    is broadcast."""
    kernels, values, found = kernels_of(text), {}, {}
    for m in re.finditer(r"(%\w+)(?::\d+)? = loop\.launch @(\w+)\(([^)]*)\)",
                         text):
        known = {i: values.get(one, set())
                 for i, one in enumerate(parts(m[3]) if m[3] else [])}
        found.update({(m[2], i): dims for i, dims in known.items()})
        if m[2] in kernels:
            values[m[1]] = constant_dims(kernels[m[2]], known)
    return found


def indices(text, other=False):
    constant, by = constant_arguments(text), "- 1" if other else "+ 1"
    kernels = kernels_of(text)
    heads = [(m.start(), m[1]) for m in re.finditer(
        r"loop\.kernel (?:private )?@(\S+?)\(", text)]
    for m in of_bodies(text, re.finditer(
            r"%\w+ = %(\w+)\[([^\]]+)\] : tensor<", text)):
        kernel = max(head for head in heads if head[0] < m.start())[1]
        same = constant.get((kernel, int(m[1][3:])), ()) \
            if m[1].startswith("arg") else ()
        end = balanced(text, m.end(), "<", ">")
        inner, _, dims = text[m.end():end].partition(", #tc.dims<[")
        *sizes, dtype = inner.split("x") if "complex" not in inner else (
            *inner.split("xcomplex")[0].split("x"), "complex<f32>")
        if dims:
            sizes = parts(dims[:dims.rindex("]>")])
        exprs = parts(m[2])
        misses = text.startswith(" else ", end + 1)
        if "0" in sizes:
            continue
        anywhere = set() if misses else permuted(kernels.get(kernel, ""),
                                                 exprs, sizes)
        for d, (one, size) in enumerate(zip(exprs, sizes)):
            if size == "1" or d in same or one in anywhere \
                    or not re.search("[a-z]", one):
                continue
            moved = f"{one} {by}" if misses else f"mod({one} {by}, {size})"
            new = exprs[:d] + [moved] + exprs[d + 1:]
            yield dtype, (text[:m.start(2)] + ", ".join(new)
                          + text[m.end(2):]), text[m.start():end + 1]


def shorts(text, other=False):
    for kernel in re.finditer(r"loop\.kernel .*?\n  }\n", text, re.S):
        body = kernel[0]
        stages = re.findall(r"loop\.(?:map|reduce|contract|scan|sort|scatter) ",
                            body)
        over = re.search(r"loop\.(?:reduce|contract) .*? over \(([^)]*)\)",
                         body)
        dtype = re.findall(rf"({TYPE})[,>]", body.split("\n")[0])
        if len(stages) != 1 or not over or not dtype or idle_spans(body):
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
        yield dtype[1], None if other else replaced(
            text, m, m[0][0] + " "), "ordered"


OPERATORS = {"swap": swaps, "exchange": exchanges, "constant": constants,
             "index": indices, "short": shorts, "cast": casts,
             "ordered": unordered}
# What a class is made of: the passes before it.
LEVEL = {kind: "tc-to-prim" if kind == "cast" else "tc-to-prim,prim-to-loop"
         for kind in OPERATORS}
