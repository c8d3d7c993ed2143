#!/usr/bin/env python3
"""PyTorch's OpInfo database through torch.compile(backend="tc") against eager.

    test/conformance/opinfo.py                       a seeded sample, minutes
    test/conformance/opinfo.py --all --out FILE      everything; call it again to
                                                     go on where it stopped
    test/conformance/opinfo.py --all --shard 2/8 ... one part of eight
    test/conformance/opinfo.py --gradients ...       and gradients
    test/conformance/opinfo.py --table FILE...       docs/pytorch-support.md, of
                                                     files of moduleinfo.py too
"""
import functools
import sys

import harness
from harness import Subject
try:
    import mpmath
    import torch
    from torch.testing._internal import common_methods_invocations
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.opinfo.core import (
        BinaryUfuncInfo, UnaryUfuncInfo)
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)
from calls import wide  # noqa: E402

# Samples of random ops seed the generator in the middle of what is compiled,
# where Dynamo stops; run() has seeded it before.
common_methods_invocations.wrapper_set_seed = \
    lambda op, *args, **kwargs: op(*args, **kwargs)

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.float16,
          torch.int64, torch.bool, torch.complex64)
# Values are not defined.
UNDEFINED = {"empty", "empty_like", "empty_permuted", "empty_strided",
             "new_empty", "new_empty_strided"}


def dim_of(args):
    return args[2].get("dim", args[1][0] if args[1] else -1)


# Results (values, positions): the dimension that they are of.
TIES = {
    "sort": dim_of, "argsort": dim_of, "mode": dim_of, "msort": lambda a: 0,
    "topk": lambda a: a[2].get("dim", a[1][1] if len(a[1]) > 1 else -1),
    "kthvalue": lambda a: a[2].get("dim", a[1][1] if len(a[1]) > 1 else -1),
    "median": dim_of, "nanmedian": dim_of, "max": dim_of, "min": dim_of,
}
# Not an op of tensors, or one that ends the process.
SKIPPED = {"jiterator_unary", "jiterator_binary", "jiterator_4inputs_with_extra_args",
           "jiterator_2inputs_2outputs", "jiterator_binary_return_by_ref",
           "jiterator_unary_return_by_ref"}
# PyTorch's f64 is not exact: near poles it is off by thousands of roundings.
EXACT = {"digamma": lambda x: mpmath.digamma(x),
         "polygamma": lambda x, n: mpmath.polygamma(n, x)}


def subjects(device, gradients):
    """All ops and dtypes that can run."""
    print("skipped: " + ", ".join(sorted(SKIPPED)))
    for op in op_db:
        if op.name in SKIPPED:
            continue
        name = op.name + ("." + op.variant_test_name
                          if op.variant_test_name else "")
        for dtype in DTYPES:
            known = op.supported_backward_dtypes(device.type) if gradients else \
                op.supported_dtypes(device.type)
            if dtype in known and not (gradients and not op.supports_autograd):
                yield Subject(
                    f"{name}/{str(dtype)[6:]}",
                    functools.partial(samples, op, dtype),
                    values=op.name not in UNDEFINED,
                    pointwise=isinstance(op, (UnaryUfuncInfo, BinaryUfuncInfo)),
                    exactly=functools.partial(exactly, op),
                    ties=functools.partial(ties, op))


def samples(op, dtype, device, gradients):
    def function(x, args, kwargs):
        return op.op(x, *args, **kwargs)

    for sample in op.sample_inputs(str(device), dtype, requires_grad=gradients):
        yield function, (sample.input, sample.args, sample.kwargs)


def exactly(op, args):
    """The results of an elementwise op, by mpmath (a dependency of PyTorch)."""
    name = op.name.removeprefix("special.")
    x, rest, kwargs = wide(args)
    if name not in EXACT or not x.is_floating_point():
        return None
    with mpmath.workdps(40):
        numbers = []
        for element in x.detach().flatten().tolist():
            try:
                y = EXACT[name](mpmath.mpf(element), *rest, **kwargs)
                numbers.append(float(y.real))
            except (ValueError, ZeroDivisionError):  # a pole
                numbers.append(float("nan"))
    return [torch.tensor(numbers, dtype=torch.float64).view(x.shape)]


def ties(op, args, got, want):
    """Whether positions differ among equal values alone: what is found at them
    is what eager finds."""
    if op.name not in TIES or len(got) != (1 if op.name == "argsort" else 2):
        return False
    x, dim = args[0], TIES[op.name](args)
    if op.name == "argsort":
        return x.dim() > 0 and torch.equal(x.gather(dim, got[0]),
                                           x.gather(dim, want[0]))
    if x.dim() == 0 or not torch.equal(got[0], want[0]):
        return x.dim() == 0 and torch.equal(got[0], want[0])
    position = got[1] if got[1].dim() == x.dim() else got[1].unsqueeze(dim)
    values = got[0] if got[0].dim() == x.dim() else got[0].unsqueeze(dim)
    return torch.equal(x.gather(dim, position), values)


if __name__ == "__main__":
    sys.exit(harness.main("OpInfo", subjects, __doc__))
