"""Overload -> functions, and of what their gradients are: programs of each
overload that the direct route takes gradients of, on PyTorch's default device."""
from Inputs.gradient_rules_other import OTHER
from Inputs.gradient_rules_rare import RARE
from Inputs.gradient_values import (
    CUBE, DRAWN, GROUPED, IGNORED, IMAGE, INDEX, KEPT, KERNEL, MASK, SMALL,
    TARGETS, TIES, WEIGHT, WEIGHTS, X, Y)
import torch
import torch.nn.functional as F

def norm_under_autocast(x, w, b):
    with torch.autocast(x.device.type, torch.bfloat16):
        return F.layer_norm(x, (6,), w, b)


def root_norm_under_autocast(x, w):
    with torch.autocast(x.device.type, torch.bfloat16):
        return F.rms_norm(x, (6,), w, 1e-5)


# Overload -> functions, and of what their gradients are.
RULES = {
    "abs.default": [(torch.abs, X)],
    "neg.default": [(torch.neg, X)],
    "exp.default": [(torch.exp, SMALL * 9)],
    "log.default": [(torch.log, X.abs())],
    "sqrt.default": [(torch.sqrt, X.abs())],
    "rsqrt.default": [(torch.rsqrt, X.abs())],
    "reciprocal.default": [(torch.reciprocal, X)],
    "sin.default": [(torch.sin, X)],
    "cos.default": [(torch.cos, X)],
    "erf.default": [(torch.erf, X)],
    "tanh.default": [(torch.tanh, X)],
    "sigmoid.default": [(torch.sigmoid, X)],
    "relu.default": [(F.relu, X)],
    "leaky_relu.default": [(lambda x: F.leaky_relu(x, 0.1), X)],
    "silu.default": [(F.silu, X)],
    "gelu.default": [(F.gelu, X), (lambda x: F.gelu(
        x, approximate="tanh"), X)],
    "pow.Tensor_Scalar": [(lambda x: x ** 2, X), (lambda x: x ** 3, X),
                          (lambda x: x.pow(1), X), (lambda x: x ** 0, X),
                          (lambda x: x ** 0.5, X.abs()),
                          (lambda x: x ** -1.5, X.abs())],
    "add.Tensor": [(lambda x, y: torch.add(x, y, alpha=3), X, Y[0]),
                   (lambda x: x + 1, X)],
    "add.Scalar": [(root_norm_under_autocast, X, Y[0])],
    "_safe_softmax.default": [
        (lambda x: torch.ops.aten._safe_softmax(x, -1), X),
        (lambda x: torch.ops.aten._safe_softmax(x.masked_fill(
            torch.arange(4, device=x.device)[:, None] == 2, float("-inf")), -1), SMALL)],
    "mul.Scalar": [(lambda x: F.cross_entropy(
        x, TARGETS, label_smoothing=0.1), SMALL)],
    "sub.Tensor": [(lambda x, y: x - y, X[:, :1], Y), (lambda x: x - 2, X)],
    "mul.Tensor": [(lambda x, y: x * y, X, Y[:, None]), (lambda x: x * x, X),
                   (lambda x: x * 0.3, X)],
    "div.Tensor": [(lambda x, y: x / y, X, Y), (lambda x: x / 3, X)],
    "rsub.Scalar": [(lambda x: 1 - x, X)],
    "where.self": [(lambda x, y: torch.where(x > y, x, y[0]), X, Y)],
    "where.ScalarOther": [(lambda x: torch.where(MASK, x, 2.0), X)],
    "masked_fill.Scalar": [(lambda x: x.masked_fill(MASK, 7), X)],
    "_to_copy.default": [(lambda x: x.float() + x.double(), X)],
    "clone.default": [(lambda x: x.t().contiguous(), X)],
    "view.default": [(lambda x: x.view(3, -1), X)],
    "_unsafe_view.default": [(lambda x: torch.ops.aten._unsafe_view(
        x, [3, 8]), X)],
    "reshape.default": [(lambda x: x.t().reshape(8, 3), X)],
    "flatten.using_ints": [(lambda x: x[None].flatten(1), X)],
    "t.default": [(lambda x: x.t(), X)],
    "transpose.int": [(lambda x: x.transpose(0, 1), X)],
    "permute.default": [(lambda x: x.permute(2, 0, 1), CUBE)],
    "expand.default": [(lambda x: x.expand(3, 4, 6), X),
                       (lambda x: x.expand(4, 6), X[:, :1])],
    "repeat.default": [(lambda x: x.repeat(2, 1, 3), X)],
    "unsqueeze.default": [(lambda x: x[:, None], X)],
    "squeeze.dim": [(lambda x: x[:1].squeeze(0), X)],
    "select.int": [(lambda x: x[1] * x[:, -1][0], X)],
    "slice.Tensor": [(lambda x: x[1:] * x[:-1], X), (lambda x: x[
        :, ::2], X)],
    "cat.default": [(lambda x, y: torch.cat([x, y, x], 1), X, Y[:, :2])],
    "stack.default": [(lambda x, y: torch.stack([x, y]), X, Y)],
    "chunk.default": [(lambda x: x.chunk(2, 1)[1], X)],
    "split.Tensor": [(lambda x: x.split(4, 1)[0], X)],
    "split_with_sizes.default": [(lambda x: x.split([1, 3])[1], X)],
    "sum.default": [(torch.sum, X)],
    "sum.dim_IntList": [(lambda x: x.sum((0, 2)), CUBE),
                        (lambda x: x.sum(1, True), X)],
    "mean.default": [(torch.mean, X)],
    "mean.dim": [(lambda x: x.mean(-1), X)],
    "mm.default": [(torch.mm, X, Y.t())],
    "bmm.default": [(torch.bmm, CUBE, CUBE.transpose(1, 2))],
    "matmul.default": [(lambda x, y: x @ y, CUBE, WEIGHT.t()),
                       (lambda x, y: x @ y, X, Y[0]),
                       (lambda x: x[0] @ x[1], X)],
    "addmm.default": [(lambda b, x, y: torch.addmm(b, x, y, beta=2, alpha=3),
                       Y[:, 0], X, SMALL.t())],
    "baddbmm.default": [(torch.baddbmm, CUBE[:, :, :4], CUBE, CUBE.transpose(
        1, 2))],
    "linear.default": [(F.linear, CUBE, WEIGHT, WEIGHT[:, 0]),
                       (F.linear, X, WEIGHT), (F.linear, X[0], WEIGHT)],
    "softmax.int": [(lambda x: x.softmax(-1), X), (lambda x: x.softmax(0), X),
                    (lambda x: x.float().softmax(1, torch.float64), SMALL)],
    "_softmax.default": [(lambda x: torch.ops.aten._softmax(x, 1, False), X)],
    "log_softmax.int": [(lambda x: x.log_softmax(-1), X)],
    "layer_norm.default": [
        (lambda x, w, b: F.layer_norm(x, (6,), w, b), X, Y[0], Y[1]),
        (lambda x: F.layer_norm(x, (4, 6)), CUBE)],
    "native_layer_norm.default": [(norm_under_autocast, X, Y[0], Y[1])],
    "_native_batch_norm_legit.no_stats": [
        (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), CUBE,
         SMALL[:, 0], SMALL[:, 1])],
    "_native_batch_norm_legit_functional.default": [
        (lambda x, w, b: F.batch_norm(x, torch.zeros_like(
            w) + 0, torch.ones_like(w) + 0, w, b, True), CUBE, SMALL[:, 0], SMALL[:, 1])],
    "rms_norm.default": [(lambda x, w: F.rms_norm(x, (6,), w, 1e-5), X, Y[0])],
    "embedding.default": [
        (lambda w: F.embedding(INDEX, w), X),
        (lambda w: F.embedding(INDEX, w, padding_idx=1), X),
        (lambda w: F.embedding(INDEX, w, padding_idx=-4) * w[1], X)],
    "scaled_dot_product_attention.default": [
        (F.scaled_dot_product_attention, CUBE[None], CUBE[None].cos(),
         CUBE[None].sin()),
        (lambda q, k, v: F.scaled_dot_product_attention(
            q, k, v, is_causal=True, scale=0.3), CUBE[None], CUBE[
                None].cos(), CUBE[None].sin()),
        (lambda q, k, v: F.scaled_dot_product_attention(
            q, k, v, KEPT), CUBE[None],
         CUBE[None].cos(), CUBE[None].sin()),
        (lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m),
         CUBE[None], CUBE[None].cos(), CUBE[None].sin(), SMALL[:, :4])],
    "_scaled_dot_product_attention_math.default": [
        (lambda q, k, v: torch.ops.aten._scaled_dot_product_attention_math(
            q, k, v, None, 0.25, True, KEPT)[0], *DRAWN)],
    "mse_loss.default": [(F.mse_loss, X, Y), (lambda x, y: F.mse_loss(
        x, y, reduction="none"), X, Y)],
    "nll_loss_forward.default": [(lambda x: F.nll_loss(x, INDEX[0]),
                                  SMALL[:3])],
    "nll_loss2d_forward.default": [(lambda x: F.cross_entropy(
        x[None].unflatten(2, (2, 3)), INDEX[None]), X)],
    "_log_softmax.default": [
        (lambda x: torch.ops.aten._log_softmax(x, 0, False), X),
        (lambda x: F.cross_entropy(x, INDEX[0]), X[:3]),
        (lambda x: F.cross_entropy(x, IGNORED), X),
        (lambda x: F.cross_entropy(x, TARGETS, reduction="sum"), X),
        (lambda x, w: F.cross_entropy(x, INDEX[0], WEIGHTS.to(
            x.dtype)) + w.sum(), X[:3], X),],
    "div.Scalar": [(lambda x, y: F.cross_entropy(x, y.softmax(1)), X, Y)],
}

def bilinear(x):
    return F.interpolate(x, scale_factor=2.0, mode="bilinear")


def norm_with_statistics(x, w, b):
    mean, var = SMALL[2, :4].to(x.dtype), SMALL[3, :4].abs().to(x.dtype)
    return F.batch_norm(x, mean, var + 1, w, b)


RULES |= {
    **{f"{name}.default": [(getattr(torch, name), argument)]
       for argument, names in (
           (X, "square atan sign floor round ceil"),
           (X.abs(), "log1p log2 log10"),
           (SMALL, "expm1 exp2 tan sinh cosh")) for name in names.split()},
    **{f"{name}.default": [(getattr(F, name), X)] for name in
       "selu hardtanh hardswish mish relu6 glu".split()},
    "softplus.default": [(F.softplus, X), (lambda x: F.softplus(x, 2.0, 3.0),
                                           X)],
    "elu.default": [(F.elu, X), (lambda x: F.elu(x, 0.7), X)],
    "log_sigmoid.default": [(F.logsigmoid, X)],
    "clamp.default": [(lambda x: x.clamp(-1, 1), X),
                      (lambda x: x.clamp(max=0.5), X)],
    "clamp_min.default": [(lambda x: torch.clamp_min(x, 0.5), X)],
    "clamp_max.default": [(lambda x: torch.clamp_max(x, 0.5), X)],
    "maximum.default": [(torch.maximum, X, Y),
                        (lambda x: torch.maximum(x, x), X)],
    "minimum.default": [(torch.minimum, X, Y), (torch.minimum, X, X)],
    "atan2.default": [(torch.atan2, X, SMALL)],
    "pow.Tensor_Tensor": [(torch.pow, X.abs() + 0.1, SMALL)],
    "pow.Scalar": [(lambda x: 2 ** x, SMALL)],
    "addcmul.default": [(lambda x, y: torch.addcmul(x, x, y, value=0.5), X,
                         Y)],
    "lerp.Scalar": [(lambda x, y: torch.lerp(x, y, 0.3), X, Y)],
    "masked_fill.Tensor": [(lambda x, y: x.masked_fill(MASK, y.sum()), X, Y)],
    "amax.default": [(lambda x: x.amax(1), X), (lambda x: x.amax(), X)],
    "amin.default": [(lambda x: x.amin(0), X)],
    "max.default": [(torch.max, X)],
    "min.default": [(torch.min, X)],
    "cumsum.default": [(lambda x: x.cumsum(1), X)],
    "prod.default": [(torch.prod, SMALL[1])],
    "prod.dim_int": [(lambda x: x.prod(1), SMALL)],
    "logsumexp.default": [(lambda x: x.logsumexp(1), X)],
    "var.correction": [(lambda x: x.var(correction=0), X)],
    "var.dim": [(lambda x: x.var(1), X)],
    "std.dim": [(lambda x: x.std(1), X)],
    "linalg_vector_norm.default": [
        (lambda x: torch.linalg.vector_norm(x, dim=1), X),
        (lambda x: F.normalize(x, dim=1), X)],
    "group_norm.default": [
        (lambda x, w, b: F.group_norm(x, 2, w, b), IMAGE, SMALL[0, :4],
         SMALL[1, :4]), (lambda x: F.group_norm(x, 4), CUBE)],
    "batch_norm.default": [(norm_with_statistics, IMAGE, SMALL[0, :4],
                            SMALL[1, :4])],
    "smooth_l1_loss.default": [(F.smooth_l1_loss, X, Y)],
    "huber_loss.default": [(F.huber_loss, X, Y)],
    "binary_cross_entropy_with_logits.default": [(
        lambda x: F.binary_cross_entropy_with_logits(x, MASK.to(x.dtype)), X)],
    "dot.default": [(torch.dot, X[0], Y[0])],
    "mv.default": [(torch.mv, X, Y[0])],
    "outer.default": [(torch.outer, X[0], Y[0])],
    "einsum.default": [(lambda x, y: torch.einsum("ij,kj->ik", x, y), X, Y)],
    "gather.default": [(lambda x: x.gather(0, INDEX), X)],
    "index_select.default": [(lambda x: x.index_select(0, INDEX[0]), X)],
    "index.Tensor": [(lambda x: x[INDEX], X),
                     (lambda x: x[INDEX[0], INDEX[1]], X)],
    "index_add.default": [(lambda x, y: x.index_add(0, INDEX[1], y[:3]), X,
                           SMALL)],
    "scatter.src": [(lambda x, y: x.scatter(0, INDEX[:1], y), X,
                     SMALL[:1, :3])],
    "scatter_add.default": [(lambda x, y: x.scatter_add(0, INDEX, y), X,
                             SMALL[:2, :3])],
    "slice_scatter.default": [(lambda x, y: torch.slice_scatter(
        x, y[:2], 0, 1, 3), X, SMALL)],
    "select_scatter.default": [(lambda x, y: torch.select_scatter(
        x, y[0], 0, 1), X, SMALL)],
    "tril.default": [(torch.tril, X)],
    "triu.default": [(torch.triu, X)],
    "roll.default": [(lambda x: x.roll(1, 0), X)],
    "flip.default": [(lambda x: x.flip(0), X)],
    "pad.default": [(lambda x: F.pad(x, (1, 2)), X),
                    (lambda x: F.pad(x, (-1, 0, 0, 1), value=3), X)],
    "unbind.int": [(lambda x: x.unbind(1)[2], X)],
    "narrow.default": [(lambda x: x.narrow(1, 1, 2), X)],
    "diagonal.default": [(lambda x: x.diagonal(), X)],
    "movedim.int": [(lambda x: x.movedim(0, 2), CUBE)],
    "squeeze.default": [(lambda x: x[:, None].squeeze(), X)],
    "pixel_shuffle.default": [(lambda x: F.pixel_shuffle(x, 2), IMAGE)],
    "conv1d.padding": [(lambda x, w: F.conv1d(x, w, groups=2, padding="same"),
                        IMAGE[:, :, 0], GROUPED[:, :, 0])],
    "conv1d.default": [(lambda x, w: F.conv1d(x, w, None, (2,), (1,), (2,)),
                        IMAGE[:, :, 0], KERNEL[:, :, 0])],
    "conv2d.default": [
        (F.conv2d, IMAGE, KERNEL, SMALL[0, :6]),
        (lambda x, w: F.conv2d(x, w, None, (2, 3), (0, 1)), IMAGE, KERNEL),
        (lambda x, w: F.conv2d(x, w, None, (1, 1), (2, 1), (2, 1)), IMAGE,
         KERNEL),
        (lambda x, w: F.conv2d(x, w, None, (2, 2), (1, 1), (1, 1), 2), IMAGE,
         GROUPED),
        (lambda x, w: F.conv2d(x, w, None, (1, 1), (1, 1), (1, 1), 4), IMAGE,
         KERNEL[:4, :1]),
        (F.conv2d, IMAGE, KERNEL[:, :, :1, :1]),
        (lambda x, w: F.conv2d(x, w, None, (3, 3)), IMAGE,
         KERNEL[:, :, :2, :2])],
    "conv3d.default": [(lambda x, w: F.conv3d(
        x[None], w[:, :2, None], stride=(1, 2, 1), padding=(0, 1, 1)), IMAGE,
        KERNEL)],
    "convolution.default": [  # one number for all dimensions
        (lambda x, w, b: F.conv1d(x, w, b, padding=1), IMAGE[:, :, 0],
         KERNEL[:, :, 0], SMALL[0, :6]),
        (lambda x, w: F.conv1d(x, w, stride=2, padding=2, dilation=2),
         IMAGE[:, :, 0], KERNEL[:, :, 0]),
        (lambda x, w: F.conv2d(x, w, stride=2, padding=1), IMAGE, KERNEL),
        (lambda x, w: F.conv2d(x, w, groups=2, stride=2, padding=1), IMAGE,
         GROUPED),
        (lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1,
                                         output_padding=1), IMAGE,
         KERNEL[:4])],
    "conv_transpose2d.input": [
        (lambda x, w: F.conv_transpose2d(x, w, groups=2), IMAGE, KERNEL[:4]),
        (lambda x, w: F.conv_transpose2d(x, w, None, (2, 1), (1, 0), (1, 0)),
         IMAGE, KERNEL[:4])],
    "max_pool2d_with_indices.default": [
        (lambda x: F.max_pool2d(x, 2), IMAGE),
        (lambda x: F.max_pool2d(x, 3, 2, 1), TIES),
        (lambda x: F.max_pool2d(x, (2, 3), 1, 0, 2), TIES),
        (lambda x: F.max_pool2d(x, 2, 2, ceil_mode=True), TIES),
        (lambda x: F.max_pool1d(x[0], 3, 2, 1), TIES)],
    "avg_pool2d.default": [
        (lambda x: F.avg_pool2d(x, 2), IMAGE),
        (lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), IMAGE),
        (lambda x: F.avg_pool2d(x, 3, 2, 1, ceil_mode=True), IMAGE)],
    "_adaptive_avg_pool2d.default": [
        (lambda x: F.adaptive_avg_pool2d(x, 1), IMAGE),
        (lambda x: F.adaptive_avg_pool2d(x, (3, 4)), IMAGE)],
    "upsample_nearest2d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0), IMAGE)],
    "upsample_bilinear2d.default": [(bilinear, IMAGE)],
    "upsample_nearest2d.vec": [(lambda x: torch.ops.aten.upsample_nearest2d(
        x, None, [2.0, 1.5]), IMAGE)],
    "upsample_bilinear2d.vec": [(lambda x: torch.ops.aten.upsample_bilinear2d(
        x, None, False, [2.0, 0.5]), IMAGE)],
}

RULES |= RARE | OTHER
