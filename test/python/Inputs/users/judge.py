"""Runs a program of this folder and compares two runs, by a third in f64."""
import contextlib

import torch
from torch.utils import _pytree as pytree


@contextlib.contextmanager
def default(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def made(make, rows, dtype):
    """What the program is made of. Numbers are drawn in f32 whatever `dtype` is."""
    with default(torch.float32):
        torch.manual_seed(1)
        _, arguments, module = make(rows)
    with default(dtype):
        torch.manual_seed(1)
        function, own, mine = make(rows)

    def converted(value, like):
        if not isinstance(value, torch.Tensor) or value.dtype == like.dtype:
            return value
        return value.detach().to(like.dtype).requires_grad_(value.requires_grad)
    if dtype != torch.float32:
        own = pytree.tree_map(converted, arguments, own)
        if module is not None:
            mine.load_state_dict(module.state_dict())
    return function, own, mine


def one_call(call, arguments, module, gradients=True):
    """Results, gradients, and what became of arguments and buffers, by name."""
    torch.manual_seed(7)
    results = call(*arguments)
    found = {f"result {i}": t for i, t in enumerate(pytree.tree_leaves(results))}
    loss = 0
    for t in found.values():
        if isinstance(t, torch.Tensor) and t.requires_grad:
            t = torch.view_as_real(t) if t.is_complex() else t
            by = torch.linspace(0.5, 1.5, t.numel(), dtype=t.dtype).view(t.shape)
            loss = loss + (t * by).double().sum()
    if gradients and isinstance(loss, torch.Tensor):
        loss.backward()
    leaves = {f"argument {i}": t for i, t in enumerate(pytree.tree_leaves(
        arguments)) if isinstance(t, torch.Tensor)}
    if module is not None:
        leaves.update(module.named_parameters())
        found.update(module.named_buffers())
    found.update((f"{k} after", t) for k, t in leaves.items())
    found.update((f"gradient of {k}", t.grad) for k, t in leaves.items())
    return {k: t.detach().clone(memory_format=torch.preserve_format)
            if isinstance(t, torch.Tensor) else t for k, t in found.items()}


def run(make, compile, sizes, dtype, gradients=True):
    """Calls with each number of rows, what is compiled being compiled once
    where the program allows it."""
    found = []
    with default(dtype):
        for number, rows in enumerate(sizes):
            function, arguments, module = made(make, rows, dtype)
            if number == 0:
                call, first = compile(function), module
            elif first is not None:
                first.zero_grad()
                module = first
            found.append(one_call(call, arguments, module, gradients))
    return found


def same_layout(got, want):
    if (got.dtype, got.shape) != (want.dtype, want.shape):
        return f"{got.dtype} {tuple(got.shape)}, not {want.dtype} {tuple(want.shape)}"
    if all(size > 1 for size in want.shape) and got.stride() != want.stride():
        return f"strides {got.stride()}, not {want.stride()}"
    return None


def difference(got, want, exact, near=0):
    """What is wrong with `got`, or None: more than twice as far from `exact` as
    `want`, and by more than some roundings of the largest value (in f64, where
    nothing is more exact, by more than 1e-9 of it, and of 1), or `near` of it."""
    if not isinstance(want, torch.Tensor):
        return None if got == want else f"{got}, not {want}"
    if not isinstance(got, torch.Tensor):
        return f"{got}, not a tensor"
    layout = same_layout(got, want)
    if layout:
        return layout
    if not (want.is_floating_point() or want.is_complex()):
        return None if torch.equal(got, want) else "other integers"
    wide = torch.complex128 if want.is_complex() else torch.float64
    eps = torch.finfo(want.dtype).eps
    got, want, exact = (t.to(wide).flatten() for t in (got, want, exact))
    if exact.shape != want.shape:
        exact = want
    special = ~want.isfinite()
    if not torch.equal(got.isfinite(), ~special) or not torch.equal(
            torch.nan_to_num(got[special], 7.0), torch.nan_to_num(
                want[special], 7.0)):
        return "other infinities or NaN"
    kept = ~special & exact.isfinite()
    got, want, exact = got[kept], want[kept], exact[kept]
    if got.numel() == 0:
        return None
    near = max(near, 1e-9 if eps < 1e-12 else 16 * eps)
    size = exact.abs().max().clamp_min(1 if eps < 1e-12 else 0)
    mine, theirs = (got - exact).abs().max(), (want - exact).abs().max()
    if mine > 2 * theirs + near * size:
        return (f"error {mine / size:.2g}, eager's {theirs / size:.2g}, by the "
                f"largest value {size:.3g}")
    return None


def differences(got, want, exact, near=0):
    for number, (a, b, c) in enumerate(zip(got, want, exact)):
        for name in b:
            wrong = difference(a[name], b[name], c[name], near)
            if wrong:
                yield f"call {number}, {name}: {wrong}"
