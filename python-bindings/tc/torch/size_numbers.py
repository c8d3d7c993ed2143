"""Floating-point numbers that are computed from sizes, such as n ** -0.5 of a
symbol n, as tensors without dimensions, in f64, that a piece computes.

PyTorch does so for a few ops (torch/fx/passes/_tensorify_python_scalars.py);
resampling and f16 are left."""
import operator

import torch
from torch.fx import Node

aten = torch.ops.aten
ARITHMETIC = {
    operator.truediv: aten.div.Tensor, operator.mul: aten.mul.Tensor,
    operator.add: aten.add.Tensor, operator.sub: aten.sub.Tensor,
    operator.pow: aten.pow.Tensor_Tensor, operator.neg: aten.neg.default,
    torch.sym_float: aten.clone.default, torch._sym_sqrt: aten.sqrt.default}
# Overloads that take a number -> those that take a tensor for it.
OF_TENSORS = {
    aten.mul.Scalar: aten.mul.Tensor, aten.div.Scalar: aten.div.Tensor,
    aten.clamp.default: aten.clamp.Tensor,
    aten.clamp_min.default: aten.clamp_min.Tensor,
    aten.clamp_max.default: aten.clamp_max.Tensor,
    aten.pow.Tensor_Scalar: aten.pow.Tensor_Tensor,
    aten.lerp.Scalar: aten.lerp.Tensor}


def replace(call, node):
    """Whether the numbers of sizes that a call reads have become tensors;
    `call` (prepare.Builder) adds calls before it."""
    value = node.meta["val"]
    if not isinstance(value, torch.Tensor) or not value.is_floating_point():
        return False
    if node.target is aten.full.default:
        tensor = _typed(call, node.args[1], value)
        return tensor is not None and _become(
            node, aten.clone.default,
            (call(aten.expand.default, tensor, node.args[0]),),
            {"memory_format": torch.contiguous_format})
    if node.target is aten.lerp.Scalar and value.itemsize == 2:
        return False  # it computes with all bits of the number
    target = OF_TENSORS.get(node.target, node.target)
    schema = target._schema.arguments
    if any(map(is_number, node.kwargs.values())):
        return False
    args = []
    for argument, x in zip(schema, node.args):
        if _takes_tensor(argument) and (is_number(x) or isinstance(
                x, (int, float)) and target is not node.target):
            x = _typed(call, x, value)
            if x is None:
                return False
        if is_number(x):
            return False
        args.append(x)
    return _become(node, target, tuple(args), node.kwargs)


def is_number(x):
    return isinstance(x, Node) and isinstance(x.meta.get("val"), torch.SymFloat)


def _become(node, target, args, kwargs):
    node.target, node.args, node.kwargs = target, args, kwargs
    return True


def _takes_tensor(argument):
    kind = argument.type
    if isinstance(kind, torch._C.OptionalType):
        kind = kind.getElementType()
    return isinstance(kind, torch._C.TensorType)


def _typed(call, x, value):
    """The number in the dtype of `value`, as eager converts it."""
    tensor = _tensor(call, x, value.device)
    return None if tensor is None else \
        call(aten._to_copy.default, tensor, dtype=value.dtype)


def _tensor(call, x, device):
    """The number in f64; None of one that sizes do not give."""
    if isinstance(x, (int, float)) or isinstance(x, Node) and \
            isinstance(x.meta.get("val"), (int, torch.SymInt)):
        return call(aten.scalar_tensor.default, x, dtype=torch.float64,
                    device=device)
    if not isinstance(x, Node) or x.target not in ARITHMETIC or x.kwargs:
        return None
    operands = [_tensor(call, a, device) for a in x.args]
    if None in operands:
        return None
    return call(ARITHMETIC[x.target], *operands)
