"""A program as others would call and hold it: its arguments lie in memory in
other ways, its sizes have no names where ops tell them, and it stands beside
functions of somebody else's. Text in, text out; the same for the same program
each time."""
import random
import re
import zlib

HEAD = re.compile(r"func\.func @main\(")
TENSOR = re.compile(r"tensor<((?:[\d?]+x)+)([^,<>]+|complex<\w+>)"
                    r"(?:, #tc\.dims<\[([^\]]*)\]>)?>$")

# Nothing here may be changed, and nothing may stumble over it.
FOREIGN = """
  func.func private @somebody_elses(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
  memref.global "private" constant @somebody_elses_table : memref<2xi32> = dense<[3, 4]>
"""


def matching(text, start):
    """Where the bracket at `start` is closed."""
    depth, quoted = 0, False
    for i in range(start, len(text)):
        c = text[i]
        if c == '"':
            quoted = not quoted
        elif not quoted and c in "([{<":
            depth += 1
        elif not quoted and c in ")]}" or c == ">" and text[i - 1] != "-" \
                and not quoted:
            depth -= 1
            if not depth:
                return i
    raise ValueError("a bracket is never closed")


def split(text):
    """At the commas that no bracket encloses."""
    parts, start, i = [], 0, 0
    while i < len(text):
        if text[i] in "([{<":
            i = matching(text, i)
        elif text[i] == ",":
            parts.append(text[start:i])
            start = i + 1
        i += 1
    return [p.strip() for p in parts + [text[start:]] if p.strip()]


def layout(draw, sizes):
    """Strides without overlap for dimensions of these sizes (numbers or
    expressions): another order, gaps, some backwards."""
    stride, offset = [str(draw.choice((1, 1, 2)))], []
    strides = [""] * len(sizes)
    for k in draw.sample(range(len(sizes)), len(sizes)):
        one = " * ".join(stride)
        strides[k] = one
        if sizes[k].isdigit() and int(sizes[k]) > 1 and draw.random() < 0.3:
            strides[k] = f"-1 * {one}"
            offset.append(f"{int(sizes[k]) - 1} * {one}")
        # An empty dimension must not make other elements share a place.
        stride.append(f"({sizes[k]} + {draw.choice((1, 1, 3))})")
    return (f"#tc.layout<strides = [{', '.join(strides)}]"
            f", offset = {' + '.join(offset + [str(draw.choice((0, 5)))])}>")


def argument(draw, text):
    """An argument of @main, somewhere else in memory."""
    name, rest = text.split(": ", 1)
    brace = rest.find(" {")
    kind, attributes = (rest, "") if brace < 0 else (
        rest[:brace], rest[brace + 2:-1])
    found = TENSOR.match(kind)
    if not found or re.search(r"tc\.(layout|storage)\b", attributes):
        return text
    sizes = found[1][:-1].split("x")
    if "?" in sizes:
        if not found[3]:
            return text
        sizes = [s.strip() for s in found[3].split(",")]
    lies = f"tc.layout = {layout(draw, sizes)}"
    return f"{name}: {kind} {{{', '.join(filter(None, (attributes, lies)))}}}"


def variant(name, text):
    """Of a module that tc-opt printed, with @main in prims or kernels; None if
    there is nothing to vary."""
    head = HEAD.search(text)
    if not head:
        return None
    draw = random.Random(zlib.crc32(name.encode()))
    end = matching(text, head.end() - 1)
    arguments = split(text[head.end():end])
    text = (text[:head.end()] + ", ".join(argument(draw, a) for a in arguments)
            + text[end:])
    end = text.rstrip().rfind("}")
    return text[:end] + FOREIGN + text[end:]


def without_schedules(text):
    """Without the schedules that somebody wrote for how arguments lay."""
    name = "loop.schedule = "
    while name in text:
        start = text.index(name)
        end = matching(text, start + len(name)) + 1
        while text[end] in ", ":
            end += 1
        text = text[:start] + text[end:]
    return text
