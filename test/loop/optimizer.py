"""Prints an AdamW step over N parameters of different sizes as one kernel op,
beside the same in prims: optimizer.py N. The test takes 300, docs/ir/loop.md
shows 2 (optimizer.mlir)."""
import sys

N = int(sys.argv[1])
SIZES = [3 + i % 7 for i in range(N)]
KINDS = "pgmv"


def tensor(i):
    return f"tensor<{SIZES[i]}xf32>"


def each(text, kinds=KINDS):
    return [text.format(k=k, i=i, t=tensor(i)) for i in range(N) for k in kinds]


def step(kind, suffix, indent, results):
    """The arithmetic of one parameter, on scalars or on tensors."""
    i, t = suffix
    lines = [
        f"%a{i} = prim.mul %m{i}, %b1{kind} : {t}", f"%b{i} = prim.mul %g{i}, %d1{kind} : {t}",
        f"%mm{i} = prim.add %a{i}, %b{i} : {t}", f"%c{i} = prim.mul %v{i}, %b2{kind} : {t}",
        f"%d{i} = prim.mul %g{i}, %g{i} : {t}", f"%e{i} = prim.mul %d{i}, %d2{kind} : {t}",
        f"%vv{i} = prim.add %c{i}, %e{i} : {t}", f"%f{i} = prim.sqrt %vv{i} : {t}",
        f"%h{i} = prim.add %f{i}, %eps{kind} : {t}", f"%q{i} = prim.div %mm{i}, %h{i} : {t}",
        f"%s{i} = prim.mul %q{i}, %lr{kind} : {t}", f"%pp{i} = prim.sub %p{i}, %s{i} : {t}",
    ]
    return [" " * indent + l for l in lines] + [results]


CONSTANTS = [("b1", 0.9), ("d1", 0.1), ("b2", 0.99), ("d2", 0.01), ("eps", 1e-8)]


def kernel():
    args = ", ".join(each("%{k}{i}: {t}") + ["%lr: tensor<f32>"])
    types = ", ".join(each("{t}", "pmv"))
    iters = ", ".join(f"i{i} = {SIZES[i]}" for i in range(N))
    out = [f"loop.kernel @optimizer({args}) -> ({types}) iters({iters}) {{"]
    for i in range(N):
        reads = ", ".join(f"%{k} = %{k}{i}[i{i}] : {tensor(i)}" for k in KINDS)
        out.append(f"  %x{i}, %y{i}, %z{i} = loop.map (i{i}) reads({reads}, %lr_ = %lr[] : tensor<f32>) -> ({tensor(i)}, {tensor(i)}, {tensor(i)}) {{")
        out += [f"    %{n}_ = prim.constant {v:.9e} : f32" for n, v in CONSTANTS]
        out += step("_", ("", "f32"), 4, "    loop.yield %pp, %mm, %vv : f32, f32, f32")
        out.append("  }")
    values = ", ".join(f"%{k}{i}" for i in range(N) for k in "xyz")
    out.append(f"  loop.yield {values} : {types}")
    return out + ["}"]


def main():
    args = [f'%{k}{i}: {tensor(i)} {{tc.init = {{kind = "uniform", mean = {1.0 if k == "v" else 0.0}, std = 0.1, stream = {4 * i + "pgmv".index(k)}}}}}'
            for i in range(N) for k in KINDS]
    args.append('%lr: tensor<f32> {tc.init = {kind = "constant", value = 0.01}}')
    types = ", ".join(each("{t}", "pmv"))
    operands = ", ".join(each("%{k}{i}") + ["%lr"])
    inputs = ", ".join(each("{t}") + ["tensor<f32>"])
    out = [f"func.func @main({', '.join(args)}) -> ({types}) {{",
           f"  %0:{3 * N} = loop.launch @optimizer({operands}) : ({inputs}) -> ({types})"]
    values = ", ".join(f"%0#{i}" for i in range(3 * N))
    return out + [f"  return {values} : {types}", "}"]


def reference():
    args = ", ".join(each("%{k}{i}: {t}") + ["%lr: tensor<f32>"])
    types = ", ".join(each("{t}", "pmv"))
    out = [f"func.func @reference({args}) -> ({types}) {{"]
    for i in range(N):
        t = tensor(i)
        out += [f"  %{n}_{i} = prim.constant dense<{v:.9e}> : {t}" for n, v in CONSTANTS]
        out.append(f"  %lr_{i} = prim.broadcast_in_dim %lr [] : tensor<f32> to {t}")
        out += step(f"_{i}", (i, t), 2, "")
    values = ", ".join(f"%{k}{i}" for i in range(N) for k in ("pp", "mm", "vv"))
    return out + [f"  return {values} : {types}", "}"]


print("""// An optimizer step over many parameters in one kernel op
// CPU: tasks are chunks of all parameters, one list for all of them; vectors along each.
// GPU: blocks are dealt to parameters by a table of offsets; one launch for 300 parameters.
// LAUNCHES: 1
""")
print("\n".join(line for line in kernel() + [""] + main() + [""] + reference() if line or True))
