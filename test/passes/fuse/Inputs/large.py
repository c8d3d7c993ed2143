"""large.py WHICH: programs at which a limit of fusion tells, too long to be
written down."""
import sys

X = "tensor<64x96xf32>"


def function(lines, arguments, results):
    names, types = ", ".join(results), ", ".join(t for t in results.values())
    print(f"func.func @main({arguments}) -> ({types}) {{",
          *(f"  {line}" for line in lines),
          f"  return {names} : {types}", "}", sep="\n")


def chain():
    """140 maps: more ops than a kernel takes."""
    lines = [f"%{i + 1} = prim.exp %{i} : {X}" for i in range(140)]
    function(["%0 = prim.neg %x : " + X, *lines], f"%x: {X}", {"%140": X})


def far(first, last, results):
    """What could be merged, with 50 launches between."""
    v = "tensor<32xf32>"
    lines = [f"%s{i + 1}, %j{i + 1} = prim.sort %s{i} dim 0 : {v}"
             for i in range(50)]
    # What stands behind reads the last of them, so that it cannot be earlier.
    tail = ["%one = prim.slice %s50 <[0]> step [1] : " + v + " to tensor<1xf32>",
            "%n = prim.broadcast_in_dim %one [1] : tensor<1xf32> to " + X]
    function([*first, *lines, *tail, *last], f"%x: {X}, %s0: {v}", results)


def steps():
    far([f"%a = prim.exp %x : {X}"],
        [f"%b = prim.tanh %a : {X}", f"%c = prim.mul %b, %n : {X}"],
        {"%a": X, "%c": X})


def rows():
    r = "tensor<64xf32>"
    far([f"%m = prim.amax %x [1] : {X}",
         f"%mb = prim.broadcast_in_dim %m [0] : {r} to {X}"],
        [f"%b = prim.mul %mb, %n : {X}", f"%c = prim.sum %b [1] : {X}"],
        {"%m": r, "%c": r})


def siblings():
    """Two reductions of one value, each of more than half of what a kernel
    takes."""
    lines = [f"%{name}{i + 1} = prim.{op} %{name}{i} : {X}"
             for name, op in (("a", "exp"), ("b", "sin")) for i in range(70)]
    function([f"%a0 = prim.neg %x : {X}", f"%b0 = prim.abs %x : {X}", *lines,
              f"%s = prim.sum %a70 [0] : {X}",
              f"%m = prim.amax %b70 [1] : {X}"], f"%x: {X}",
             {"%s": "tensor<96xf32>", "%m": "tensor<64xf32>"})


def recompute():
    """A product over 126 maps of a product's elements: more ops than a kernel
    that computes these again takes."""
    v, s = "tensor<2x64x8xf32>", "tensor<2x64x64xf32>"
    lines = [f"%{i + 1} = prim.tanh %{i} : {s}" for i in range(126)]
    function(["%0 = prim.dot_general %q, %k batch [0], [0] contract [2], [2] : "
              f"{v}, {v}", *lines,
              "%o = prim.dot_general %126, %v batch [0], [0] contract [2], [1] "
              f": {s}, {v}"], f"%q: {v}, %k: {v}, %v: {v}", {"%o": v})


globals()[sys.argv[1]]()
