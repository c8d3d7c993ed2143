"""passes/lower takes what a schedule says, or asks by a table that passes/schedule
hands down (passes/lower/cpu/chooser.h): no file there asks a number of a heuristic,
or calls a chooser or the cost model. What still weighs an estimate of a size is
listed below with the number of its lines; a list that is longer than what is true
fails, too.

python3 test/rooms.py [ROOT]"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHOICE = re.compile(r"\btcNumber\(|\"lib/cost/numbers\.h\"|\"passes/schedule/cpu-product\.h\"|"
                    r"\btcProduct(Choose[A-Z]|Cycles)|\btcCpu(\w*Cost|BestVector)\(|"
                    r"\btc(Cpu)?(Schedule)?Choose\w*\(")
ESTIMATE = re.compile(r"\btcEstimate\(|\btcCpuGuess\w*\(")
# Estimates at the version's `size_hint`, which is text; or what is not yet moved.
ESTIMATES = {
    "cpu/contract.c": 1,          # blocks of sums of nests: docs/ir/schedule.md, what is derived
    "cpu/kernel_access.c": 1,     # the order of a product's steps: distances in memory
    "cpu/nest_sum.c": 1,          # as contract.c
    "cpu/product_division.c": 2,  # what tiles and panels of the text come to
    "cpu/product_prefetch.c": 1,  # which reads of nests are prefetched: what is derived
    "cpu/stream.c": 2,            # a stream's lanes where no phase has them: what is derived
    # Of GPUs, whose choosers call these to weigh their forms.
    "gpu/direct.c": 2,
    "gpu/direct_emit.c": 1,
    "gpu/product.c": 9,
    "gpu/product_emit.c": 1,
    "gpu/rows.c": 2,
}


def lines_with(pattern, path):
    with open(path, encoding="utf-8") as file:
        return [(n, line.strip()) for n, line in enumerate(file, 1)
                if pattern.search(line) and not line.lstrip().startswith("//")]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else ROOT
    lower = os.path.join(root, "passes", "lower")
    bad, left = [], dict(ESTIMATES) if root == ROOT else {}
    for path in sorted(glob.glob(os.path.join(lower, "**", "*.[ch]"), recursive=True)):
        name = os.path.relpath(path, lower).replace(os.sep, "/")
        bad += [f"passes/lower/{name}:{n}: chooses, which passes/schedule does: {line}"
                for n, line in lines_with(CHOICE, path)]
        found, allowed = len(lines_with(ESTIMATE, path)), left.pop(name, 0)
        if found != allowed:
            bad.append(f"passes/lower/{name}: {found} lines estimate sizes, listed are {allowed}")
    bad += [f"passes/lower/{name}: is listed, but not there" for name in left]
    print("\n".join(bad) or "passes/lower chooses nothing")
    return bool(bad)


sys.exit(main())
