"""Runs a program of this folder and compares two runs, by a third in f64."""
import contextlib
import pathlib
import sys

import torch
from torch.utils import _pytree as pytree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] /
                       "conformance"))
from compare import compare  # noqa: E402


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


# What compare allows by itself beside twice eager's error, in units of the
# type's epsilon, of the largest value: part of what is allowed here.
ALLOWED = {torch.float64: 20, torch.complex128: 20}


def difference(got, want, exact, near=0):
    """What is wrong with `got`, or None: more than twice as far from `exact` as
    `want`, and by more than some roundings of the largest value (in f64, where
    nothing is more exact, by more than 1e-9 of it, and of 1), or `near` of it."""
    slack = 0.0
    if isinstance(want, torch.Tensor) and (
            want.is_floating_point() or want.is_complex()):
        eps = torch.finfo(want.dtype).eps
        truth = exact if exact.shape == want.shape else want
        truth = truth[truth.isfinite()].abs()
        size = truth.max().item() if truth.numel() else 0.0
        if want.dtype in ALLOWED:
            size, near = max(size, 1.0), max(near, 1e-9)
        near = max(near, 16 * eps) - ALLOWED.get(want.dtype, 4) * eps
        slack = near * size
    wrong = compare([got], [want], [exact], slack=[slack])
    return wrong.removeprefix("result 0: ") or None


def differences(got, want, exact, near=0):
    for number, (a, b, c) in enumerate(zip(got, want, exact)):
        for name in b:
            wrong = difference(a[name], b[name], c[name], near)
            if wrong:
                yield f"call {number}, {name}: {wrong}"
