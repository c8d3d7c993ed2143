"""Every ordered pair of prims, one reading the other, so that they are fused,
on tensors whose ranks and sizes all differ, with arguments in arbitrary
layouts, and with a foreign function in the module. Results are compared on the
CPU; the programs are also compiled for GPUs.

    pairs.py WORK [--first REGEX] [--second REGEX] [--seed N]

Expected results are the interpreter's. A failure prints the program's path and
the command that repeats it."""
import argparse
import os
import random
import re
import subprocess
import sys

SHAPE = (3, 5, 7)
FOREIGN = """
  func.func @foreign(%t: tensor<?xf32>, %m: memref<4xf32>) -> tensor<?xf32> {
    %c = arith.constant 1.0 : f32
    %i = arith.constant 0 : index
    memref.store %c, %m[%i] : memref<4xf32>
    return %t : tensor<?xf32>
  }
"""


def kind(shape, element="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + element + ">"


class Program:
    def __init__(self):
        self.arguments, self.body, self.results, self.n = [], [], [], 0

    def argument(self, shape, element="f32", low=None, high=None):
        name = f"%a{len(self.arguments)}"
        init = (f'{{kind = "randint", low = {low}, high = {high}, '
                if high is not None else
                '{kind = "uniform", mean = 0.3, std = 0.7, ')
        self.arguments.append((name, shape, element, init +
                               f"stream = {len(self.arguments) + 1}}}"))
        return name

    def op(self, text, results=1):
        self.n += 1
        name = f"%v{self.n}"
        self.body.append(f"    {name}{f':{results}' if results > 1 else ''}"
                         f" = {text}")
        return name

    def text(self, layouts, foreign):
        arguments = ",\n      ".join(
            f"{name}: {kind(shape, element)} {{{layouts.get(name, '')}"
            f"tc.init = {init}}}"
            for name, shape, element, init in self.arguments)
        types = ", ".join(kind(shape) for _, shape in self.results)
        names = ", ".join(name for name, _ in self.results)
        return ('module attributes {tc.version = "0.1"} {\n'
                f"  func.func @main(\n      {arguments})\n      -> ({types}) "
                "{\n" + "\n".join(self.body) +
                f"\n    return {names} : {types}\n  }}{foreign}\n}}\n")


def unary(op):
    return lambda p, x, s: (p.op(f"prim.{op} {x} : {kind(s)}"), s)


def binary(op):
    def build(p, x, s):
        return p.op(f"prim.{op} {x}, {p.argument(s)} : {kind(s)}"), s
    return build


def reduction(op):
    def build(p, x, s):
        d = len(s) // 2
        return (p.op(f"prim.{op} {x} [{d}] : {kind(s)}"),
                s[:d] + s[d + 1:])
    return build


def cumsum(p, x, s):
    return p.op(f"prim.cumsum {x} dim 0 : {kind(s)}"), s


def transpose(p, x, s):
    turned = s[1:] + s[:1]
    order = [*range(1, len(s)), 0]
    return p.op(f"prim.transpose {x} {order} : {kind(s)}"), turned


def reshape(p, x, s):
    flat = (s[0] * s[1],) + s[2:] if len(s) > 1 else (1,) + s
    return p.op(f"prim.reshape {x} : {kind(s)} to {kind(flat)}"), flat


def slices(p, x, s):
    small = s[:-1] + (s[-1] - 1,)
    at = [0] * (len(s) - 1) + [1]
    return p.op(f"prim.slice {x} <{at}> step {[1] * len(s)} : {kind(s)} to "
                f"{kind(small)}"), small


def pad(p, x, s):
    large = (s[0] + 2,) + s[1:]
    value = p.op("prim.constant dense<1.5> : tensor<f32>")
    low = [1] + [0] * (len(s) - 1)
    return p.op(f"prim.pad {x}, {value} low <{low}> high <{low}> interior "
                f"{[0] * len(s)} : {kind(s)}, tensor<f32> to {kind(large)}"
                ), large


def broadcast(p, x, s):
    large = (2,) + s
    return p.op(f"prim.broadcast_in_dim {x} {[*range(1, len(s) + 1)]} : "
                f"{kind(s)} to {kind(large)}"), large


def rev(p, x, s):
    return p.op(f"prim.rev {x} [{len(s) - 1}] : {kind(s)}"), s


def cat(p, x, s):
    other = s[:-1] + (4,)
    large = s[:-1] + (s[-1] + 4,)
    return p.op(f"prim.cat {x}, {p.argument(other)} dim {len(s) - 1} : "
                f"{kind(s)}, {kind(other)}"), large


def gather(p, x, s):
    i = p.argument((4,), "i64", 0, s[0])
    return p.op(f"prim.index {x}[{i}] [0] : {kind(s)}, {kind((4,), 'i64')}"
                ), (4,) + s[1:]


def where(p, x, s):
    other = p.argument(s)
    less = p.op(f"prim.lt {x}, {other} : {kind(s)}")
    return p.op(f"prim.where {less}, {x}, {other} : {kind(s, 'i1')}, "
                f"{kind(s)}"), s


def dot(p, x, s):
    w = p.argument((s[-1], 6))
    return p.op(f"prim.dot_general {x}, {w} batch [], [] contract "
                f"[{len(s) - 1}], [0] : {kind(s)}, {kind((s[-1], 6))}"
                ), s[:-1] + (6,)


def scatter(p, x, s):
    i = p.argument((s[0],), "i64", 0, 2)
    to = p.argument((2,) + s[1:])
    return p.op(f'prim.index_put {to}, {x}[{i}] [0] "add" : '
                f"{kind((2,) + s[1:])}, {kind(s)}, {kind((s[0],), 'i64')}"
                ), (2,) + s[1:]


def sort(p, x, s):
    v = p.op(f"prim.sort {x} dim {len(s) - 1} : {kind(s)}", 2)
    return v + "#0", s


PRIMS = {"exp": unary("exp"), "neg": unary("neg"), "add": binary("add"),
         "maximum": binary("maximum"), "sum": reduction("sum"),
         "amax": reduction("amax"), "cumsum": cumsum, "transpose": transpose,
         "reshape": reshape, "slice": slices, "pad": pad,
         "broadcast_in_dim": broadcast, "rev": rev, "cat": cat,
         "index": gather, "where": where, "dot_general": dot,
         "index_put": scatter, "sort": sort}


def program(first, seconds):
    """first, then each of the others on its result."""
    p = Program()
    x, shape = PRIMS[first](p, p.argument(SHAPE), SHAPE)
    for second in seconds:
        p.results.append(PRIMS[second](p, x, shape))
    return p


def layout(rng, shape):
    """Strides in any order, with gaps, some of them negative."""
    order = list(range(len(shape)))
    rng.shuffle(order)
    strides, stride, offset = [0] * len(shape), rng.choice((1, 1, 2)), 0
    for d in order:
        sign = rng.choice((1, 1, -1))
        strides[d] = sign * stride
        if sign < 0:
            offset += (shape[d] - 1) * stride
        stride *= shape[d] + rng.choice((0, 0, 1))
    return (f"tc.layout = #tc.layout<strides = {strides}, offset = {offset}>, "
            if offset else f"tc.layout = #tc.layout<strides = {strides}>, ")


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def check(work, name, text):
    path = os.path.join(work, name)
    with open(path + ".in.mlir", "w", encoding="utf-8") as file:
        file.write(text)
    expected = run(["tc-interpret", path + ".in.mlir", "--expect"])
    if expected.returncode:
        return f"tc-interpret {path}.in.mlir: {expected.stderr.strip()}"
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.write(expected.stdout)
    command = ["tc-run", path + ".mlir", "--check", "--guard", "--repeat=1"]
    ran = run(command)
    if ran.returncode:
        return " ".join(command) + "\n" + ran.stdout + ran.stderr
    for target in ("cuda", "rocm"):
        command = ["tc-compile", path + ".mlir", f"--target={target}", "-o",
                   path + ".so"]
        ran = run(command)
        if ran.returncode:
            return " ".join(command) + "\n" + ran.stderr
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("work")
    parser.add_argument("--first", default="")
    parser.add_argument("--second", default="")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    rng, failures, pairs = random.Random(options.seed), [], 0
    seconds = [n for n in PRIMS if re.search(options.second, n)]
    for first in PRIMS:
        if not re.search(options.first, first):
            continue
        p = program(first, seconds)
        layouts = {name: layout(rng, shape) for name, shape, *_ in p.arguments}
        for how, text in (("plain", p.text({}, "")),
                          ("strided", p.text(layouts, FOREIGN))):
            failure = check(options.work, f"{first}_{how}", text)
            if failure:
                failures.append(failure)
        pairs += len(seconds)
    print(*failures, f"{pairs} pairs, {len(failures)} failures", sep="\n")
    return bool(failures)


sys.exit(main())
