"""Random numbers of heuristics (tc-compile --numbers): whatever they are, random
graphs and the suite's programs give right results. Small numbers bring forms that
are for large programs into small ones."""
import copy
import os
import random
import shlex
import subprocess
import sys

import cases
import columns
import graphs
import hold

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = os.path.join(HERE, "..", "suite", "suite.py")
VALUES = [1 << bits for bits in (0, 0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 40)]
NO_MEMORY = "[TC-6530]"  # for a million parts of a sum
# Which bits a NaN has is told by no launch that is judged alone.
NAN_BITS = "prim.bitcast"
FAMILIES = ("fx", "wide", "loop", "kernels", "prims", "sizes")


def rows(tools):
    """(name, what it is) of each number."""
    said = subprocess.run([tools.path("tc-compile"), "--numbers"], check=True,
                          capture_output=True, text=True).stdout
    return [(row.split("\t")[0], row.split("\t")[3])
            for row in said.splitlines()]


def drawn(draw, tools):
    """Some numbers, as TC_NUMBERS has them."""
    known = rows(tools)
    chosen = draw.sample(known, draw.randint(1, len(known)))
    return ",".join(
        f"{name}=" + str(draw.choice(VALUES) if "power of two" in what
                         or draw.random() < .7 else draw.choice((3, 5, 7, 100)))
        for name, what in chosen)


def programs(tools):
    known = cases.known_failures(cases.all_cases(tools.rows), columns.COLUMNS)
    fail = {name for name, _ in known}
    return [case for case in cases.all_cases(tools.rows)
            if case.family in FAMILIES and case.name not in fail
            and NAN_BITS not in case.source()]


def run_one(seed, options, tools, finds):
    draw = random.Random(seed)
    tools = copy.copy(tools)
    numbers = drawn(draw, tools)
    tools.environment = {**tools.environment, "TC_NUMBERS": numbers}
    graph = draw.random() < .5
    if graph:
        kind = draw.choice(options.kinds.split(","))
        case = cases.Case(f"kernels/{kind}_{seed}", oracle=True, text=graphs.Graph(
            draw, kind, draw.randint(3, options.ops)).text())
    else:
        case = draw.choice(programs(tools))
    for column in options.columns.split(","):
        failed = hold.failure(case, tools, columns.COLUMNS[column])
        if not failed or NO_MEMORY in str(failed):
            continue
        again = hold.again(tools, f"--name={case.name.split('/')[1]}",
                           f"--column={column}") if graph else shlex.join([
                               sys.executable, SUITE, f"--filter=^{case.name}$",
                               f"--targets={column}", "--build="
                               + os.path.dirname(tools.bin)])
        finds.add(f"numbers_{seed}_{column}", case.source(), str(failed),
                  f"TC_NUMBERS={numbers} {again}", reduce=graph)
