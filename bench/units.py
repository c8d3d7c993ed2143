#!/usr/bin/env python3
"""How the matrix units at hand round: what each row of lib/target/units.c claims
(`tc-compile --units=TARGET`) beside what products of few terms show that tc has
compiled for it. Ends with 1 if a row claims anything else than is measured.

    bench/units.py                     # of this CPU
    bench/units.py --targets cuda cuda,units=80 cuda,double-units=80

Columns: `sum`, truncated or rounded to nearest; `guard`, bits that an
instruction keeps behind the last place of its largest term (where sums are
rounded: all, if it adds up its products apart from the accumulator, else none);
`subnormal`, of
factors, products and sums, flushed or kept; `product`, exact or rounded before
it is added; `long`, the error of the sum of 2^16 positive terms in unit
roundoffs of it, beside the 8 sqrt(n) that docs/numerics.md allows. Needs
PyTorch."""
import argparse
import os
import re
import subprocess
import sys

import torch

from package import root, tc

TORCH = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32,
         "f64": torch.float64, "i8": torch.int8, "i32": torch.int32}
BITS = {"f32": 24, "f64": 53}  # of a sum's fraction, the leading one included
LONG = 1 << 16


class Unit:
    """A row: name, types, shape, what it claims."""

    def __init__(self, line):
        self.name, self.operand, self.sum, shape, self.rounds, *rest = \
            line.split()
        self.k = int(shape.split("x")[2])
        self.guard = max([int(w[6:]) for w in rest if w.startswith("guard=")],
                         default=None)
        self.flushes = "flushes" in rest
        if "apart" in rest:  # all products of an instruction are kept
            self.guard = self.k.bit_length() - 1

    def claims(self):
        if self.rounds == "exact":
            return {"sum": "exact"}
        return {"sum": self.rounds, "guard": self.guard,
                "subnormal": "flushed" if self.flushes else "kept"}


def text(unit, rows, steps):
    x = f"tensor<{rows}x{steps}x{unit.operand}>"
    y = f"tensor<{rows}x{rows}x{unit.sum}>"
    tf32 = ", prim.tf32" if unit.operand == "f32" else ""
    return f"""func.func @main(%x: {x}, %w: {x}) -> {y} {{
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] {{out = {unit.sum}{tf32}}} : {x}, {x}
  return %0 : {y}
}}"""


def unit_of(program_text, target):
    """The unit that tc chooses for it."""
    module = tc.Module.parse(
        f'module attributes {{tc.target = "{target}"}} {{{program_text}}}')
    gpu = target.startswith("cuda")
    module.run(f"{'tc-gpu' if gpu else 'tc-cpu'},"
               f"loop-schedule{{target={target}}}")
    return set(re.findall(r'unit = "([^"]+)"', str(module)))


class Probes:
    """Pairs of vectors whose product shows something: row i of one factor and
    row i of the other, so that element (i, i) of the result is of pair i."""

    def __init__(self, unit, target, steps, rows=64):
        self.unit, self.target, self.steps, self.rows = \
            unit, target, steps, rows
        self.pairs = {}

    def add(self, name, terms):
        """`terms`: (step, factor, factor)."""
        x, w = (torch.zeros(self.steps, dtype=torch.float64)
                for _ in range(2))
        for step, a, b in terms:
            x[step], w[step] = a, b
        self.pairs[name] = x, w

    def run(self):
        """The results by name; None if tc computes this on another unit."""
        program_text = text(self.unit, self.rows, self.steps)
        if unit_of(program_text, self.target) != {self.unit.name}:
            return None
        device = "cuda" if self.target.startswith("cuda") else "cpu"
        factors = [torch.zeros(self.rows, self.steps, dtype=torch.float64)
                   for _ in range(2)]
        for i, pair in enumerate(self.pairs.values()):
            for factor, row in zip(factors, pair):
                factor[i] = row
        factors = [f.to(TORCH[self.unit.operand]).to(device) for f in factors]
        program = tc.compile_text(program_text, target=self.target)
        y = program(*factors)
        if device == "cuda":
            torch.cuda.synchronize()
        return dict(zip(self.pairs, y.diagonal().cpu().double().tolist()))


def rows_of(unit):
    """Enough for tc to take the unit: f32 is few below 2^25 products."""
    return 512 if unit.operand == "f32" else 64


def float_probes(unit, target):
    """One is summed in the first steps, small terms in later ones: whatever the
    order of the steps of an instruction is, the one is its accumulator. A place
    is the last of one."""
    steps = 128
    probes = Probes(unit, target, steps, rows_of(unit))
    place = 2.0 ** (1 - BITS[unit.sum])
    half = 2.0 ** -((BITS[unit.sum] - 1) // 2)
    later = unit.k
    for sign in (1.0, -1.0):
        probes.add(("rounding", sign), [(0, sign, 1), (
            later, 1.5 * sign * half, place / 2 / half)])
    for bits in range(unit.k.bit_length()):
        terms = [(later + i, half, place / half * 2.0 ** -bits)
                 for i in range(1 << bits)]
        probes.add(("guard", bits), [(0, 1, 1)] + terms)
    tiny = {"bf16": -130, "f16": -20, "f32": -130, "f64": -1040}[unit.operand]
    probes.add("factor", [(0, 2.0 ** tiny, 1)])
    if unit.operand != "f16":  # its products are far from f32's subnormals
        low, normal = ((2.0 ** -530, 2.0 ** -509) if unit.operand == "f64"
                       else (2.0 ** -70, 2.0 ** -60))
        probes.add("product", [(0, low, low)])
        probes.add("sum", [(0, normal, normal),
                           (later, -normal, normal * (1 + 2.0 ** -7))])
    if unit.operand == "f64":  # of others all products fit in a sum's fraction
        x = 1 + 2.0 ** -30
        probes.add("exact", [(0, -1, 1 + 2.0 ** -29), (later, x, x)])
    return probes, place


def float_findings(unit, target):
    probes, place = float_probes(unit, target)
    y = probes.run()
    if y is None:
        return None
    up, down = y["rounding", 1.0], y["rounding", -1.0]
    sums = {(1 + place, -1 - place): "rounds", (1, -1): "truncates",
            (1, -1 - place): "rounds down"}
    kept = [bits for bits in range(unit.k.bit_length())
            if y["guard", bits] == 1 + place]
    contiguous = 0
    while contiguous + 1 in kept:
        contiguous += 1
    subnormal = ["kept" if y[p] else "flushed"
                 for p in ("factor", "product", "sum") if p in y]
    found = {"sum": sums.get((up, down), f"{up}, {down}"),
             "guard": contiguous,
             "subnormal": subnormal[0] if len(set(subnormal)) == 1
             else ", ".join(subnormal)}
    if found["sum"] == "rounds":
        # each product alone: two halves of a place are rounded away
        found["guard"] = None if contiguous == 0 else contiguous
    if "exact" in y:
        found["product"] = "exact" if y["exact"] == 2.0 ** -60 else "rounded"
    return found


def long_error(unit, target):
    """(error of sums of positive terms, what is allowed), in unit roundoffs."""
    rows = rows_of(unit)
    device = "cuda" if target.startswith("cuda") else "cpu"
    generator = torch.Generator().manual_seed(1)
    factors = [(1 + torch.rand(rows, LONG, generator=generator)
                ).to(TORCH[unit.operand]) for _ in range(2)]
    if unit.operand == "f32":  # numbers of TF32
        factors = [f.bfloat16().float() for f in factors]
    program = tc.compile_text(text(unit, rows, LONG), target=target)
    y = program(*(f.to(device) for f in factors)).cpu().double()
    want = factors[0].double() @ factors[1].double().t()
    u = 2.0 ** -BITS[unit.sum]
    return ((y - want).abs() / want).max().item() / u, 8 * LONG ** 0.5


def integer_findings(unit, target):
    """Sums that pass 2^31 wrap around."""
    device = "cuda" if target.startswith("cuda") else "cpu"
    rows, steps = 64, 1 << 18
    program_text = text(unit, rows, steps)
    if unit_of(program_text, target) != {unit.name}:
        return None
    generator = torch.Generator().manual_seed(1)
    factors = [torch.randint(-128, 128, (rows, steps), generator=generator)
               for _ in range(2)]
    for f in factors:
        f[0] = -128
        f[1] = 127
    y = tc.compile_text(program_text, target=target)(
        *(f.to(torch.int8).to(device) for f in factors)).cpu()
    want = (factors[0].double() @ factors[1].double().t()).long()
    return {"sum": "exact" if torch.equal(y, want.to(torch.int32))
            else "not exact"}


def show(found):
    return ", ".join(f"{k} {v}" for k, v in found.items() if v is not None)


def measure(unit, target):
    """Whether the row says what is measured; prints both."""
    floats = unit.sum in BITS
    found = (float_findings if floats else integer_findings)(unit, target)
    claimed = unit.claims()
    if found is None:
        print(f"{target:24} {unit.name:20} tc takes another unit here")
        return True
    right = all(found[key] == value for key, value in claimed.items())
    line = (f"{target:24} {unit.name:20} {'' if right else 'WRONG: '}"
            f"claims {show(claimed)}; measured {show(found)}")
    if floats:
        error, most = long_error(unit, target)
        line += f", long {error:.3g} of {most:.0f}"
        right &= error <= most
    print(line, flush=True)
    return right


def units_of(binaries, target):
    said = subprocess.run([os.path.join(binaries, "tc-compile"),
                           f"--units={target}"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return [Unit(line) for line in said.splitlines()]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=os.path.join(root, "build", "bin"))
    parser.add_argument("--targets", nargs="+", default=["host"])
    args = parser.parse_args()
    good = True
    for target in args.targets:
        for unit in units_of(args.bin, target):
            good &= measure(unit, target)
    return not good


if __name__ == "__main__":
    sys.exit(main())
