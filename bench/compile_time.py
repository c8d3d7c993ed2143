#!/usr/bin/env python3
"""Measures how the time of each pass grows with the program: graphs of n and
of 4n nodes, and the exponent between them; 1 is linear.

    python3 bench/compile_time.py [--nodes 2000] [--family REGEX] [--joint]
    python3 bench/compile_time.py --check 1.6   fails if a pass grows faster,
                                               three times in a row

Times are tc-opt's (--mlir-timing) on a clock of the processor time that it
takes (cpu_clock.c), the least of --repeat runs; memory is its greatest resident
set. A pass that takes less than --floor seconds at 4n has no exponent: it is
noise."""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH, ROWS = 16, 8
X = f"tensor<{ROWS}x{WIDTH}xf32>"
INIT = '{{fx.name = "{0}", tc.init = {{kind = "uniform", mean = 0.0, ' \
       'std = 0.1, stream = {1}, seed = 7}}}}'


class Graph:
    """Text of an fx.graph; values are numbered, weights are named."""

    def __init__(self):
        self.weights, self.lines, self.count = [], [], 0

    def weight(self, shape):
        name, number = f"w{len(self.weights)}", len(self.weights)
        self.weights.append(
            f'  prim.weight @{name} : {shape} {{init = {{kind = "uniform", '
            f'mean = 0.0, std = 0.1, stream = {number}, seed = 7}}}}')
        self.lines.append(f"    %{name} = fx.get_attr @{name} : {shape}")
        return f"%{name}", shape

    def call(self, target, operands, more="", result=X):
        self.count += 1
        value = f"%v{self.count}"
        names = ", ".join(name for name, _ in operands)
        types = ", ".join(kind for _, kind in operands)
        self.lines.append(
            f'    {value} = fx.call "aten.{target}"({names}{more}) : '
            f"({types}) -> {result}")
        return value, result

    def text(self, result):
        return "\n".join(
            ['module attributes {tc.version = "0.1"} {', *self.weights,
             f"  fx.graph @main(%x: {X} " + INIT.format("x", 900)
             + f") -> ({result[1]}) {{", *self.lines,
             f"    fx.output {result[0]} : {result[1]}", "  }", "}", ""])


def layers(n):
    """Equal layers: norm, product, activation, residual; 4 nodes each."""
    g, x = Graph(), ("%x", X)
    vector, matrix = f"tensor<{WIDTH}xf32>", f"tensor<{WIDTH}x{WIDTH}xf32>"
    for _ in range(n // 4):
        y = g.call("layer_norm.default",
                   [x, g.weight(vector), g.weight(vector)])
        g.lines[-1] = g.lines[-1].replace(
            f"({x[0]}, ", f"({x[0]}, [{WIDTH}], ")
        y = g.call("linear.default", [y, g.weight(matrix), g.weight(vector)])
        y = g.call("gelu.default", [y])
        x = g.call("add.Tensor", [x, y])
    return g.text(x)


def chain(n):
    """One chain of pointwise ops: one kernel, as long as can be."""
    g, x = Graph(), ("%x", X)
    for i in range(n):
        x = g.call(("sin", "neg", "tanh", "abs")[i % 4] + ".default", [x])
    return g.text(x)


def wide(n):
    """Many values of one argument, summed as a tree."""
    g = Graph()
    row = [g.call("mul.Tensor", [("%x", X), g.weight(X)])
           for _ in range(max(n // 2, 1))]
    while len(row) > 1:
        row = [g.call("add.Tensor", row[i:i + 2]) if i + 1 < len(row)
               else row[i] for i in range(0, len(row), 2)]
    return g.text(row[0])


def dense(n):
    """Blocks of layers that each read all before them in the block, joined
    (DenseNet)."""
    g, x = Graph(), ("%x", X)
    block = 8
    matrix = f"tensor<{WIDTH}x{WIDTH}xf32>"
    while g.count < n:
        values = [x]
        for _ in range(block):
            y = values[0]
            for other in values[1:]:
                y = g.call("maximum.default", [y, other])
            y = g.call("mm.default", [y, g.weight(matrix)])
            values.append(g.call("relu.default", [y]))
        kind = f"tensor<{ROWS}x{WIDTH * len(values)}xf32>"
        names = ", ".join(name for name, _ in values)
        g.count += 1
        g.lines.append(
            f'    %v{g.count} = fx.call "aten.cat.default"([{names}], 1) : '
            f"({', '.join([X] * len(values))}) -> {kind}")
        tall = f"tensor<{WIDTH * len(values)}x{WIDTH}xf32>"
        x = g.call("mm.default", [(f"%v{g.count}", kind), g.weight(tall)])
    return g.text(x)


def rows(n):
    """Softmaxes and sums of rows that one value feeds: what fusion looks at
    from both sides."""
    g, x = Graph(), ("%x", X)
    for i in range(n // 3):
        y = g.call("softmax.int", [x], ", -1")
        z = g.call("exp.default", [x])
        x = g.call("sub.Tensor", [y, z])
    return g.text(x)


def gates(n):
    """Products that gate themselves: backward recomputes a comparison and a
    gate from what it is given of each."""
    g, x = Graph(), ("%x", X)
    for _ in range(n // 3):
        y = g.call("mm.default", [x, g.weight(f"tensor<{WIDTH}x{WIDTH}xf32>")])
        x = g.call("mul.Tensor", [g.call("relu.default", [y]), y])
    return g.text(x)


FAMILIES = {f.__name__: f for f in (layers, chain, wide, dense, rows,
                                    gates)}
FORWARD = "tc-cpu"
MEMORY = "memory"
JOINT = ("tc-to-prim,func.func(prim-simplify),prim-autodiff{wrt=all},"
         "tc-clean-up,func.func(prim-simplify),prim-partition,"
         "tc-select-entry{entry=main.backward},tc-clean-up,prim-to-loop,"
         "loop-fuse,tc-clean-up{canonicalize=false},loop-layout,"
         "loop-plan-memory")


def tool(name):
    return os.path.join(os.environ.get("TC_BUILD", f"{ROOT}/build"), "bin",
                        name)


def clock(folder):
    """The library that makes a process's clock its processor time."""
    library = os.path.join(folder, "cpu_clock.so")
    subprocess.run(["/usr/lib/llvm-22/bin/clang", "-O2", "-shared", "-fPIC",
                    f"{ROOT}/bench/cpu_clock.c", "-o", library], check=True)
    return library


def times(path, pipeline, preload):
    """Seconds by pass of one run, and MiB of memory (MEMORY)."""
    run = subprocess.Popen(
        [tool("tc-opt"), path, "--mlir-disable-threading", "--mlir-timing",
         "--mlir-timing-display=tree", "-o", os.devnull,
         f"--pass-pipeline=builtin.module({pipeline})"],
        stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LD_PRELOAD": preload})
    said = run.stderr.read()
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        sys.exit(said[:2000])
    found = {MEMORY: usage.ru_maxrss / 1024}
    for line in said.splitlines():
        entry = re.match(r"\s+([\d.]+) \(\s*[\d.]+%\)(\s+)(\S.*)$", line)
        if not entry:
            continue
        seconds, indent, name = entry.groups()
        # Nested pipelines are part of the pass that runs them.
        if len(indent) > 4 and not name.startswith(("prim-", "fx-", "tc-")):
            continue
        if "Pipeline" in name or name in ("root",):
            continue
        found[name] = found.get(name, 0) + float(seconds)
    return found


def least(family, n, pipeline, repeat):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(FAMILIES[family](n))
        # Sanitizers have to be the first library.
        preload = "" if "asan" in tool("") else clock(folder)
        runs = [times(path, pipeline, preload) for _ in range(repeat)]
    return {name: min(run.get(name, 0) for run in runs) for name in runs[0]}


def compare(family, n, pipeline, options):
    """Prints a table; returns the exponents of the passes above the floor."""
    small = least(family, n, pipeline, options.repeat)
    large = least(family, 4 * n, pipeline, options.repeat)
    print(f"\n{family}: {n} and {4 * n} nodes" +
          (", backward" if pipeline == JOINT else ""))
    found = {}
    for name, seconds in sorted(large.items(), key=lambda kv: -kv[1]):
        before = small.get(name, 0)
        exponent = (math.log(seconds / before, 4)
                    if before > 0 and seconds >= options.floor else None)
        if name == MEMORY:
            print(f"  {name:24} {before:7.0f} MiB {seconds:7.0f} MiB   " +
                  f"n^{exponent:.2f}")
        elif seconds >= options.floor / 4:
            print(f"  {name:24} {before:9.4f} s {seconds:9.4f} s   " +
                  (f"n^{exponent:.2f}" if exponent is not None else ""))
        if exponent is not None and name not in ("Total", "Rest"):
            found[name] = exponent
    return found


def too_fast(family, pipeline, options):
    """Passes that grow faster than allowed in every repetition; single times
    are disturbed by other load."""
    bad = None
    for _ in range(3):
        now = compare(family, options.nodes, pipeline, options)
        fast = {name for name, exponent in now.items()
                if exponent > options.check}
        bad = fast if bad is None else bad & fast
        if not bad:
            break
    return bad


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--family", default="")
    parser.add_argument("--joint", action="store_true")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--floor", type=float, default=0.05)
    parser.add_argument("--check", type=float, metavar="EXPONENT")
    options = parser.parse_args()
    bad = []
    for family in FAMILIES:
        if not re.search(options.family, family):
            continue
        pipeline = JOINT if options.joint else FORWARD
        if options.check:
            bad += [f"{family}: {name} grows faster than n^{options.check}"
                    for name in too_fast(family, pipeline, options)]
        else:
            compare(family, options.nodes, pipeline, options)
    for line in bad:
        print(line)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
