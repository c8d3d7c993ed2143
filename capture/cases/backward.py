"""The *_backward overloads of AOTAutograd's graphs, called as it calls them;
their operands are results of forward, or anything of their shapes."""
import torch
import torch.nn.functional as F
from torch._decomp import decomposition_table

from .table import bools, case, ints, reals

aten = torch.ops.aten

# CPUs have no kernel of these: PyTorch's own decompositions stand in.
cpu = torch.library.Library("aten", "IMPL", "CPU")
cpu.impl("_fused_rms_norm_backward",
         decomposition_table[aten._fused_rms_norm_backward.default])


# GPUs' attention, on CPUs: rows of sums are rounded up to 32 of them.
def efficient(q, k, v, bias, sums, p=0.0, causal=False, *, scale=None):
    y, lse = aten._scaled_dot_product_flash_attention_for_cpu(
        q, k, v, p, causal, attn_mask=bias, scale=scale)
    rows = -(-q.shape[2] // 32) * 32
    lse = torch.nn.functional.pad(lse, (0, rows - q.shape[2]), value=float("inf"))
    seed = torch.zeros((), dtype=torch.int64)
    return y, lse, seed, seed.clone()


def efficient_backward(g, q, k, v, bias, y, lse, seed, offset, p, mask, causal=False, *,
                       scale=None):
    grads = aten._scaled_dot_product_flash_attention_for_cpu_backward(
        g, q, k, v, y, lse[..., :q.shape[2]].contiguous(), p, causal, attn_mask=bias,
        scale=scale)
    scale = scale or q.shape[-1]**-0.5
    scores = torch.softmax(q @ k.mT * scale + bias, -1)
    ds = scores * (g @ v.mT - (g * y).sum(-1, keepdim=True))
    return (*grads, ds.sum_to_size(bias.shape))


cpu.impl("_scaled_dot_product_efficient_attention", efficient)
cpu.impl("_scaled_dot_product_efficient_attention_backward", efficient_backward)


@case(reals(3, 37), reals(3, 37, std=2.0))
def backward_activations(g, x):
    return (aten.gelu_backward(g, x), aten.gelu_backward(g, x, approximate="tanh"),
            aten.silu_backward(g, x), aten.mish_backward(g, x),
            aten.hardswish_backward(g, x), aten.hardsigmoid_backward(g, x),
            aten.threshold_backward(g, x, 0.25), aten.leaky_relu_backward(g, x, 0.1, False),
            aten.softplus_backward(g, x, 1.5, 2.0), aten.hardtanh_backward(g, x, -1.0, 0.5))


@case(reals(4, 6), reals(4, 6, std=2.0), reals(1, 6), reals(4, 3))
def backward_activations_saved(g, x, w, half):
    y, z = x.sigmoid(), x.tanh()
    value, kept = aten.log_sigmoid_forward(x)
    low = F.elu(x, 0.7)
    return (aten.sigmoid_backward(g, y), aten.tanh_backward(g, z), value, kept,
            aten.log_sigmoid_backward(g, x, kept), aten.glu_backward(half, x, 1),
            aten.elu_backward(g, 0.7, 1.0, 1.0, True, low),
            aten.elu_backward(g, 0.7, 1.5, 0.5, False, x),
            *aten._prelu_kernel_backward(g, x, w))


@case(reals(3, 37, dtype=torch.bfloat16), reals(3, 37, dtype=torch.bfloat16))
def backward_activations_bfloat16(g, x):
    y = torch.softmax(x, 1)
    return (aten.gelu_backward(g, x), aten.silu_backward(g, x),
            aten.tanh_backward(g, x.tanh()),
            aten._softmax_backward_data(g, y, 1, torch.bfloat16))


@case(reals(3, 4, 9), reals(3, 4, 9))
def backward_softmaxes(g, x):
    y, log = x.softmax(1), x.log_softmax(-1)
    return (aten._softmax_backward_data(g, y, 1, torch.float32),
            aten._log_softmax_backward_data(g, log, 2, torch.float32))


@case(reals(3, 5), bools(3, 5))
def backward_dropout(g, kept):
    return aten.native_dropout_backward(g, kept, 1.25)


# Norms.

@case(reals(2, 5, 12), reals(2, 5, 12), reals(12), reals(12))
def backward_layer_norm(g, x, w, b):
    _, mean, rstd = aten.native_layer_norm(x, [12], w, b, 1e-5)
    _, mean2, rstd2 = aten.native_layer_norm(x, [5, 12], None, None, 1e-5)
    return (*aten.native_layer_norm_backward(g, x, [12], mean, rstd, w, b, [True, True, True]),
            aten.native_layer_norm_backward(g, x, [5, 12], mean2, rstd2, None, None,
                                            [True, False, False])[0])


@case(reals(2, 6, 12), reals(2, 6, 12), reals(12))
def backward_rms_norm(g, x, w):
    _, rstd = aten._fused_rms_norm(x, [12], w, 1e-5)
    return aten._fused_rms_norm_backward(g, x, [12], rstd, w, [True, True])


@case(reals(4, 3, 5, 6), reals(4, 3, 5, 6), reals(3), reals(3), reals(3, mean=1.0, std=0.1))
def backward_batch_norm(g, x, w, running, var):
    _, mean, rstd = aten._native_batch_norm_legit.no_stats(x, w, None, True, 0.1, 1e-5)
    first = aten.native_batch_norm_backward(g, x, w, None, None, mean, rstd, True, 1e-5,
                                            [True, True, True])
    second = aten.native_batch_norm_backward(g, x, w, running, var, mean, rstd, False, 1e-5,
                                             [True, True, True])
    return (*first, *second)


@case(reals(2, 6, 4, 5), reals(2, 6, 4, 5), reals(6), reals(6))
def backward_group_norm(g, x, w, b):
    _, mean, rstd = aten.native_group_norm(x, w, b, 2, 6, 20, 3, 1e-5)
    return (*aten.native_group_norm_backward(g, x, mean, rstd, w, 2, 6, 20, 3,
                                             [True, True, True]),
            aten.native_group_norm_backward(g, x, mean, rstd, None, 2, 6, 20, 3,
                                            [True, False, False])[0])


# Places.

@case(reals(4, 7, 6), ints(0, 5, 4, 7))
def backward_embedding(g, i):
    return (aten.embedding_dense_backward(g, i, 5, -1, False),
            aten.embedding_dense_backward(g, i, 9, 2, True))


@case(reals(3, 4), reals(3, 9), reals(4, 5, 3), reals(4), reals(), ints(0, 9, 4))
def backward_views(g, row, windows, diagonal, one, i):
    return (aten.slice_backward(g, [3, 9], 1, 1, 9223372036854775807, 2),
            aten.slice_backward(g, [9, 4], 0, 2, 5, 1),
            aten.select_backward(row, [3, 9, 2], 2, -1),
            aten.diagonal_backward(diagonal, [5, 4], -1, 0, 1),
            aten.unfold_backward(windows, [9, 5], 0, 3, 2),
            aten.trace_backward(one, [3, 4]),
            aten.index_select_backward(g, [3, 9], 1, i))


@case(reals(2, 3, 5, 5), reals(2, 3, 5, 6), reals(2, 3, 9, 10))
def backward_pools(g, ceil, x):
    best, where = aten.max_pool2d_with_indices(x, [3, 3], [2, 2], [1, 1])
    coarse = aten._adaptive_avg_pool2d(x, [4, 3])
    return (aten.max_pool2d_with_indices_backward(best, x, [3, 3], [2, 2], [1, 1], [1, 1],
                                                  False, where),
            aten.avg_pool2d_backward(g, x, [3, 3], [2, 2], [1, 1], False, True, None),
            aten.avg_pool2d_backward(ceil, x, [3, 3], [2, 2], [1, 1], True, False, None),
            aten._adaptive_avg_pool2d_backward(coarse, x))


@case(reals(2, 3, 4, 4, 4), reals(2, 3, 9, 8, 8))
def backward_pools_3d(g, x):
    best, where = aten.max_pool3d_with_indices(x, [2, 2, 2])
    return (aten.avg_pool3d_backward(g, x, [2, 2, 2], [2, 2, 2], [0, 0, 0], False, True, None),
            aten.max_pool3d_with_indices_backward(best, x, [2, 2, 2], [2, 2, 2], [0, 0, 0],
                                                  [1, 1, 1], False, where),
            aten._adaptive_avg_pool3d_backward(g, x))


@case(reals(2, 3, 6, 8), reals(2, 3, 8, 11), reals(2, 3, 5, 7), reals(2, 3, 4))
def backward_resampling(g, padded, x, line):
    return (aten.upsample_nearest2d_backward(g, [6, 8], [2, 3, 3, 5]),
            aten.upsample_bilinear2d_backward(g, [6, 8], [2, 3, 3, 5], False),
            aten.upsample_bilinear2d_backward(g, [6, 8], [2, 3, 3, 5], True),
            aten.upsample_linear1d_backward(line, [4], [2, 3, 7], False),
            aten.reflection_pad2d_backward(padded, x, [2, 2, 1, 2]),
            aten.replication_pad2d_backward(padded, x, [2, 2, 1, 2]))


# Products.

@case(reals(2, 6, 5, 5), reals(2, 4, 9, 9), reals(6, 2, 3, 3, std=0.3))
def backward_convolution(g, x, w):
    return (*aten.convolution_backward(g, x, w, [6], [2, 2], [1, 1], [1, 1], False, [0, 0], 2,
                                       [True, True, True]),
            aten.convolution_backward(g, x, w, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 2,
                                      [False, True, False])[1])


@case(reals(2, 6, 11), reals(2, 4, 5), reals(4, 6, 3))
def backward_transposed_convolution(g, x, w):
    return aten.convolution_backward(g, x, w, [6], [2], [0], [1], True, [0], 1,
                                     [True, True, True])


@case(reals(2, 3, 7, 8), reals(2, 3, 7, 8), reals(2, 3, 7, 8), reals(2, 3, 7, 8),
      reals(2, 1, 7, 7))
def backward_flash_attention(g, q, k, v, mask):
    out, lse = aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, True)
    first = aten._scaled_dot_product_flash_attention_for_cpu_backward(
        g, q, k, v, out, lse, 0.0, True)
    other, sums = aten._scaled_dot_product_flash_attention_for_cpu(
        q, k, v, attn_mask=mask, scale=0.3)
    second = aten._scaled_dot_product_flash_attention_for_cpu_backward(
        g, q, k, v, other, sums, 0.0, False, attn_mask=mask, scale=0.3)
    return (out, lse, *first, other, sums, *second)


# Losses.

@case(reals(), reals(6, 5), reals(6, 5), ints(0, 5, 6), reals(5, mean=1.0, std=0.1))
def backward_losses(g, x, y, target, weight):
    log = x.log_softmax(1)
    loss, total = aten.nll_loss_forward(log, target, weight, 1, 2)
    return (aten.mse_loss_backward(g, x, y, 1), aten.smooth_l1_loss_backward(g, x, y, 2, 0.5),
            aten.huber_loss_backward(g, x, y, 1, 0.7), loss,
            # Certainties, whose logarithms are cut off.
            aten.binary_cross_entropy_backward(g, torch.where(x > 1, 1.0, x.sigmoid()), y.sigmoid(), None, 1),
            aten.nll_loss_backward(g, log, target, weight, 1, 2, total))


@case(reals(2, 3, 7, 8), reals(2, 3, 7, 8), reals(2, 3, 7, 8), reals(2, 3, 7, 8),
      reals(2, 1, 7, 7))
def backward_efficient_attention(g, q, k, v, bias):
    bias = bias.expand(2, 3, 7, 7)
    y, lse, seed, offset = aten._scaled_dot_product_efficient_attention(q, k, v, bias, True)
    return (y, *aten._scaled_dot_product_efficient_attention_backward(
        g, q, k, v, bias, y, lse, seed, offset, 0.0, [True, True, True, True]))
