"""Random orders of passes on random graphs: each prefix verifies, and the
interpreter gives the same results before and after."""
import random

import graphs
import hold

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


def run_one(seed, options, tools, finds):
    draw = random.Random(seed)
    kind = draw.choice(("exact", "smooth"))
    text = graphs.Graph(draw, kind, draw.randint(3, options.ops)).text()
    passes = ",".join(order(draw))
    failed = hold.passes(text, passes, tools)
    if failed:
        finds.add(f"passes_{seed}", text, str(failed),
                  hold.again(tools, f"--passes={passes}"))
