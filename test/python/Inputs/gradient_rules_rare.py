"""More of gradient_rules.py: overloads that fewer models call."""
import functools

from Inputs.gradient_values import (
    CUBE, IMAGE, INDEX, KERNEL, MASK, SMALL, TIES, WEIGHT, X, Y)
import torch
import torch.nn.functional as F

PICKED, STARTS = torch.tensor([1, 2, 2, 3, 0, 3]), torch.tensor([0, 2, 2, 5])
SPACE = torch.linspace(-3, 2, 240, dtype=torch.float64).reshape(
    2, 3, 5, 4, 2).sin()
GRID3 = torch.linspace(-2, 2, 72, dtype=torch.float64).reshape(
    2, 3, 2, 2, 3).sin()
GRID = torch.linspace(-2, 2, 36, dtype=torch.float64).reshape(2, 3, 3, 2).sin()
KERNEL3 = torch.linspace(-1, 1, 48, dtype=torch.float64).reshape(
    3, 2, 2, 2, 2).cos()
SIGNS = torch.tensor([1.0, -1.0, 1.0, -1.0], dtype=torch.float64)


def triplets(x, y):
    return F.triplet_margin_loss(x, y, y.sin())


def bags(w):
    return F.embedding_bag(PICKED, w, STARTS)


def means(w, padding=2):
    return F.embedding_bag(PICKED, w, STARTS, mode="mean", padding_idx=padding)


def weighted(w, p):
    return F.embedding_bag(PICKED, w, STARTS, mode="sum",
                           per_sample_weights=p)


def angles(x, y):
    return F.cosine_embedding_loss(x, y, SIGNS.to(x.dtype))


def labels(x):
    return F.multilabel_soft_margin_loss(x, MASK.to(x.dtype))


RARE = {
    **{f"{name}.default": [(getattr(torch, name), argument)]
       for argument, names in (
           (X, "frac trunc trace nan_to_num rot90 diff"),)
       for name in names.split()},
    **{f"{name}_copy.{overload}": [(functools.partial(getattr(
        torch, f"{name}_copy"), **options), X)]
       for name, overload, options in (
           ("t", "default", {}), ("alias", "default", {}),
           ("diagonal", "default", {}), ("squeeze", "default", {}),
           ("transpose", "int", {"dim0": 0, "dim1": 1}),
           ("expand", "default", {"size": (2, 4, 6)}),
           ("view", "default", {"size": (6, 4)}),
           ("permute", "default", {"dims": (1, 0)}),
           ("unsqueeze", "default", {"dim": 1}),
           ("unfold", "default", {"dimension": 1, "size": 3, "step": 2}))},
    "split_copy.Tensor": [(lambda x: torch.split_copy(x, 3)[1], X)],
    "split_with_sizes_copy.default": [
        (lambda x: torch.split_with_sizes_copy(x, [1, 3])[1], X)],
    "unbind_copy.int": [(lambda x: torch.unbind_copy(x)[1], X)],
    "diagonal_scatter.default": [
        (lambda x, y: torch.diagonal_scatter(x, y[:, 0]), X, Y)],
    "put.default": [(lambda x, y: torch.put(x, INDEX, y[:2, :3]), X, Y),
                    (lambda x, y: torch.put(x, INDEX, y[:2, :3], True), X, Y)],
    "rsub.Tensor": [(lambda x, y: torch.rsub(x, y, alpha=2), X, Y)],
    "fmod.Tensor": [(torch.fmod, X, Y)],
    "true_divide.Tensor": [(torch.true_divide, X, Y)],
    "multiply.Tensor": [(torch.multiply, X, Y)],
    "threshold.default": [(lambda x: F.threshold(x, 0.5, 2.0), X)],
    "conv2d.padding": [(lambda x, w: F.conv2d(x, w, padding="same"), IMAGE,
                        KERNEL)],
    "conv3d.padding": [(lambda x, w: F.conv3d(x[:, :, None], w[
        :, :, None], padding="same"), IMAGE, KERNEL)],
    "sub.Scalar": [(angles, X, Y)],
    "log_sigmoid_forward.default": [(labels, X)],
    "norm.ScalarOpt_dim": [(triplets, X, Y)],
    "max.dim": [(lambda x: x.max(1).values, X), (lambda x: x.max(0)[0], TIES),
                (lambda x: torch.max(x, 1, True)[0], X)],
    "min.dim": [(lambda x: x.min(-1).values, X), (lambda x: x.min(0)[0], TIES),
                (lambda x: torch.min(x, 2, True)[0], TIES)],
    "max_pool3d_with_indices.default": [
        (lambda x: F.max_pool3d(x, 2, 1), SPACE),
        (lambda x: F.max_pool3d(x, 2, 2, 1), SPACE.round())],
    "_embedding_bag.default": [(bags, X), (means, X),
                               (weighted, X, SMALL[0])],
    "sort.default": [(lambda x: x.sort(1)[0], X), (
        lambda x: x.sort(0, descending=True)[0], TIES)],
    "addcdiv.default": [(lambda x, y: torch.addcdiv(x, x, y), X, Y)],
    "std.default": [(torch.std, X)], "var.default": [(torch.var, X)],
    "std_mean.correction": [
        (lambda x: torch.mul(*torch.std_mean(x, 1, correction=1)), X)],
    "std.correction": [(lambda x: x.std(0, correction=0), X)],
    "where.ScalarSelf": [(lambda x: torch.where(MASK, 2.0, x), X)],
    "hypot.default": [(torch.hypot, X, Y)],
    "fmax.default": [(torch.fmax, X, Y)], "fmin.default": [(torch.fmin, X, Y)],
    "clamp.Tensor": [(lambda x, y: torch.clamp(x, y), X, Y)],
    "clamp_min.Tensor": [(lambda x, y: torch.clamp_min(x, y), X, Y)],
    "clamp_max.Tensor": [(lambda x, y: torch.clamp_max(x, y), X, Y)],
    "fmod.Scalar": [(lambda x: x.fmod(1.3), X)],
    "remainder.Scalar": [(lambda x: x % 1.3, X)],
    "hardsigmoid.default": [(F.hardsigmoid, X)],
    "prelu.default": [(F.prelu, X, SMALL[0, :1]), (F.prelu, X, SMALL[0])],
    "unfold.default": [(lambda x: x.unfold(1, 3, 1), X)],
    "im2col.default": [(lambda x: F.unfold(x, 2), IMAGE)],
    "col2im.default": [(lambda x: F.fold(x, (4, 4), 2), IMAGE.reshape(
        1, -1, 3)[:, :108].reshape(1, 36, 9))],
    "diag.default": [(torch.diag, X), (torch.diag, X[0])],
    "masked_scatter.default": [(lambda x, y: x.masked_scatter(MASK, y), X, Y)],
    "index_put.default": [(lambda x, y: x.index_put((PICKED,), y,
                                                    accumulate=True), X,
                           WEIGHT[:1])],
    "index_copy.default": [(lambda x, y: x.index_copy(0, PICKED[:1], y), X,
                            SMALL[:1])],
    "index_fill.int_Scalar": [(lambda x: x.index_fill(0, PICKED[:2], 2.0), X)],
    "scatter.value": [(lambda x: x.scatter(0, INDEX, 1.5), X)],
    "take.default": [(lambda x: x.take(PICKED), X)],
    "repeat_interleave.self_int": [(lambda x: x.repeat_interleave(2, 1), X)],
    "tile.default": [(lambda x: x.tile(2), X)],
    "hstack.default": [(lambda x, y: torch.hstack([x, y]), X, Y)],
    "vstack.default": [(lambda x, y: torch.vstack([x, y]), X, Y)],
    "swapaxes.default": [(lambda x: x.swapaxes(0, 1), X)],
    "moveaxis.int": [(lambda x: x.moveaxis(0, 1), X)],
    "tensor_split.sections": [(lambda x: x.tensor_split(4, 1)[0], X)],
    "_weight_norm.default": [(lambda x, g: torch._weight_norm(x, g, 0), X,
                              SMALL[:, :1])],
    "constant_pad_nd.default": [(lambda x: torch.constant_pad_nd(
        x, (1, -2), 0.5), X)],
    "avg_pool1d.default": [(lambda x: F.avg_pool1d(x, 3, 2, 1), CUBE)],
    "adaptive_avg_pool1d.default": [(lambda x: F.adaptive_avg_pool1d(x, 4),
                                     CUBE)],
    "_adaptive_avg_pool3d.default": [(lambda x: F.adaptive_avg_pool3d(
        x, (2, 3, 1)), SPACE)],
    "upsample_linear1d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0, mode="linear"), CUBE)],
    "upsample_bicubic2d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0, mode="bicubic"), IMAGE)],
    "upsample_trilinear3d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0, mode="trilinear"), SPACE)],
    "upsample_nearest1d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0), CUBE)],
    "upsample_nearest3d.default": [(lambda x: F.interpolate(
        x, scale_factor=2.0), SPACE)],
    "upsample_linear1d.vec": [(lambda x: torch.ops.aten.upsample_linear1d(
        x, None, False, [2.5]), CUBE)],
    "upsample_trilinear3d.vec": [(lambda x: torch.ops.aten.upsample_trilinear3d(
        x, None, True, [2.0, 1.5, 2.0]), SPACE)],
    "upsample_nearest1d.vec": [(lambda x: torch.ops.aten.upsample_nearest1d(
        x, None, [2.5]), CUBE)],
    "upsample_nearest3d.vec": [(lambda x: torch.ops.aten.upsample_nearest3d(
        x, None, [2.0, 1.5, 2.0]), SPACE)],
    "grid_sampler_2d.default": [(lambda x, g: F.grid_sample(
        x, g, align_corners=False), IMAGE, GRID)],
    "grid_sampler_3d.default": [(lambda x, g: F.grid_sample(
        x, g, align_corners=False), SPACE, GRID3)],
    "conv_transpose1d.default": [(lambda x, w: F.conv_transpose1d(
        x, w, None, (2,), (1,)), IMAGE[:, :, 0], KERNEL[:4, :, 0])],
    "conv_transpose3d.input": [(lambda x, w: F.conv_transpose3d(
        x, w, None, (1, 2, 1)), SPACE, KERNEL3)],
    "pairwise_distance.default": [(F.pairwise_distance, X, Y)],
    "_trilinear.default": [(F.bilinear, X, SMALL, CUBE.reshape(-1)[:36]
                            .reshape(1, 6, 6))],
    "addmv.default": [(torch.addmv, Y[:, 0], X, Y[0])],
    "cummax.default": [(lambda x: x.cummax(1).values, X)],
}
