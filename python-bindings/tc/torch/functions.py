"""Functions of torch that are written in Python, each as the one overload that
it is for its arguments."""
import torch
import torch.nn.functional as F
from torch.fx import Node

from .refused import Refused


def is_tensor(value):
    return isinstance(value, Node) and \
        isinstance(value.meta.get("val"), torch.Tensor)


def node_list(args, kwargs):
    found = []
    torch.fx.node.map_arg((args, kwargs), found.append)
    return found


# The arguments of such a function -> the name of overloads and arguments, an
# argument that is the result, or None.

def _dropout(input, p=0.5, training=True, inplace=False):
    return input if not training or p == 0 else None


def _embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
               scale_grad_by_freq=False, sparse=False):
    return None if max_norm is not None else (
        "embedding", (weight, input))


def _layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return "layer_norm", (input, list(normalized_shape), weight, bias, eps)


def _group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    return "group_norm", (input, num_groups, weight, bias, eps)


def _batch_norm(input, running_mean, running_var, weight=None, bias=None,
                training=False, momentum=0.1, eps=1e-5):
    return None if training or momentum is None else (
        "batch_norm", (input, weight, bias, running_mean, running_var, False,
                       momentum, eps, True))


def _softmax(name):
    def rule(input, dim=None, _stacklevel=3, dtype=None):
        return None if dim is None else (name, (input, dim, dtype))
    return rule


def _unary(name):
    def rule(input, inplace=False):
        return None if inplace else (name, (input,))
    return rule


def _leaky_relu(input, negative_slope=0.01, inplace=False):
    return None if inplace else ("leaky_relu", (input, negative_slope))


def _celu(input, alpha=1.0, inplace=False):
    """PyTorch's formula takes the exponential of positive elements as well,
    whose derivative is infinite."""
    if inplace or isinstance(alpha, Node):
        raise Refused("celu in place, or of a number of sizes")
    return "elu", (input, alpha, 1.0, 1.0 / alpha)


def _hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return None if inplace else ("hardtanh", (input, min_val, max_val))


def _split(tensor, split_size_or_sections, dim=0):
    name = "split_with_sizes" if isinstance(
        split_size_or_sections, (list, tuple)) else "split"
    return name, (tensor, split_size_or_sections, dim)


def _einsum(equation, *operands):
    return ("einsum", (equation, list(operands))) \
        if isinstance(equation, str) and all(map(is_tensor, operands)) else None


# mode of F.interpolate -> the overloads by numbers of dimensions.
RESAMPLED = {("nearest", 1): "upsample_nearest1d",
             ("nearest", 2): "upsample_nearest2d",
             ("nearest", 3): "upsample_nearest3d",
             ("linear", 1): "upsample_linear1d",
             ("bilinear", 2): "upsample_bilinear2d",
             ("trilinear", 3): "upsample_trilinear3d",
             ("bicubic", 2): "upsample_bicubic2d"}


def _interpolate(input, size=None, scale_factor=None, mode="nearest",
                 align_corners=None, recompute_scale_factor=None,
                 antialias=False):
    """Of symbolic sizes alone: what it calls takes numbers for them, or makes
    numbers of them."""
    shape = input.meta["val"].shape
    count = len(shape) - 2
    name = RESAMPLED.get((mode, count))
    if name is None or recompute_scale_factor or antialias:
        return None
    given = scale_factor if size is None else size
    given = list(given) if isinstance(given, (list, tuple)) else [given] * count
    if all(type(n) is int for n in shape) and not node_list((given,), {}):
        return None
    corners = () if mode == "nearest" else (bool(align_corners),)
    if size is not None:
        return name, (input, given, *corners, *[None] * count)
    if not all(isinstance(f, (int, float)) and float(f * 1024).is_integer()
               for f in given):  # a size times others is rounded
        return None
    return name, (input, None, *corners, [float(f) for f in given])


PYTHON = {
    F.dropout: _dropout, F.embedding: _embedding, F.layer_norm: _layer_norm,
    F.group_norm: _group_norm, F.batch_norm: _batch_norm,
    F.softmax: _softmax("softmax"), F.log_softmax: _softmax("log_softmax"),
    F.leaky_relu: _leaky_relu, F.celu: _celu,
    torch.celu: _celu, F.hardtanh: _hardtanh,
    F.interpolate: _interpolate,
    torch.functional.split: _split, torch.functional.einsum: _einsum,
    **{getattr(F, name): _unary(name) for name in
       ("relu", "silu", "relu6", "mish", "hardswish", "hardsigmoid", "selu")},
}
