"""Calls of a function on copies of its arguments: as they are, in f64, and off by
roundings. Arguments are trees of tensors, modules and other values."""
import copy

import torch
from torch.nn.utils.rnn import PackedSequence
from torch.utils._python_dispatch import (
    TorchDispatchMode, _disable_current_modes)
from torch.utils._pytree import (
    register_pytree_node, tree_leaves, tree_map)

register_pytree_node(PackedSequence, lambda p: (list(p), None),
                     lambda parts, _: PackedSequence(*parts))

DRAWS = 16  # a point where relu bends, a rounding away, is crossed in some
WIDE = {torch.float16: torch.float64, torch.bfloat16: torch.float64,
        torch.float32: torch.float64, torch.complex64: torch.complex128}


class Results(list):
    """Outputs of a call and arguments that it has written to, then what says
    which these are, buffers of its modules and gradients."""

    def __init__(self, outputs, others, written=0):
        super().__init__([*outputs, *others])
        self.outputs, self.written = len(outputs), written


def of_floats(value):
    return isinstance(value, torch.Tensor) and \
        value.layout == torch.strided and \
        (value.is_floating_point() or value.is_complex())


def leaves(args):
    """Tensors and parameters of arguments that take a gradient."""
    found = []
    for leaf in tree_leaves(args):
        if isinstance(leaf, torch.nn.Module):
            found += [p for p in leaf.parameters() if p.requires_grad]
        elif isinstance(leaf, torch.Tensor) and leaf.requires_grad:
            found.append(leaf)
    return found


def buffers(args):
    return [b.detach().clone() for leaf in tree_leaves(args)
            if isinstance(leaf, torch.nn.Module) for b in leaf.buffers()]


def tangents(outs):
    torch.manual_seed(2)
    return [torch.randn(o.shape, dtype=torch.float64).to(o) for o in outs]


def values(t):
    """A copy of a plain tensor, else None."""
    plain = type(t) in (torch.Tensor, torch.nn.Parameter) and \
        t.layout == torch.strided and not t.is_quantized and \
        t.device.type != "meta"
    with _disable_current_modes():  # Rounded's copies are not equal
        return t.detach().clone() if plain else None


def same_values(a, b):
    """Whether two tensors are equal, where neither is a number as well."""
    return a.shape == b.shape and bool(((a == b) | (a != a) & (b != b)).all())


def run(function, args, gradients):
    """Results, and gradients of leaves, of one call."""
    torch.manual_seed(1)
    given = [t for t in tree_leaves(args) if isinstance(t, torch.Tensor)]
    before = [(t._version, values(t)) for t in given]
    flat = tree_leaves(function(*args))
    # Eager's batch norm writes its averages without a new version.
    written = [i for i, (t, (version, old)) in enumerate(zip(given, before))
               if t._version != version or
               old is not None and not same_values(old, t.detach())]
    others = buffers(args)
    if written:
        same = [[i for i, t in enumerate(given) if t is r] for r in flat]
        others.append(f"{written} are written to, {same} returned")
    outs = [r for r in flat if isinstance(r, torch.Tensor) and r.requires_grad]
    ins = leaves(args)
    if gradients and outs and ins:
        others += torch.autograd.grad(outs, ins, tangents(outs),
                                      allow_unused=True)
    return Results([*flat, *(given[i].detach() for i in written)], others,
                   len(written))


def fresh(args):
    """The same values, which a call may write to. Views stay views."""
    def one(value):
        if isinstance(value, torch.nn.Module):
            return copy.deepcopy(value)
        if isinstance(value, torch.Tensor) and value.layout == torch.strided:
            copied = copy_view(value) if value._is_view() else \
                value.detach().clone(memory_format=torch.preserve_format)
            return copied.requires_grad_(value.requires_grad)
        return value
    return tree_map(one, args)


def copy_view(value):
    """A view of a copy of the memory that `value` is a view of."""
    if value.is_conj() or value.is_neg():
        return value.detach()
    memory = torch.empty(0, dtype=value.dtype, device=value.device)
    with torch.no_grad():
        memory.set_(value.untyped_storage().clone())
        return memory.as_strided(value.shape, value.stride(),
                                 value.storage_offset())


def wide(args):
    """The same values in f64, which a call may write to."""
    def one(value):
        if isinstance(value, torch.nn.Module):
            return copy.deepcopy(value).double()
        if isinstance(value, torch.Tensor) and value.dtype in WIDE:
            return value.detach().to(WIDE[value.dtype]).requires_grad_(
                value.requires_grad)
        return WIDE.get(value, value) if isinstance(value, torch.dtype) \
            else fresh(value)
    return tree_map(one, args)


def coarsest(args):
    """The largest rounding, 2 u, of the arguments' types."""
    found = [t for leaf in tree_leaves(args) for t in
             ([*leaf.parameters()] if isinstance(leaf, torch.nn.Module)
              else [leaf]) if of_floats(t)]
    return max((torch.finfo(t.dtype).eps for t in found), default=None)


def nudge(x, generator, unit=None):
    """Moves each element by a rounding, of its type if no other is given, up or
    down."""
    unit = unit or torch.finfo(x.dtype).eps
    parts = torch.view_as_real(x) if x.is_complex() else x
    sign = torch.randint(0, 2, parts.shape, generator=generator) - 0.5
    parts.mul_(1 + sign.to(parts) * 2 * unit)


def nudged(args, generator, unit=None):
    """The same values, off by a rounding."""
    def one(value):
        if isinstance(value, torch.nn.Module):
            value = copy.deepcopy(value)
            for p in value.parameters():
                nudge(p.data, generator, unit)
            return value
        if not of_floats(value):
            return fresh(value)
        x = value.detach().resolve_conj().resolve_neg().clone()
        nudge(x, generator, unit)
        return x.requires_grad_(value.requires_grad)
    return tree_map(one, args)


class Rounded(TorchDispatchMode):
    """What each op computes is off by a rounding, but for whole numbers, which
    are taken to be exact (they decide about indices)."""

    def __init__(self, generator, unit=None):
        super().__init__()
        self.generator, self.unit = generator, unit

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        results = func(*args, **(kwargs or {}))
        if any(r.alias_info for r in func._schema.returns):
            return results
        return tree_map(self.one, results)

    def one(self, value):
        if not of_floats(value):
            return value
        result = value.resolve_conj().resolve_neg().clone()
        x = torch.view_as_real(result) if result.is_complex() else result
        whole, before = x == x.round(), x.clone()
        nudge(x, self.generator, self.unit)
        x.copy_(torch.where(whole, before, x))
        return result


def moved(function, args, gradients, want, inside=True, unit=None):
    """By result and element: how far the results `want` move, at most, in runs
    with arguments, and, `inside`, results of each op on the way, that are off by
    a rounding: `unit`, or of their own types."""
    far = [torch.zeros(w.shape, dtype=torch.float64, device=w.device)
           if isinstance(w, torch.Tensor) else 0.0 for w in want]
    for seed in range(DRAWS):
        generator = torch.Generator().manual_seed(seed)
        near = nudged(args, generator, unit)
        try:
            if inside:
                with Rounded(generator, unit):
                    results = run(function, near, gradients)
            else:
                results = run(function, near, gradients)
        except Exception:
            continue
        for i, (a, b) in enumerate(zip(results, want)):
            if of_floats(a) and a.shape == b.shape:
                kind = torch.complex128 if a.is_complex() else torch.float64
                step = (a.detach().to(kind) - b.detach().to(kind)).abs()
                far[i] = torch.maximum(far[i], step.nan_to_num(0, 0, 0))
    return far
