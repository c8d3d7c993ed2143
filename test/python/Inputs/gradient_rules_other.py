"""More of gradient_rules.py: further spellings, elements that are picked, and
what is scattered."""
from Inputs.gradient_values import (
    CUBE, IMAGE, INDEX, MASK, SMALL, TIES, X, Y)
import torch
import torch.nn.functional as F

PICKED = torch.tensor([1, 2, 2])


def scattered(how, self):
    return lambda x, y: x.scatter_reduce(0, INDEX, y, how, include_self=self)


def reduced(how):
    return lambda x, y: x.index_reduce(0, INDEX[1], y[:3], how)


def unpooled(x):
    return F.max_unpool2d(*F.max_pool2d(x[:, :, :6], 2, return_indices=True),
                          2)


def assigned(x, y):
    x = x * 2
    x[:, 1] = y[:, 0] * 3
    return x * x


def filled(x):
    x = x * 2
    x[1:, 1] = 3
    return x * x


def emptied(x):
    y = x * 2
    y.zero_()
    return x * x + y


OTHER = {
    "copy.default": [(assigned, X, Y)],
    "fill.Scalar": [(filled, X)],
    "zero.default": [(emptied, X)],
    "addbmm.default": [(torch.addbmm, Y[:, :4], CUBE, CUBE.transpose(1, 2))],
    "as_strided.default": [(lambda x: x.as_strided((3, 4), (6, 1)), X),
                           (lambda x: x.as_strided((3, 4), (2, 1)), X)],
    "broadcast_to.default": [(lambda x: x.broadcast_to(2, 4, 6), X)],
    "clip.default": [(lambda x: x.clip(-1, 1), X)],
    "concat.default": [(lambda x, y: torch.concat([x, y]), X, Y)],
    "cummin.default": [(lambda x: x.cummin(1)[0], X)],
    "dist.default": [(torch.dist, SMALL.cos(), SMALL), (torch.dist, X, X),
                     (lambda x, y: torch.dist(x, y, 1), X, SMALL),
                     (lambda x, y: torch.dist(x, y, 3.5), X, SMALL)],
    "div.Tensor_mode": [
        (lambda x, y: torch.div(x, y, rounding_mode="floor"), X, SMALL),
        (lambda x, y: torch.div(x, y, rounding_mode="trunc"), X, SMALL)],
    "fix.default": [(torch.fix, X)],
    "index_fill.int_Tensor": [(lambda x, y: x.index_fill(0, PICKED, y.sum()),
                               X, Y)],
    "index_reduce.default": [(reduced(how), X, Y) for how in
                             ("mean", "amax", "amin", "prod")],
    "scatter_reduce.two": [
        (scattered(how, self), X, y) for y in (SMALL[:2, :3], X[:2, :3])
        for how, self in (("sum", True), ("sum", False), ("mean", True),
                          ("mean", False), ("prod", True), ("prod", False),
                          ("amax", True), ("amin", True))],
    "_unsafe_index_put.default": [(unpooled, IMAGE)],
    "kthvalue.default": [(lambda x: x.kthvalue(2, 1)[0], x)
                         for x in (SMALL, X)],
    "median.dim": [(lambda x: x.median(0)[0], x) for x in (SMALL, X, TIES)],
    "nanmedian.dim": [(lambda x: x.nanmedian(1)[0], x) for x in (SMALL, X)],
    "mode.default": [(lambda x: x.mode(1)[0], x) for x in (SMALL, X)],
    "sort.stable": [(lambda x: torch.sort(x, stable=True, dim=1)[0], X),
                    (lambda x: torch.sort(x, stable=True, dim=0,
                                          descending=True)[0], TIES)],
    # Which of equal elements it takes, eager leaves open.
    "topk.default": [(lambda x: x.topk(3, 1)[0], SMALL),
                     (lambda x: x.topk(2, 0, largest=False)[0], SMALL)],
    "lerp.Tensor": [(torch.lerp, X, Y, SMALL), (lambda x, y, w: torch.lerp(
        x, y, w.sum()), SMALL, SMALL.cos(), SMALL), (lambda x, y: torch.lerp(x, y, torch.where(
            MASK, 1.0, 0.0).to(x.dtype)), X, Y)],
    "max.other": [(torch.max, X, Y), (torch.max, X, X)],
    "min.other": [(torch.min, X, Y), (torch.min, X, X)],
    "moveaxis.intlist": [(lambda x: x.moveaxis((0, 1), (1, 0)), X)],
    "movedim.intlist": [(lambda x: x.movedim((0, 1), (1, 0)), X)],
    "round.decimals": [(lambda x: torch.round(x, decimals=1), X)],
    "squeeze.dims": [(lambda x: torch.squeeze(x[None, :, None], (0, 2)), X)],
    "std_mean.default": [(lambda x: torch.mul(*torch.std_mean(x)), X)],
    "var_mean.correction": [(lambda x: torch.mul(*torch.var_mean(
        x, 1, correction=0)), X)],
    "var_mean.default": [(lambda x: torch.mul(*torch.var_mean(x)), X)],
    "var_mean.dim": [(lambda x: torch.mul(*torch.var_mean(x, 1)), X)],
    "subtract.Tensor": [(torch.subtract, X, Y)],
    "swapdims.default": [(lambda x: x.swapdims(0, 1), X)],
    "upsample_bicubic2d.vec": [(lambda x: torch.ops.aten.upsample_bicubic2d(
        x, None, False, [2.0, 2.0]), IMAGE)],
}
