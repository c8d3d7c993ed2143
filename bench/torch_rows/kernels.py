"""One or a few operations on arrays that exceed the L2 cache, as they reach a
compiler from PyTorch; bench/kernels.py times some of them without PyTorch.
TC_ROW_SIZE is their side."""
import os

import torch
from torch.nn import functional as F

from . import row

N = int(os.environ.get("TC_ROW_SIZE", "1024"))


def square(*leading):
    return torch.randn(*leading, N, N)


def one(name, make, *arguments, train=False, bf16=False):
    def build():
        return make, tuple(a() for a in arguments)
    build.__name__, build.__module__ = name, __name__
    row(train, bf16)(build)


def leaf():
    return square().requires_grad_()


def wide():
    return torch.randn(N, 4 * N)


def positions(*sizes, most=N):
    return lambda: torch.randint(0, most, sizes)


one("softmax_rows", lambda x: x.softmax(-1), leaf, train=True, bf16=True)
one("softmax_columns", lambda x: x.softmax(0), leaf, train=True)
one("log_softmax", lambda x: x.log_softmax(-1), leaf, train=True)
one("logsumexp", lambda x: x.logsumexp(-1), leaf, train=True)
one("layer_norm", lambda x, w, b: F.layer_norm(x, (N,), w, b), leaf,
    lambda: torch.randn(N, requires_grad=True),
    lambda: torch.randn(N, requires_grad=True), train=True, bf16=True)
one("rms_norm", lambda x, w: F.rms_norm(x, (N,), w), leaf,
    lambda: torch.randn(N, requires_grad=True), train=True, bf16=True)
one("group_norm", lambda x: F.group_norm(x, 8),
    lambda: torch.randn(4, 64, 64, 64, requires_grad=True), train=True)
one("batch_norm", lambda x: F.batch_norm(x, None, None, training=True),
    lambda: torch.randn(1024, 1024, requires_grad=True), train=True)
one("sum_rows", lambda x: x.sum(1), leaf)
one("sum_columns", lambda x: x.sum(0), leaf)
one("sum_all", lambda x: x.sum(), leaf)
one("variance_all", lambda x: x.var(), leaf)
one("max_columns", lambda x: x.max(0), leaf)
one("max_rows", lambda x: x.max(1), leaf)
one("argmax_rows", lambda x: x.argmax(1), leaf)
one("argmax_all", lambda x: x.argmax(), leaf)
one("any_rows", lambda x: (x > 4).any(1), leaf)
one("product_rows", lambda x: x.prod(1), leaf)
one("norm_rows", lambda x: x.norm(dim=1), leaf)
one("sum_middle", lambda x: x.sum(1), lambda: torch.randn(64, 64, 512))
one("transpose", lambda x: x.t().contiguous(), leaf, bf16=True)
one("transpose_add", lambda x, y: x.t() + y, leaf, leaf)
one("heads", lambda x: x.permute(0, 2, 1, 3).contiguous(),
    lambda: torch.randn(4, 256, 16, 64))
one("permute_channels", lambda x: x.permute(0, 3, 1, 2).contiguous(),
    lambda: torch.randn(4, 128, 128, 16))
one("cat_rows", lambda x, y: torch.cat([x, y]), leaf, leaf)
one("cat_columns", lambda x, y: torch.cat([x, y], 1), leaf, leaf)
one("stack_last", lambda x, y: torch.stack([x, y], -1), leaf, leaf)
one("split_glu", F.glu, wide)
one("split_swiglu", lambda x: F.silu(x[:, :2 * N]) * x[:, 2 * N:], wide)
one("gelu", F.gelu, leaf, train=True, bf16=True)
one("sigmoid_tanh", lambda x: x.sigmoid() * x.tanh(), leaf, train=True,
    bf16=True)
one("power", lambda x: (x.abs() + 1).pow(1.7), leaf)
one("sine", lambda x: x.sin() + x.cos(), leaf)
one("division_int", lambda x: x // 7 + x % 5, positions(N, N, most=1 << 30))
one("remainder", lambda x: torch.remainder(x, 0.7), leaf)
one("masked", lambda x, m: torch.where(m, x, 0.0), leaf,
    lambda: square() > 0)
one("embedding", lambda w, i: w[i], leaf, positions(4096))
one("embedding_train", lambda w, i: F.embedding(i, w), leaf, positions(4096),
    train=True)
one("gather_rows", lambda x, i: x.gather(1, i), leaf, positions(N, N))
one("gather_columns", lambda x, i: x.gather(0, i), leaf, positions(N, N))
one("scatter_add", lambda x, i: torch.zeros(N, N).scatter_add(1, i, x), leaf,
    positions(N, N))
one("index_add", lambda x, i: torch.zeros(N, N).index_add(0, i, x), square,
    positions(N))
one("index_put", lambda x, i: x.clone().index_put((i,), x[:256]), square,
    lambda: torch.randperm(N)[:256])
one("index_select_columns", lambda x, i: x[:, i], square, positions(N))
one("boolean_count", lambda x: (x > 0).sum(), square)
one("one_hot", lambda i: F.one_hot(i, 256).float(), positions(4096, most=256))
one("repeat_interleave", lambda x: x.repeat_interleave(4, 1), square)
one("tile", lambda x: x.repeat(2, 2), square)
one("pad_reflect", lambda x: F.pad(x[None], (3, 3, 3, 3), "reflect"), square)
one("flip", lambda x: x.flip(1), square)
one("triangle", lambda x: x.tril(), square)
one("cumsum_rows", lambda x: x.cumsum(1), leaf, train=True)
one("cumsum_columns", lambda x: x.cumsum(0), leaf, train=True)
one("cumsum_all", lambda x: x.cumsum(0), lambda: torch.randn(1 << 20))
one("cumprod_rows", lambda x: x.cumprod(1), square)
one("cummax_rows", lambda x: x.cummax(1), square)
one("sort_rows", lambda x: x.sort(1), square)
one("sort_all", lambda x: x.sort(), lambda: torch.randn(1 << 18))
one("sort_ints", lambda x: x.sort(), positions(1 << 18, most=1 << 40))
one("argsort_columns", lambda x: x.argsort(0), square)
one("top_k_rows", lambda x: x.topk(8, 1), square)
one("top_k_all", lambda x: x.topk(50), lambda: torch.randn(1 << 20))
one("median_rows", lambda x: x.median(1), square)
one("search_sorted", lambda x, y: torch.searchsorted(x.sort()[0], y),
    lambda: torch.randn(4096), lambda: torch.randn(1 << 18))
one("max_pool", lambda x: F.max_pool2d(x, 3, 2, 1),
    lambda: torch.randn(2, 64, 112, 112, requires_grad=True), train=True)
one("average_pool", lambda x: F.avg_pool2d(x, 2),
    lambda: torch.randn(2, 64, 112, 112, requires_grad=True), train=True)
one("conv_depthwise", lambda x, w: F.conv2d(x, w, padding=1, groups=128),
    lambda: torch.randn(1, 128, 56, 56), lambda: torch.randn(128, 1, 3, 3))
one("conv_grouped", lambda x, w: F.conv2d(x, w, padding=1, groups=32),
    lambda: torch.randn(1, 256, 28, 28), lambda: torch.randn(256, 8, 3, 3))
one("conv_lone", lambda x, w: F.conv2d(x, w, padding=1),
    lambda: torch.randn(1, 64, 56, 56), lambda: torch.randn(64, 64, 3, 3))
one("embedding_bag", lambda i, w, o: F.embedding_bag(i, w, o),
    positions(8192), lambda: torch.randn(N, 64),
    lambda: torch.arange(0, 8192, 16))
one("upsample", lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
    lambda: torch.randn(1, 32, 64, 64, requires_grad=True), train=True)
one("upsample_nearest", lambda x: F.interpolate(x, scale_factor=2),
    lambda: torch.randn(1, 32, 64, 64, requires_grad=True), train=True)
one("grid_sample", lambda x, g: F.grid_sample(x, g, align_corners=False),
    lambda: torch.randn(1, 16, 64, 64),
    lambda: torch.rand(1, 64, 64, 2) * 2 - 1)
one("distances", torch.cdist, lambda: torch.randn(512, 64),
    lambda: torch.randn(512, 64))
one("distances_l1", lambda x, y: (x[:, None] - y).abs().sum(-1),
    lambda: torch.randn(256, 64), lambda: torch.randn(256, 64))
one("product", torch.matmul, lambda: torch.randn(256, 768),
    lambda: torch.randn(768, 768), bf16=True)
one("product_transposed", lambda x, w: x @ w.t(),
    lambda: torch.randn(256, 768), lambda: torch.randn(768, 768), bf16=True)
one("product_skinny", lambda x, w: x @ w.t(), lambda: torch.randn(1, 2048),
    lambda: torch.randn(4096, 2048), bf16=True)
one("product_skinny_columns", torch.matmul, lambda: torch.randn(1, 2048),
    lambda: torch.randn(2048, 4096), bf16=True)
one("product_four_rows", lambda x, w: x @ w.t(), lambda: torch.randn(4, 2048),
    lambda: torch.randn(4096, 2048), bf16=True)
one("product_narrow", torch.matmul, lambda: torch.randn(8192, 256),
    lambda: torch.randn(256, 4))
one("product_f64", torch.matmul,
    lambda: torch.randn(256, 256, dtype=torch.float64),
    lambda: torch.randn(256, 256, dtype=torch.float64))
one("product_ints", torch.matmul, positions(128, 128), positions(128, 128))
one("products_small", torch.matmul, lambda: torch.randn(4096, 8, 8),
    lambda: torch.randn(4096, 8, 8))
one("products_batched", torch.matmul, lambda: torch.randn(32, 64, 64),
    lambda: torch.randn(32, 64, 64), bf16=True)
one("product_tall", lambda x: x.t() @ x, lambda: torch.randn(16384, 32))
one("weight_gradient", lambda y, x: torch.einsum("bo,bi->oi", y, x),
    lambda: torch.randn(1568, 1024), lambda: torch.randn(1568, 256))
one("weight_gradient_images",
    lambda y, x: torch.einsum("nhwo,nhwi->oi", y, x),
    lambda: torch.randn(8, 28, 28, 512), lambda: torch.randn(8, 28, 28, 128))
one("outer", torch.outer, lambda: torch.randn(N), lambda: torch.randn(N))
one("dot", torch.dot, lambda: torch.randn(1 << 20),
    lambda: torch.randn(1 << 20))
one("einsum", lambda x, y: torch.einsum("bhid,bhjd->bijh", x, y),
    lambda: torch.randn(2, 8, 128, 32), lambda: torch.randn(2, 8, 128, 32))
one("bilinear", F.bilinear, lambda: torch.randn(64, 64),
    lambda: torch.randn(64, 64), lambda: torch.randn(32, 64, 64))
one("kl_divergence", lambda x, y: F.kl_div(
    x.log_softmax(1), y.softmax(1), reduction="batchmean"), leaf, square,
    train=True)
one("huber", F.smooth_l1_loss, leaf, square, train=True)
one("clamp_bytes", lambda x: (x.float() * 1.1 + 3).clamp(0, 255).byte(),
    lambda: torch.randint(0, 256, (N, N), dtype=torch.uint8))
one("double_to_float", lambda x: (x * 2).float(),
    lambda: torch.randn(N, N, dtype=torch.float64))
one("complex_product", lambda x, y: x * y + x.conj(),
    lambda: torch.randn(N, 512, dtype=torch.complex64),
    lambda: torch.randn(N, 512, dtype=torch.complex64))
