"""Prints products in tiles that are not allowed, or that there is no code for: one
for each limit of a unit's tilings, with the error that is expected of it."""
import sys

N = "i64"


def product(element, size, attributes):
    """A product of square matrices with this schedule."""
    t = f"tensor<{size}x{size}x{element}>"
    iters = f"iters(i = {size}, j = {size}, k = {size})"
    return f"""loop.kernel @k(%x: {t}, %w: {t}) -> {t} {iters} attributes {{loop.schedule = {attributes}}} {{
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : {t}, %b = %w[j, k] : {t}) -> {t} {{
    loop.yield %a, %b : {element}, {element}
  }}
  loop.yield %y : {t}
}}"""


def schedule(unit, grid, to, rows, columns, depth, own_rows, own_columns,
             threads, copies, ring="", launch="", roles=("", "")):
    """The schedule of one launch of a product in tiles. `own_rows` and `own_columns` are those
    of a thread, a warp or a warp group (`to`)."""
    load, multiply = roles
    lanes = 1 if unit == "fma" else 2 if "f64" in unit else 8
    vector = '{body = [], for = ["j"], to = "vector"}' if lanes > 1 else ""
    out = (f'{{body = [{vector}], for = ["i", "j"]{multiply}, '
           f'step = {lanes} : {N}, to = "thread"}}')
    copy = ", ".join(f"{{{copies}, copy = [0, {i}]{load}, to = \"shared\"}}"
                     for i in range(2))
    run = f'{{run = 0 : {N}, unit = "{unit}"}}'
    tile = (f'{{body = [{{body = [{run}], for = ["j"], step = {own_columns} : {N}, '
            f'to = "{to}"}}], for = ["i"]{multiply}, step = {own_rows} : {N}, '
            f'to = "{to}"}}')
    steps = (f'{{body = [{copy}, {tile}], for = ["k"]{ring}, step = {depth} : {N}, '
             f'to = "seq"}}')
    return (f'{{launches = [{{body = [{{body = [{{body = [{steps}, {out}], '
            f'for = ["j"], step = {columns} : {N}, to = "{grid}"}}], '
            f'for = ["i"], step = {rows} : {N}, to = "{grid}"}}], '
            f'threads = {threads} : {N}{launch}}}]}}')


PLAIN = f'bytes = 4 : {N}, engine = "plain"'
ONE_BY_ONE = f'bytes = 2 : {N}, engine = "plain"'
CHUNKS = f'bytes = 16 : {N}, engine = "cp.async"'


def ring(n, ahead=0):
    return (f", ahead = {ahead} : {N}" if ahead else "") + f", ring = {n} : {N}"


def fma(*tile, threads=256):
    return product("f32", 256, schedule("fma", "grid", "thread", *tile, threads,
                                        PLAIN))


def warps(*tile, threads, unit="mma.m16n8k16.bf16", element="bf16",
          copies=CHUNKS, size=256):
    more = f", group = 8 : {N}, resident = 1 : {N}"
    return product(element, size, schedule(unit, "grid", "warp", *tile, threads,
                                           copies, ring(4), more))


def groups(*tile, threads, ahead=0, grid="grid", roles=False,
           copies=CHUNKS, size=256, slots=4):
    more, of = f", group = 8 : {N}, resident = 1 : {N}", ("", "")
    if roles:
        of = (', role = "load"', ', role = "multiply"')
        more += (f', roles = [{{name = "load", registers = 24 : {N}, warps = 4 : {N}}}, '
                 f'{{name = "multiply", registers = 240 : {N}, '
                 f'warps = {threads // 32 - 4} : {N}}}]')
    return product("bf16", size, schedule("wgmma.m64k16.bf16", grid, "group", *tile,
                                          threads, copies, ring(slots, ahead), more,
                                          of))


# Rows, columns and depth of a tile; rows and columns of a thread, warp or group.
CASES = {
    "fma": [
        (fma(32, 32, 32, 2, 4),
         "256 threads must divide the tile, with at most 64 sums each"),
        (fma(32, 32, 24, 2, 2),
         "256 threads must divide a factor's part of a tile, with at most 16 "
         "elements each"),
        (fma(128, 128, 32, 8, 8), "a tile must fit in 48 KiB of shared memory"),
    ],
    "sm_80": [
        (warps(8, 32, 64, 8, 16, threads=64),
         "a tile must have at least 16 rows, columns and steps"),
        (warps(64, 32, 64, 48, 16, threads=64), "warps must divide the tile"),
        (warps(48, 32, 64, 16, 16, threads=192),
         "rows, columns and depth of a tile must be powers of two"),
        (warps(128, 128, 64, 128, 64, threads=64),
         "a warp's tile can be at most 64 x 64, of f64, or where factors are "
         "split, 64 x 32"),
        (warps(64, 64, 16, 64, 64, threads=32, unit="mma.m8n8k4.f64",
               element="f64"),
         "a warp's tile can be at most 64 x 64, of f64, or where factors are "
         "split, 64 x 32"),
        (warps(256, 256, 64, 16, 64, threads=1024),
         "a block can have at most 1024 threads"),
        (warps(32, 16, 16, 16, 16, threads=64),
         "a block's threads must divide the chunks of a tile"),
        (warps(128, 128, 64, 64, 64, threads=128, copies=ONE_BY_ONE, size=255),
         "elements that are copied one by one must fit in registers"),
    ],
    "sm_90a": [
        (groups(128, 64, 64, 128, 64, threads=128),
         "a warp group's tile must have 64 rows, or with roles 128, and at most "
         "128 sums a thread"),
        (groups(64, 64, 32, 64, 64, threads=128),
         "contiguous points and steps of a tile must be multiples of 64 (of f32 "
         "steps, of 32): the unit reads shared memory in boxes of these"),
        (groups(64, 64, 64, 64, 64, threads=128, slots=2),
         "a ring must have at least three slots: one is free only after two more "
         "tiles"),
        (groups(64, 64, 64, 64, 64, threads=128, ahead=4),
         "ahead must be less than ring (L9)"),
        (groups(128, 128, 64, 128, 128, threads=384, grid="persist", roles=True,
                ahead=1),
         "ahead: roles copy as far ahead as there are free slots"),
        (groups(128, 128, 64, 128, 128, threads=384, grid="persist", roles=True,
                copies=ONE_BY_ONE, size=255),
         "a role that copies does so by cp.async"),
        (groups(64, 512, 64, 64, 256, threads=384, grid="persist", roles=True,
                copies='engine = "tma"', size=1024),
         "tma: sides of a box are at most 256"),
        (groups(128, 128, 64, 128, 128, threads=384, grid="persist", roles=True)
         .replace('name = "load"', 'name = "fetch"'),
         "roles: there is code for 'load', then 'multiply'"),
    ],
    "sm_90a,cores=0": [
        (groups(128, 128, 64, 64, 128, threads=256, grid="persist"),
         "how many blocks persist is not known for this chip"),
    ],
}

print("\n// -----\n".join(
    "// expected-error @below {{loop.schedule: launch 0: " + why + "}}\n" + kernel for kernel, why in CASES[sys.argv[1]]))
