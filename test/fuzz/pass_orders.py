"""Random orders of passes on random graphs: each prefix verifies, and the
interpreter gives the same results before and after."""
import random
import tempfile

import cases
import columns
import graphs

# Of functions of prims, in any order and number.
ON_PRIMS = ("canonicalize", "cse", "func.func(prim-simplify)", "symbol-dce",
            "sccp")
# Of kernels, after prim-to-loop.
ON_LOOPS = ("canonicalize", "cse", "loop-fuse", "loop-layout", "symbol-dce")


def order(draw):
    prims = [draw.choice(ON_PRIMS) for _ in range(draw.randint(1, 5))]
    if draw.random() < 0.3:
        return prims
    loops = [draw.choice(ON_LOOPS) for _ in range(draw.randint(1, 5))]
    return [*prims, "prim-to-loop", *loops]


def is_undecided(text):
    """Only what a check could not decide: an argmax among what roundings may
    exchange."""
    wrong = [line for line in text.splitlines() if " WRONG: " in line]
    return bool(wrong) and all(" WRONG: error 0 " in line for line in wrong)


def run_one(seed, options, tools, finds):
    draw = random.Random(seed)
    kind = draw.choice(("exact", "smooth"))
    text = graphs.Graph(draw, kind, draw.randint(3, options.ops)).text()
    case = cases.Case(f"kernels/{kind}_{seed}", text=text, oracle=True)
    passes = ",".join(order(draw))
    with tempfile.TemporaryDirectory() as folder:
        cell = columns.Cell(case, tools, folder)
        try:
            cell.call("tc-interpret", cell.program(), f"--pipeline={passes}",
                      "--check")
        except columns.Failed as failed:
            if not is_undecided(str(failed)):
                finds.add(f"passes_{seed}", text, str(failed),
                          cell.commands)
