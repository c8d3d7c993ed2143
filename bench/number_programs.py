"""Programs for vary_numbers.py that numbers of heuristics decide
(lib/cost/numbers.inc) and no program of kernels.py has: at the sizes where they
do."""
from programs import (Program, call, embedding_gradient, layer_norm, long_rows,
                      one, product, tensor, transposed)


def parameter_gradients(steps, rows, columns):
    """Of a layer's weight, y^T x over `steps`, and of its bias, the sums of y's
    rows over the same steps: one kernel or two (gpu_sums_columns, _bytes)."""
    y, x = ([steps, rows], "bf16"), ([steps, columns], "bf16")
    t, w, b = ([rows, steps], "bf16"), ([rows, columns], "bf16"), ([rows], "bf16")
    lines = [call("0", "t.default", "%a0", [tensor(*y)], tensor(*t)),
             call("1", "mm.default", "%0, %a1", [tensor(*t), tensor(*x)],
                  tensor(*w)),
             call("2", "sum.dim_IntList", "%a0, [0]", [tensor(*y)], tensor(*b))]
    return Program(f"gradients of a weight and a bias {steps}x{rows}x{columns}",
                   [y, x], lines, [("%1", w), ("%2", b)],
                   lambda t, y, x: (y.t() @ x, y.sum(0)))


def residual_products(rows, columns, steps, times=16):
    """Products with a bias, each of which adds the result of the one before:
    maps behind a product that read as much as they store
    (gpu_read_under_way)."""
    x, w = ([rows, steps], "bf16"), ([columns, steps], "bf16")
    b, y = ([columns], "bf16"), ([rows, columns], "bf16")
    lines, before = [], "%a1"
    for i in range(times):
        lines += [call(f"p{i}", "linear.default", f"%a0, %a{2 + i}, %a{2 + times}",
                       [tensor(*x), tensor(*w), tensor(*b)], tensor(*y)),
                  call(f"y{i}", "add.Tensor", f"%p{i}, {before}",
                       [tensor(*y), tensor(*y)], tensor(*y))]
        before = f"%y{i}"

    def eager(t, x, r, *weights):
        for w in weights[:-1]:
            r = t.nn.functional.linear(x, w, weights[-1]) + r
        return r
    return Program(f"{times} products with a residual {rows}x{columns}x{steps}",
                   [x, y] + [w] * times + [b], lines, [(before, y)], eager)


def drawn_embedding(name, weights, positions=8192):
    """The gradient of 50257 x 768, of which each row has a share of the positions
    by its weight: rows of many points (gpu_owner_longer)."""
    p = embedding_gradient(positions // 1024, 1024, 50257, 768)
    p.name = f"embedding, gradient, {name}"
    p.values = {1: drawn(weights, positions)}
    return p


def embeddings():
    """The gradient by how its positions are drawn, and by how many there are."""
    rows = range(1, 50258)
    evenly, words = [1] * 50257, [1 / r for r in rows]
    yield from (drawn_embedding(*drawing) for drawing in (
        ("uniform", evenly), ("by 1/rank", words),
        ("by 1/rank^1.3", [r**-1.3 for r in rows]),
        ("half one row", [50256] + evenly[1:]), ("of 60 rows", [1] * 60),
        ("of 20 rows", [1] * 20), ("all alike", [1])))
    for positions in (1024, 32768, 131072):
        yield drawn_embedding(f"uniform, {positions}", evenly, positions)
    for positions in (32768, 131072):
        yield drawn_embedding(f"by 1/rank, {positions}", words, positions)


def drawn(weights, count):
    """Row numbers, as often as their weights say, in an order that mixes them."""
    total, sofar, out = sum(weights), 0.0, []
    for row, weight in enumerate(weights):
        sofar += weight
        out += [row] * (round(sofar / total * count) - len(out))
    return [out[i * 3001 % count] for i in range(count)]


def norm_transposed(batch, rows, features):
    """A layer norm that stores its transposed, too (gpu_scattered)."""
    p = layer_norm([batch, rows, features], "bf16")
    x, y = p.arguments[0], ([batch, features, rows], "bf16")
    p.name = f"layer norm, transposed {batch}x{rows}x{features}"
    p.lines += [call("1", "permute.default", "%0, [0, 2, 1]", [tensor(*x)],
                     tensor(*y)),
                call("2", "add.Tensor", "%1, 1", [tensor(*y)], tensor(*y))]
    p.results, eager = [("%2", y)], p.eager
    p.eager = lambda t, *a: eager(t, *a).transpose(1, 2) + 1
    return p


def channels_last(out, channels, window, dtype):
    """A weight by channels last: reads that are a window apart
    (gpu_run_between)."""
    x = ([out, channels, window, window], dtype)
    y = ([out, window, window, channels], dtype)
    lines = [call("0", "permute.default", "%a0, [0, 2, 3, 1]", [tensor(*x)],
                  tensor(*y)),
             call("1", "add.Tensor", "%0, 1", [tensor(*y)], tensor(*y))]
    return Program(f"channels last {out}x{channels}x{window}x{window} {dtype}",
                   [x], lines, [("%1", y)],
                   lambda t, x: x.permute(0, 2, 3, 1).contiguous() + 1)


def rows_added(rows, width, count):
    """`count` rows of `width` elements, added at drawn positions of `rows`
    (cpu_list_row)."""
    x, at, v = ([rows, width], "f32"), ([count], "i64"), ([count, width], "f32")
    lines = [call("0", "index_add.default", "%a0, 0, %a1, %a2",
                  [tensor(*x), tensor(*at), tensor(*v)], tensor(*x))]
    p = Program(f"rows of {width} added", [x, at, v], lines, [("%0", x)],
                lambda t, x, at, v: x.index_add(0, at, v))
    p.positions = rows
    return p


def batch_norm(batch, channels, side):
    """In training, channels last (moments_block)."""
    x, w = ([batch, side, side, channels], "f32"), ([channels], "f32")
    t, b = tensor(*x), tensor(*w)
    moved = tensor([batch, channels, side, side])
    target = "_native_batch_norm_legit.no_stats"
    lines = [call("0", "permute.default", "%a0, [0, 3, 1, 2]", [t], moved),
             f'%1:3 = fx.call "aten.{target}"(%0, %a1, %a2, true, 0.1, 1.0e-5) : '
             f"({moved}, {b}, {b}) -> ({moved}, {b}, {b})",
             call("2", "permute.default", "%1#0, [0, 2, 3, 1]", [moved], t)]
    return Program(f"batch norm, training {batch}x{channels}x{side}x{side}",
                   [x, w, w], lines, [("%2", x)], None)


def centred_images(channels):
    """Channels last, less their means over all images, as a batch norm's
    gradient is made (cpu_part_rows, cpu_recomputed_narrow)."""
    x, m = ([8, 56, 56, channels], "f32"), ([1, 1, 1, channels], "f32")
    lines = [call("0", "relu.default", "%a0", [tensor(*x)], tensor(*x)),
             call("1", "mean.dim", "%0, [0, 1, 2], true", [tensor(*x)],
                  tensor(*m)),
             call("2", "sub.Tensor", "%0, %1", [tensor(*x), tensor(*m)],
                  tensor(*x))]

    def eager(t, x):
        return x.relu() - x.relu().mean((0, 1, 2))
    return Program(f"centred images of {channels} channels", [x], lines,
                   [("%2", x)], eager)


def sums_of_rows(rows, columns, dtype):
    return one(f"sums of rows {rows}x{columns} {dtype}", "sum.dim_IntList",
               [rows, columns], ", [1]", [rows], dtype=dtype,
               eager=lambda t, x: x.sum(1))


def sum_of_all(elements):
    """One sum (gpu_long, gpu_min_part)."""
    return one(f"sum of {elements}", "sum.default", [elements], "", [],
               eager=lambda t, x: x.sum())


def on_cpus():
    return [
        transposed([768, 3072], name="transposed 768x3072"),
        rows_added(1 << 14, 4, 1 << 18),
        batch_norm(64, 64, 8), batch_norm(128, 64, 4),
        centred_images(64), centred_images(256),
        *(one(f"softmax of columns {n}x1024", "softmax.int", [n, 1024], ", 0",
              eager=lambda t, x: x.softmax(0)) for n in (256, 512, 1024)),
    ]


def on_gpus():
    return [
        *(parameter_gradients(*shape) for shape in (
            (49152, 384, 196), (12544, 3072, 768), (12544, 768, 3072),
            (8192, 2304, 768))),
        *(residual_products(*shape) for shape in (
            (8192, 768, 768), (4096, 768, 768), (4096, 768, 2048),
            (12608, 768, 768))),
        product(8192, 50257, 768),  # whose rows start at any element
        *embeddings(),
        norm_transposed(64, 196, 768),
        *(channels_last(*shape) for shape in (
            (1024, 1024, 3, "f32"), (1024, 1024, 4, "f32"),
            (512, 512, 7, "f32"), (64, 3, 7, "bf16"))),
        # gpu_aligned_*, gpu_online_*, gpu_held_bytes
        *long_rows(([4096, 50257], [65536, 1023], [65536, 511])),
        *(sums_of_rows(65536, n, "f32") for n in (1023, 1022)),
        *(sum_of_all(1 << n) for n in (13, 14, 15, 16, 17, 18, 19)),
    ]
