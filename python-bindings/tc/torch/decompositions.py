"""The decompositions that AOTAutograd traces with: PyTorch's own, for what tc
has no rule for, norms of mixed types, and what PyTorch's would lose digits of.

On CPUs the kernels of norms save statistics of f16 and bf16 inputs in the type
of f32 parameters; PyTorch's fake tensors say the input's type (2.13:
native_layer_norm in _refs, native_batch_norm_helper in _decomp). A derivative
that reads statistics rounded to bf16 is off by 2^-9 more than eager's. The same
norm of the widened input has the kernels' types."""
import contextlib
import functools

import torch
from torch._C import DispatchKey
from torch._decomp import (
    _core_aten_decompositions_post_autograd as core_rules, decomposition_table)
from torch._decomp.decompositions import (
    pw_cast_for_opmath, upsample_compute_output_size)

from . import encoder, quantized
from .foreach import decompositions_of_lists
from .support import known_targets

aten = torch.ops.aten
# Decompositions whose second result is not what the derivative reads.
KEEP = frozenset(["aten._scaled_dot_product_flash_attention_for_cpu.default"])
RANGES = (aten.linspace.Tensor_Tensor, aten.linspace.Tensor_Scalar,
          aten.linspace.Scalar_Tensor)
ALSO = (aten.as_strided_copy.default,)
# Composed of others, but with kernels of their own, which a trace would leave.
COMPOSED = (aten._upsample_nearest_exact1d.default,
            aten._upsample_nearest_exact2d.default,
            aten._upsample_nearest_exact3d.default,
            aten.native_channel_shuffle.default)
# Their composition writes, or is none of what tc knows.
WHOLE = frozenset((aten.silu_backward.default, aten.mish_backward.default,
                   aten._fused_rms_norm.default))
# PyTorch's partitioner saves for backward what it would recompute, where a
# detach reads it, as in the derivative of tanh; an alias it goes through.
ALIASES = (aten.detach.default,)
NORMS = (aten._native_batch_norm_legit_functional.default,
         aten._native_batch_norm_legit.no_stats,
         aten._batch_norm_with_update_functional.default,
         aten.native_layer_norm.default, aten.native_group_norm.default)


def _widened(norm):
    def rule(x, *rest):
        # Kernels look at the first parameter that there is.
        parameter = next((t for t in rest if isinstance(t, torch.Tensor)), None)
        if x.device.type != "cpu" or parameter is None or \
                x.dtype not in (torch.bfloat16, torch.float16) or \
                parameter.dtype != torch.float32:
            return NotImplemented
        out, *statistics = norm(x.float(), *rest)
        return out.to(x.dtype), *statistics
    return rule


def _batch_norm(x, weight, bias, mean, variance, training, momentum, eps):
    """As instance norms call it, which write to no statistics."""
    if training and mean is None and variance is None:
        return aten._native_batch_norm_legit.no_stats(
            x, weight, bias, True, momentum, eps)
    if training or mean is None or variance is None:
        return NotImplemented
    return aten._native_batch_norm_legit_no_training.default(
        x, weight, bias, mean, variance, momentum, eps)


def _of_floats(op):
    """For integers, PyTorch's kernel takes the whole parts of the ends first."""
    def rule(*args, dtype=None, **words):
        if dtype and not dtype.is_floating_point and not dtype.is_complex:
            return NotImplemented
        return decomposition_table[op](*args, dtype=dtype, **words)
    return rule


@pw_cast_for_opmath
def _soft_margin_loss_backward(dy, x, y, reduction=1):
    """-y dy logistic(-x y): PyTorch's formula has logistic(x y) - 1, which is 0
    where x y is large."""
    slope = -y * dy * (-x * y).sigmoid()
    return slope / x.numel() if reduction == 1 else slope


def _multi_margin_loss(x, target, p=1, margin=1, weight=None, reduction=1):
    """What is at its margin, or is NaN, counts nothing, as in PyTorch's kernel:
    clamp_min of PyTorch's formula passes its gradient on at 0, and NaN."""
    x, target = torch.atleast_2d(x), torch.atleast_1d(target).unsqueeze(1)
    z = margin - torch.gather(x, 1, target) + x
    counts = (torch.arange(x.shape[1], device=x.device) != target) & (z > 0)
    z = torch.where(counts, z, 0)
    z = z if p == 1 else z * z
    z = z if weight is None else z * torch.atleast_1d(weight)[target]
    if reduction:
        return z.mean() if reduction == 1 else z.sum() / x.shape[1]
    return z.mean(1)


def _multilabel_margin_loss(x, target, reduction):
    """Without what stands behind the first -1: PyTorch's formula (2.13) adds the
    loss of class 0 for each of these."""
    labels, target = target, torch.atleast_2d(target)
    x = torch.atleast_2d(x)
    place = torch.arange(x.shape[1], device=x.device)
    listed = place < torch.where(target == -1, place, x.shape[1]).amin(
        1, keepdim=True)
    own = torch.gather(x, 1, torch.where(listed, target, 0)).unsqueeze(-1)
    is_target = (place == torch.where(listed, target, -1).unsqueeze(-1)).any(1)
    z = 1 - own + x.unsqueeze(1)
    counts = listed.unsqueeze(-1) & ~is_target.unsqueeze(1) & (z > 0)
    z = torch.where(counts, z, 0).sum((1, 2)) / x.shape[1]
    z = z.mean() if reduction == 1 else z.sum() if reduction else \
        z.reshape(labels.shape[:-1])
    return z, is_target.to(x.dtype).reshape(labels.shape)


def _resampled(op):
    """The overload that takes scale factors, by the one that has a derivative;
    of symbolic sizes, which PyTorch's derivative does not take, as they do."""
    def rule(theirs, x, output_size, *rest):
        *corners, factors = rest
        size = upsample_compute_output_size(x.size(), output_size, factors)
        if not all(isinstance(n, int) for n in (*x.shape, *size)):
            return theirs(x, output_size, *rest)
        return op(x, size, *corners, *(factors or [None] * len(size)))
    return rule


# PyTorch takes these apart in front of autograd, whatever rules a trace has.
EARLY = {aten.multi_margin_loss.default: _multi_margin_loss,
         aten.multilabel_margin_loss_forward.default: _multilabel_margin_loss}
# And these: the gradient of a gather at positions that forward has saved scatters
# where the positions could be, tc's rule for it sums what was spread.
RESAMPLING = [getattr(aten, "upsample_" + name) for name in (
    "nearest1d", "nearest2d", "nearest3d", "linear1d", "bilinear2d",
    "trilinear3d", "bicubic2d")]
KEYS = DispatchKey.Autograd, DispatchKey.CompositeImplicitAutograd


def _earliest():
    """op -> what traces do with it in front of autograd; None: keep it."""
    return EARLY | {op.default: None for op in RESAMPLING} | {
        op.vec: _resampled(op.default) for op in RESAMPLING}


@contextlib.contextmanager
def early():
    """Traces take these apart as said here."""
    rules = _earliest()
    theirs = {op: dict(op.py_kernels) for op in rules}
    for op, kernels in theirs.items():
        for key in kernels.keys() & KEYS:
            del op.py_kernels[key]
            if op in EARLY:
                op.py_kernels[key] = rules[op]
            elif rules[op]:
                op.py_kernels[key] = functools.partial(rules[op], kernels[key])
        op._dispatch_cache.clear()
    try:
        yield
    finally:
        for op, kernels in theirs.items():
            op.py_kernels.update(kernels)
            op._dispatch_cache.clear()


def _zero(x):
    """Zeros that lie as x does: PyTorch 2.11's fake tensors of aten.zero do
    not."""
    return aten.full_like.default(x, 0)


def decompositions():
    """Of a trace, which takes apart by itself what is composed of others."""
    return _decompositions(quantized.is_loaded())


def rule_of(op):
    """The decomposition of a call outside of a trace; None if it has none."""
    rule = decompositions().get(op)
    if rule or op in WHOLE or str(op) in KEEP or not is_composed(op):
        return rule
    return op.decompose


def is_composed(op):
    from torch._export.utils import _is_preservable_cia_op
    return _is_preservable_cia_op(op)


@functools.cache
def _decompositions(_quantized):
    known = known_targets()
    rules = [*core_rules().items(),
             *((op, op.decompose) for op in COMPOSED),
             *((op, decomposition_table[op]) for op in ALSO)]
    return {op: rule for op, rule in rules
            if str(op) not in known and str(op) not in KEEP} | {
        norm: _widened(norm) for norm in NORMS} | {
        op: decomposition_table[op] for op in ALIASES} | {
        op: _of_floats(op) for op in RANGES} | {aten.zero.default: _zero,
        aten.native_batch_norm.default: _batch_norm,
        aten.soft_margin_loss_backward.default: _soft_margin_loss_backward} | \
        EARLY | encoder.DECOMPOSITIONS | decompositions_of_lists() | \
        quantized.decompositions_of_bytes()
