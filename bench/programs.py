"""Small programs as text, each with its equivalent in PyTorch, for kernels.py
and gpu.py; products with weights for vary_numbers.py, which has more programs
in number_programs.py."""
import math
import struct

BYTES = {"f32": 4, "bf16": 2, "f16": 2, "i64": 8, "i32": 4, "i8": 1}


def tensor(shape, dtype="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Program:
    """Argument shapes, body lines (%0.. and types by hand), results. Arguments
    of i64 are drawn below `positions`, but for those that `values` lists, by
    number."""
    positions = 2
    values = {}

    def __init__(self, name, arguments, lines, results, eager):
        self.name, self.arguments, self.lines = name, arguments, lines
        self.results, self.eager = results, eager

    def fill(self, i):
        shape, dtype = self.arguments[i]
        if i in self.values:
            data = struct.pack(f"<{len(self.values[i])}q", *self.values[i])
            return f'dense<"0x{data.hex()}"> : {tensor(shape, dtype)}'
        draws = (f'kind = "randint", low = 0, high = {self.positions}'
                 if dtype == "i64" else
                 'kind = "uniform", mean = 0.0, std = 1.0')
        return f"{{{draws}, stream = {i}, seed = 1}}"

    permits = ""  # attributes of the graph
    atomics = False  # the program permits sums by atomic additions

    def text(self):
        arguments = ", ".join(
            f"%a{i}: {tensor(*a)} {{tc.init = {self.fill(i)}}}"
            for i, a in enumerate(self.arguments))
        types = ", ".join(tensor(*r) for _, r in self.results)
        names = ", ".join(n for n, _ in self.results)
        body = "\n".join("    " + line for line in self.lines)
        atomics = ", tc.atomics" if self.atomics else ""
        return (f"module attributes {{tc.version = \"0.1\"{atomics}}} {{\n"
                f"  fx.graph @main({arguments}) -> ({types}) "
                f"{self.permits}{{\n{body}\n"
                f"    fx.output {names} : {types}\n  }}\n}}\n")

    def bytes(self):
        all_of = self.arguments + [r for _, r in self.results]
        return sum(math.prod(s) * BYTES[d] for s, d in all_of)


def call(result, target, arguments, types, out):
    return (f'%{result} = fx.call "aten.{target}"({arguments}) : '
            f"({', '.join(types)}) -> {out}")


def one(name, target, shape, extra="", out=None, dtype="f32", eager=None):
    """A call of one argument."""
    out = shape if out is None else out
    x, y = (shape, dtype), (out, dtype)
    lines = [call("0", target, "%a0" + extra, [tensor(*x)], tensor(*y))]
    return Program(name, [x], lines, [("%0", y)], eager)


def layer_norm(shape, dtype="f32"):
    x, w = (shape, dtype), (shape[-1:], dtype)
    lines = [call("0", "layer_norm.default",
                  f"%a0, [{shape[-1]}], %a1, %a2, 1.0e-5",
                  [tensor(*x), tensor(*w), tensor(*w)], tensor(*x))]
    return Program("layer norm", [x, w, w], lines, [("%0", x)],
                   lambda t, x, w, b: t.nn.functional.layer_norm(
                       x, shape[-1:], w, b))


def gelu_chain(shape, dtype="f32"):
    x, b = (shape, dtype), (shape[-1:], dtype)
    t = tensor(*x)
    lines = [call("0", "add.Tensor", "%a0, %a1", [t, tensor(*b)], t),
             call("1", "gelu.default", "%0", [t], t),
             call("2", "add.Tensor", "%1, %a2", [t, t], t)]
    return Program("bias, gelu, residual", [x, b, x], lines, [("%2", x)],
                   lambda t, x, b, r: t.nn.functional.gelu(x + b) + r)


def transposed(shape, dtype="f32", name="transposed"):
    """A sum with it, so that it is no view."""
    x, y = (shape, dtype), (shape[::-1], dtype)
    lines = [call("0", "permute.default", "%a0, [1, 0]", [tensor(*x)],
                  tensor(*y)),
             call("1", "add.Tensor", "%0, 1", [tensor(*y)], tensor(*y))]
    return Program(name, [x], lines, [("%1", y)],
                   lambda t, x: x.t().contiguous() + 1)


def transposed_read(side):
    """The same of a square matrix, and a product with a column that reads it."""
    x, y = ([side, side], "f32"), ([side, 1], "f32")
    lines = [call("0", "permute.default", "%a0, [1, 0]", [tensor(*x)],
                  tensor(*x)),
             call("1", "add.Tensor", "%0, 1", [tensor(*x)], tensor(*x)),
             call("2", "mm.default", "%1, %a1", [tensor(*x), tensor(*y)],
                  tensor(*y))]
    return Program(f"transposed {side}, read", [x, y], lines,
                   [("%1", x), ("%2", y)],
                   lambda t, x, w: (x.t().contiguous() + 1) @ w)


def embedding_gradient(batch, length, rows, width):
    """Of a table's rows; the sums of a row are in the order of the positions."""
    x, at, y = (([batch, length, width], "f32"), ([batch, length], "i64"),
                ([rows, width], "f32"))
    lines = [call("0", "embedding_dense_backward.default",
                  f"%a0, %a1, {rows}, -1, false", [tensor(*x), tensor(*at)],
                  tensor(*y))]
    p = Program("embedding, gradient", [x, at], lines, [("%0", y)],
                lambda t, x, at: t.ops.aten.embedding_dense_backward(
                    x, at, rows, -1, False))
    p.positions = rows
    return p


def scatter_add(name, rows, count):
    """`count` single elements, added at drawn positions of `rows`."""
    x, at, v = ([rows], "f32"), ([count], "i64"), ([count], "f32")
    lines = [call("0", "scatter_add.default", "%a0, 0, %a1, %a2",
                  [tensor(*x), tensor(*at), tensor(*v)], tensor(*x))]
    p = Program(name, [x, at, v], lines, [("%0", x)],
                lambda t, x, at, v: x.scatter_add(0, at, v))
    p.positions = rows
    return p


def index_put(name, rows, columns, count):
    """`count` single elements, added at two drawn positions each."""
    x, at, v = ([rows, columns], "f32"), ([count], "i64"), ([count], "f32")
    lines = [call("0", "index_put.default", "%a0, [%a1, %a2], %a3, true",
                  [tensor(*x), tensor(*at), tensor(*at), tensor(*v)],
                  tensor(*x))]
    p = Program(name, [x, at, at, v], lines, [("%0", x)],
                lambda t, x, i, j, v: x.index_put((i, j), v, True))
    p.positions = min(rows, columns)
    return p


def grid_sample(shape):
    """Bilinear samples of images at as many points as they have pixels, half of
    which lie outside, or more."""
    x, at = (shape, "f32"), ([shape[0], *shape[2:], 2], "f32")
    lines = [call("0", "grid_sampler_2d.default", "%a0, %a1, 0, 0, false",
                  [tensor(*x), tensor(*at)], tensor(*x))]
    return Program("samples of a grid", [x, at], lines, [("%0", x)],
                   lambda t, x, at: t.nn.functional.grid_sample(
                       x, at, align_corners=False))


def conv_transposed(name, shape, channels, window, stride, padding, extra=0,
                    groups=1, dtype="f32"):
    """A transposed convolution of `shape`, [N, C, spatial...]."""
    n = len(shape) - 2
    w = ([shape[1], channels // groups] + [window] * n, dtype)
    out = [shape[0], channels] + [
        (s - 1) * stride - 2 * padding + window + extra for s in shape[2:]]
    x, y = (shape, dtype), (out, dtype)
    lists = ", ".join(str([i] * n) for i in (stride, padding, extra))
    overload = "default" if n == 1 else "input"
    lines = [call("0", f"conv_transpose{n}d.{overload}",
                  f"%a0, %a1, none, {lists}, {groups}, {[1] * n}",
                  [tensor(*x), tensor(*w)], tensor(*y))]
    return Program(name, [x, w], lines, [("%0", y)],
                   lambda t, x, w: getattr(
                       t.nn.functional, f"conv_transpose{n}d")(
                           x, w, None, stride, padding, extra, groups))


def attention(heads, length, features, dtype="f32", causal=False, queries=None):
    """scaled_dot_product_attention of one batch."""
    x = ([1, heads, queries or length, features], dtype)
    y = ([1, heads, length, features], dtype)
    q, k = tensor(*x), tensor(*y)
    lines = [call("0", "scaled_dot_product_attention.default",
                  "%a0, %a1, %a2, none, 0.0, " + str(causal).lower(),
                  [q, k, k], q)]
    kind = f"{' causal' if causal else ''}{'' if dtype == 'f32' else ' ' + dtype}"
    rows = f"{queries} of " if queries else ""
    p = Program(f"attention {rows}{length}x{features}{kind}", [x, y, y], lines,
                [("%0", x)],
                lambda t, q, k, v: t.nn.functional.scaled_dot_product_attention(
                    q, k, v, is_causal=causal))
    p.flop = 4 * heads * (queries or length) * length * features
    return p


def attention_backward(heads, length, features, dtype="f32", causal=False,
                       batch=1):
    """The gradients of scaled_dot_product_attention, from what its forward keeps
    of each row; five products, whatever is computed again."""
    x = ([batch, heads, length, features], dtype)
    kept = ([batch, heads, length], "f32")
    t, lse = tensor(*x), tensor(*kept)
    target = "_scaled_dot_product_flash_attention_for_cpu_backward"
    lines = [f'%0:3 = fx.call "aten.{target}.default"(%a0, %a1, %a2, %a3, %a4, '
             f"%a5, 0.0, {str(causal).lower()}) : "
             f"({t}, {t}, {t}, {t}, {t}, {lse}) -> ({t}, {t}, {t})"]
    kind = f"{' causal' if causal else ''}{'' if dtype == 'f32' else ' ' + dtype}"
    many = "" if batch == 1 else f"{batch}x{heads}x"
    p = Program(f"gradients {many}{length}x{features}{kind}", [x] * 5 + [kept],
                lines,
                [(f"%0#{i}", x) for i in range(3)],
                lambda t, *a: getattr(t.ops.aten, target)(*a, 0.0, causal))
    p.flop = 10 * batch * heads * length**2 * features / (2 if causal else 1)
    return p


def grouped_attention(batch, heads, keys_heads, length, size, causal, dtype="bf16"):
    """scaled_dot_product_attention; where there are fewer heads of keys than of
    queries, each is several's."""
    q = ([batch, heads, length, size], dtype)
    k = ([batch, keys_heads, length, size], dtype)
    grouped = heads != keys_heads
    lines = [call("0", "scaled_dot_product_attention.default",
                  f"%a0, %a1, %a2, none, 0.0, {str(causal).lower()}"
                  + (", enable_gqa = true" if grouped else ""),
                  [tensor(*q), tensor(*k), tensor(*k)], tensor(*q))]
    name = (f"{batch}x{heads}{f'/{keys_heads}' if grouped else ''}x{length}"
            f"x{size}{' causal' if causal else ''}")
    p = Program(name, [q, k, k], lines, [("%0", q)],
                lambda t, q, k, v: t.nn.functional
                .scaled_dot_product_attention(q, k, v, is_causal=causal,
                                              enable_gqa=grouped))
    p.flop = 4 * batch * heads * length**2 * size / (2 if causal else 1)
    return p


def product(rows, columns, steps, dtype="bf16"):
    """x [rows, steps] times the transpose of w [columns, steps]."""
    x, w = ([rows, steps], dtype), ([columns, steps], dtype)
    y = ([rows, columns], dtype)
    lines = [call("0", "linear.default", "%a0, %a1, none",
                  [tensor(*x), tensor(*w)], tensor(*y))]
    p = Program(f"{rows}x{columns}x{steps}", [x, w], lines, [("%0", y)],
                lambda t, x, w: t.nn.functional.linear(x, w))
    p.flop = 2 * rows * columns * steps
    return p


def byte_product(rows, columns, steps):
    """The same of i8, in i32: torch._int_mm."""
    x, w = ([rows, steps], "i8"), ([columns, steps], "i8")
    t, y = ([steps, columns], "i8"), ([rows, columns], "i32")
    lines = [call("0", "t.default", "%a1", [tensor(*w)], tensor(*t)),
             call("1", "_int_mm.default", "%a0, %0", [tensor(*x), tensor(*t)],
                  tensor(*y))]
    p = Program(f"{rows}x{columns}x{steps}", [x, w], lines, [("%1", y)],
                lambda t, x, w: t._int_mm(x, w.t()))
    p.flop = 2 * rows * columns * steps
    return p


def scans():
    """Scans, and softmaxes and norms of rows of 2^16 elements and more."""
    def softmax(rows, length, dtype):
        return one(f"softmax {rows}x{length} {dtype}", "softmax.int",
                   [rows, length], ", -1", dtype=dtype,
                   eager=lambda t, x: x.softmax(-1))

    def norm(rows, length):
        p = layer_norm([rows, length])
        p.name += f" {rows}x{length} f32"
        return p

    def scan(name, target, shape, dim, eager):
        return one(f"{name} {'x'.join(map(str, shape))}", f"{target}.default",
                   shape, f", {dim}", eager=eager)
    return [
        softmax(16, 1000000, "f32"), softmax(512, 262144, "bf16"),
        norm(1024, 65536), norm(16, 1000000),
        scan("running sums", "cumsum", [4096, 1024], 1,
             lambda t, x: x.cumsum(1)),
        scan("running sums", "cumsum", [100000, 32], 0,
             lambda t, x: x.cumsum(0)),
        scan("running sums", "cumsum", [1 << 20], 0, lambda t, x: x.cumsum(0)),
        scan("running products", "cumprod", [4096, 1024], 1,
             lambda t, x: x.cumprod(1)),
        scan("log-sum-exps", "logcumsumexp", [4096, 1024], 1,
             lambda t, x: x.logcumsumexp(1)),
        scan("log-sum-exps", "logcumsumexp", [1 << 20], 0,
             lambda t, x: x.logcumsumexp(0)),
    ]


# Matrix products of bf16 with a weight, by name, rows, columns and steps.
PRODUCT_SHAPES = [
    ("BERT-base 1x128, q k v o", 128, 768, 768),
    ("BERT-base 1x128, up", 128, 3072, 768),
    ("BERT-base 1x128, down", 128, 768, 3072),
    ("GPT-2 1x512, up", 512, 3072, 768),
    ("Llama 1x256, 2048", 256, 2048, 2048),
    ("Llama decode, 2048", 1, 2048, 2048),
    ("ResNet-50 8x14x14, 1x1", 1568, 256, 1024),
    ("square 512", 512, 512, 512),
    ("square 2048", 2048, 2048, 2048),
]

PRODUCT_TEXT = """module attributes {{tc.version = "0.1"}} {{
prim.weight @w : tensor<{n}x{k}xbf16> {{init = {{kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}}}
func.func @main(%x: tensor<{m}x{k}xbf16> {{tc.init = {{kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}}}) -> tensor<{m}x{n}xbf16> {{
  %w = prim.get_weight @w : tensor<{n}x{k}xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<{m}x{k}xbf16>, tensor<{n}x{k}xbf16>
  return %0 : tensor<{m}x{n}xbf16>
}}
}}
"""


def log_sum_exp(shape, dtype="f32"):
    x, y = (shape, dtype), (shape[:1], dtype)
    lines = [call("0", "logsumexp.default", "%a0, [-1], false", [tensor(*x)],
                  tensor(*y))]
    return Program("log-sum-exp", [x], lines, [("%0", y)],
                   lambda t, x: x.logsumexp(-1))


def cross_entropy(shape, dtype="f32"):
    x, i, y = (shape, dtype), (shape[:1], "i64"), ([], dtype)
    lines = [call("0", "cross_entropy_loss.default", "%a0, %a1",
                  [tensor(*x), tensor(*i)], tensor(*y))]
    p = Program("cross-entropy", [x, i], lines, [("%0", y)],
                lambda t, x, i: t.nn.functional.cross_entropy(x, i))
    p.positions = shape[1]
    return p


def cross_entropy_gradient(shape, dtype="f32"):
    """Of the sum, from log-softmaxes."""
    x, i, y = (shape, dtype), (shape[:1], "i64"), ([], dtype)
    t, s = tensor(*x), tensor(*y)
    nll = f"({s}, {t}, {tensor(*i)}, {s}) -> {t}"
    lines = ['%0 = fx.call "aten.nll_loss_backward.default"'
             f"(%a2, %a0, %a1, none, 2, -100, %a3) : {nll}",
             call("1", "_log_softmax_backward_data.default",
                  f"%0, %a0, -1, {dtype}", [t, t], t)]

    def eager(t, x, i, g, n):
        aten = t.ops.aten
        d = aten.nll_loss_backward(g, x, i, None, 2, -100, n)
        return aten._log_softmax_backward_data(d, x, -1, x.dtype)
    p = Program("its gradient", [x, i, y, y], lines, [("%1", x)], eager)
    p.positions = shape[1]
    return p


def cross_entropy_training(shape, dtype="f32"):
    """The mean over rows (and planes: classes are dimension 1), and the logits'
    gradient, as autograd has them."""
    at = shape[:1] + shape[2:]
    x, i, y = (shape, dtype), (at, "i64"), ([], dtype)
    t, k, s = tensor(*x), tensor(*i), tensor(*y)
    nll = "nll_loss" if len(shape) == 2 else "nll_loss2d"
    lines = [call("0", "_log_softmax.default", "%a0, 1, false", [t], t),
             f'%1:2 = fx.call "aten.{nll}_forward.default"(%0, %a1, none, 1, '
             f"-100) : ({t}, {k}) -> ({s}, {s})",
             call("2", f"{nll}_backward.default",
                  "%a2, %0, %a1, none, 1, -100, %1#1", [s, t, k, s], t),
             call("3", "_log_softmax_backward_data.default",
                  f"%2, %0, 1, {dtype}", [t, t], t)]

    def eager(t, x, i, g):
        aten = t.ops.aten
        y = aten._log_softmax(x, 1, False)
        loss, n = getattr(aten, f"{nll}_forward")(y, i, None, 1, -100)
        d = getattr(aten, f"{nll}_backward")(g, y, i, None, 1, -100, n)
        return loss, aten._log_softmax_backward_data(d, y, 1, x.dtype)
    p = Program("cross-entropy and its gradient", [x, i, y], lines,
                [("%1#0", y), ("%3", x)], eager)
    p.positions = shape[1]
    return p


# GPT-2's vocabulary, which no vector divides; shorter ones like it; one that
# vectors divide, but no number of threads; Llama 3's and longer, of which a block
# keeps the beginning; rows of fewer than a block for each multiprocessor.
LONG_ROWS = ([4096, 50257], [65536, 1023], [4096, 50304], [4096, 128256],
             [4096, 262144], [16, 1000000])


def long_rows(shapes):
    for shape in shapes:
        for dtype in ("bf16", "f32"):
            for p in (
                    one("softmax", "softmax.int", shape, ", -1", dtype=dtype,
                        eager=lambda t, x: x.softmax(-1)),
                    one("log-softmax", "log_softmax.int", shape, ", -1",
                        dtype=dtype, eager=lambda t, x: x.log_softmax(-1)),
                    log_sum_exp(shape, dtype), cross_entropy(shape, dtype),
                    cross_entropy_gradient(shape, dtype),
                    cross_entropy_training(shape, dtype),
                    layer_norm(shape, dtype)):
                p.name = f"{p.name}, {shape[0]}x{shape[1]} {dtype}"
                yield p


# Elements of rows that registers keep: of a few lanes, of a wave, of a block;
# those that no vector or no wave divides.
SHORT_ROWS = (4, 8, 10, 64, 128, 197, 256, 512, 768, 1000, 1023, 1024, 1200, 1500,
              2000, 3000, 5000, 5001, 8000)


def softmax_backward(shape, dtype):
    x = (shape, dtype)
    lines = [call("0", "_softmax_backward_data.default",
                  f"%a0, %a1, -1, {dtype}", [tensor(*x)] * 2, tensor(*x))]
    return Program("softmax's gradient", [x, x], lines, [("%0", x)],
                   lambda t, g, y: t.ops.aten._softmax_backward_data(
                       g, y, -1, y.dtype))


def short_rows(lengths):
    for n in lengths:
        shape = [(1 << 26) // n, n]
        for dtype in ("bf16", "f32"):
            for p in (
                    one("softmax", "softmax.int", shape, ", -1", dtype=dtype,
                        eager=lambda t, x: x.softmax(-1)),
                    softmax_backward(shape, dtype), layer_norm(shape, dtype)):
                p.name = f"{p.name}, {n} {dtype}"
                yield p


# In f32: of MLPs, BERT (2048 rows), GPT-2, classifiers, pointwise convolutions.
FLOATS = [(256, 768, 768), (512, 512, 256), (3136, 256, 64), (128, 3072, 768),
          (2048, 768, 768), (2048, 3072, 768), (2048, 768, 3072),
          (4096, 3072, 768), (4096, 768, 3072), (1000, 1000, 1000),
          (8192, 2304, 768), (2048, 2048, 2048), (4096, 4096, 4096)]
# Square ones, few rows, long sums, sizes that no tile divides.
DOUBLES = [(1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096),
           (8192, 8192, 8192), (4096, 768, 3072), (64, 4096, 4096),
           (256, 256, 65536), (1000, 1000, 1000), (4095, 4095, 4095)]
