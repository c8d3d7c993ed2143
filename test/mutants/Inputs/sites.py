"""Places that algebra shows to be equivalent are left out, their neighbours are
not."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import operators  # noqa: E402

KERNEL = """  loop.kernel private @k(%arg0: {tensor}) -> {result} iters({iters}) {{
    %0 = loop.reduce ({own}) over ({over}) [add] {ordered}reads(%arg1 = %arg0[{index}] : {tensor}) -> {result} {{
      %1 = prim.sub %arg1, %arg2 : f32
      loop.yield %1 : f32
    }}
    loop.yield %0 : {result}
  }}
"""


def count(kind, **how):
    made = {"tensor": "tensor<4x6xf32>", "result": "tensor<4xf32>", "own": "d0",
            "over": "d1", "iters": "d0 = 4, d1 = 6", "index": "d0, d1",
            "ordered": "", **how}
    return len(list(operators.OPERATORS[kind](KERNEL.format(**made))))


# Along what is added up, elements may stand in any order.
assert count("index") == 1
assert count("index", own="d1", over="d0", result="tensor<6xf32>") == 1
assert count("index", own="", over="d0, d1", result="tensor<f32>") == 0
# Not where their order counts, where not all are added up, where another
# position moves with them, or where the map is another one.
assert count("index", ordered="ordered ") == 2
assert count("index", iters="d0 = 4, d1 = 5") == 2
assert count("index", tensor="tensor<6x6xf32>", index="d1, d1") == 2
assert count("index", index="d0, d1 + 0") == 2
# Where nothing runs, a body has nothing to be wrong.
empty = {"tensor": "tensor<4x0xf32>", "iters": "d0 = 4, d1 = 0"}
assert count("swap") == 1 and count("swap", **empty) == 0
assert count("short") == 1 and count("short", **empty) == 0
assert count("exchange") == 2 and count("exchange", **empty) == 1  # [max]
assert count("index", **empty) == 0
# But another iterator's emptiness says nothing.
assert count("swap", iters="d0 = 4, d1 = 6, d2 = 0") == 1
