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

# What a read finds outside counts where it is taken.
CAT = """  loop.kernel private @k(%arg0: {a}, %arg1: {b}) -> {c} iters(d0 = {n}) {{
    %0 = loop.map (d0) reads(%arg2 = %arg0[d0] : {a} else 0.0, %arg3 = %arg1[{index}] : {b} else 0.0) -> {c} {{
      %1 = loop.index <d0>
      {limit}
      %3 = prim.{how} %1, %2 : i64
      %4 = prim.where %3, %arg2, %arg3 : i1, f32
      loop.yield %4 : f32
    }}
    loop.yield %0 : {c}
  }}
"""


def missed(**how):
    made = {"a": "tensor<4xf32>", "b": "tensor<3xf32>", "c": "tensor<7xf32>",
            "n": "7", "index": "d0 - 4", "how": "lt",
            "limit": "%2 = prim.constant 4 : i64", **how}
    return sum(" else " in where for _, _, where in
               operators.constants(CAT.format(**made)))


symbols = {"a": "tensor<?xf32, #tc.dims<[n]>>", "index": "d0 - n", "n": "n + 3",
           "b": "tensor<?xf32, #tc.dims<[3]>>", "limit": "%2 = loop.index <n>",
           "c": "tensor<?xf32, #tc.dims<[n + 3]>>"}
assert missed() == 0 and missed(**symbols) == 0
assert missed(limit="%2 = prim.constant 5 : i64") == 1
assert missed(limit="%2 = prim.constant 3 : i64") == 1
assert missed(n="8") == 1 and missed(index="d0 - 3") == 1
assert missed(how="le") == 2 and missed(a="tensor<3xf32>") == 1
assert missed(**{**symbols, "n": "n + 4"}) == 1
assert missed(**{**symbols, "limit": "%2 = loop.index <m>"}) == 2

# Elements in another order go through maps to a sum; shifts may be any numbers.
PROGRAM = """  loop.kernel private @f(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> iters(d0 = 4, d1 = 6) {{
    %0 = loop.map (d0, d1) reads(%arg1 = %arg0[d0, d1] : tensor<4x6xf32>) -> tensor<4x6xf32> {{
      {body}
      loop.yield %1 : f32
    }}
    loop.yield %0 : tensor<4x6xf32>
  }}
  loop.kernel private @g(%arg0: tensor<4x6xf32>) -> tensor<4xf32> iters(d0 = 4, d1 = 6) {{
    %0 = loop.reduce (d0) over (d1) [add] reads(%arg1 = %arg0[d0, d1] : tensor<4x6xf32>) -> tensor<4xf32> {{
      loop.yield %arg1 : f32
    }}
    loop.yield %0 : tensor<4xf32>
  }}
  func.func @main(%arg0: tensor<4x6xf32>) -> tensor<4xf32> {{
    %0 = loop.launch @f(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = loop.launch @g(%0){mark} : (tensor<4x6xf32>) -> tensor<4xf32>
    return {results}
  }}
"""


def places(kind, **how):
    made = {"body": "%1 = prim.sin %arg1 : f32", "mark": "",
            "results": "%1 : tensor<4xf32>", **how}
    return len(list(operators.OPERATORS[kind](PROGRAM.format(**made))))


assert places("index") == 2
assert places("index", results="%1, %0 : tensor<4xf32>, tensor<4x6xf32>") == 3
assert places("index", body="%2 = loop.index <d1>\n      "
              "%1 = prim.add %arg1, %2 : f32") == 3
assert places("short") == 1 and places("exchange") == 2
marked = {"mark": " {tc.detached}"}
assert places("short", **marked) == 0 and places("exchange", **marked) == 0
assert places("exchange", results="%1, %0 : tensor<4xf32>, tensor<4x6xf32>",
              **marked) == 1

# Launches are marked as the prims are that they are of.
PRIMS = """%1 = prim.amax %0 [1] : tensor<4x6xf32>
    %2 = prim.amax %0 [1] {tc.detached} : tensor<4x6xf32>
"""
LAUNCHES = """%1 = loop.launch @k1_amax(%0) : (tensor<4x6xf32>) -> tensor<4xf32>
    %2 = loop.launch @k2_amax(%0) : (tensor<4x6xf32>) -> tensor<4xf32>
"""
assert operators.with_detached(LAUNCHES, PRIMS) == LAUNCHES.replace(
    "k2_amax(%0)", "k2_amax(%0) {tc.detached}")

# Indices from the end: all that are filled from 0, or one.
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../suite"))
import cases  # noqa: E402

FILLS = ('{kind = "randint", low = 0, high = 5, stream = 1}, {kind = "randint", '
         'low = 0, high = 2, stream = 2}, {kind = "randint", low = 0, high = 7, '
         'stream = 3}')
first, second = (FILLS.replace(f"low = 0, high = {n}", f"low = -{n}, high = {n}")
                 for n in (5, 7))
both = first.replace("low = 0, high = 7", "low = -7, high = 7")
assert cases.with_negative_fills("{}") is None
assert cases.negative_forms(FILLS, lambda text: True) == [both]
assert cases.negative_forms(FILLS, lambda text: text == second) == [second]
assert cases.negative_forms(FILLS, lambda text: False) == []
