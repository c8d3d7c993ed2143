"""Strided views of computed values, in terms of their memory."""
import operator

import torch
from torch._prims_common import is_contiguous_or_false
from torch.fx.experimental.symbolic_shapes import statically_known_true

from .support import is_view

aten = torch.ops.aten


def from_dense(call, node):
    """In place. as_strided counts in memory: of a value that lies transposed,
    or whose memory tc does not know, it reads a dense copy, which is none in
    compiled code. A view that leaves the graph keeps what it views. Whether
    anything was changed."""
    base, size, stride, offset, *_ = *node.args, *(None,) * 4
    value = base.meta["val"]
    if base.op == "placeholder" or _leaves(node):
        return False
    order = sorted(range(value.dim()), key=lambda d: -_stride(value, d))
    if not is_contiguous_or_false(value.permute(order)) or \
            not _within(value, size, stride, offset):
        return False
    if order != list(range(value.dim())):
        base = call(aten.permute.default, base, order)
    base = call(aten.clone.default, base,
                memory_format=torch.contiguous_format)
    node.args = (base, size, stride, offset or 0)
    return True


def _stride(value, dim):
    """Of a dimension of one element, that of none."""
    stride = value.stride()[dim]
    return stride if isinstance(stride, int) and value.shape[dim] != 1 else 0


def _leaves(node):
    return any(u.op == "output" or
               (is_view(u) or u.target is operator.getitem) and _leaves(u)
               for u in node.users)


def _within(value, size, stride, offset):
    """Whether all that is read are elements of the value: its memory may be a
    part of a larger one."""
    if value.storage_offset() != 0 or not all(
            isinstance(s, int) for s in (*size, *stride, *value.shape)):
        return False
    last = (offset or 0) + sum((n - 1) * s for n, s in zip(size, stride))
    return 0 not in size and statically_known_true(last < value.numel())
