#!/usr/bin/env python3
"""PyTorch's OpInfo database through torch.compile(backend="tc") against eager;
every second sample calls the op as a method, if it is one.

    test/conformance/opinfo.py                       a seeded sample, minutes
    test/conformance/opinfo.py --all --out FILE      everything; call it again to
                                                     go on where it stopped
    test/conformance/opinfo.py --all --shard 2/8 ... one part of eight
    test/conformance/opinfo.py --all --jobs 32 ...   in 32 processes
    test/conformance/opinfo.py --gradients ...       and gradients
    test/conformance/opinfo.py --ways --each 1 ...   as function, method, operator
                                                     and in place, on both routes
    test/conformance/opinfo.py --table FILE...       docs/pytorch-support.md, of
        [--kept docs/pytorch-support.md]             files of moduleinfo.py too;
                                                     the others' rows are kept
"""
import functools
import sys

import runs
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
from calls import tangents  # noqa: E402

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
# Results that nobody writes: the state of random numbers that are not drawn.
UNWRITTEN = {"torch.ops.aten._flash_attention_forward": (2, 3),
             "torch.ops.aten._efficient_attention_forward": (2, 3)}
# Not an op of tensors, or one that ends the process.
SKIPPED = {"jiterator_unary", "jiterator_binary", "jiterator_4inputs_with_extra_args",
           "jiterator_2inputs_2outputs", "jiterator_binary_return_by_ref",
           "jiterator_unary_return_by_ref"}
# PyTorch's f64 is not exact: polygamma is off by thousands of roundings near
# poles, and more in its higher orders; the gradient of hardsigmoid, and on GPUs
# hardswish, have an f32 number for 1/6. Values and derivatives of these:
EXACT = {"digamma": (lambda x: mpmath.digamma(x),
                     lambda x: mpmath.polygamma(1, x)),
         "polygamma": (lambda x, n: mpmath.polygamma(n, x),
                       lambda x, n: mpmath.polygamma(n + 1, x)),
         "hardsigmoid": (lambda x: min(max(x + 3, 0), 6) / mpmath.mpf(6),
                         lambda x: (abs(x) < 3) / mpmath.mpf(6)),
         "hardswish": (lambda x: x * min(max(x + 3, 0), 6) / mpmath.mpf(6),
                       lambda x: (x >= 3) if abs(x) >= 3
                       else (2 * x + 3) / mpmath.mpf(6))}


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
                    tuple(s for s, name in SPELLINGS.items()
                          if getattr(op, name)),
                    values=op.name not in UNDEFINED,
                    unwritten=UNWRITTEN.get(op.name, ()),
                    pointwise=isinstance(op, (UnaryUfuncInfo, BinaryUfuncInfo)),
                    exactly=functools.partial(exactly, op),
                    ties=functools.partial(ties, op))


# The attribute of an OpInfo that is called.
SPELLINGS = {"function": "op", "method": "method_variant",
             "in place": "inplace_variant", "operator": "operator_variant",
             "operator in place": "inplace_operator_variant"}


def spelled(op, spelling, gradients):
    """A call of the op; a leaf that takes a gradient cannot be written to."""
    called = getattr(op, SPELLINGS[spelling])
    copies = gradients and "in place" in spelling

    def function(x, args, kwargs):
        return called(x.clone() if copies else x, *args, **kwargs)
    return function


def samples(op, dtype, device, gradients, spelling=None):
    """Called as a function and, every second one, as a method, if no other
    spelling is asked for."""
    function = spelled(op, spelling or "function", gradients)
    second = spelled(op, "method", gradients) \
        if op.method_variant and not spelling else function
    for n, sample in enumerate(op.sample_inputs(str(device), dtype,
                                                requires_grad=gradients)):
        if op.name == "__rmod__" and dtype == torch.int64:
            sample.input[sample.input == 0] = 1  # no value is defined on GPUs
        yield (second if n % 2 else function), \
            (sample.input, sample.args, sample.kwargs)


def exactly(op, args, gradients):
    """The results of an elementwise op, by mpmath (a dependency of PyTorch)."""
    name = op.name.removeprefix("special.").removeprefix("nn.functional.")
    x, rest, kwargs = args
    if name not in EXACT or not x.is_floating_point():
        return None

    def each(function):
        numbers = []
        for element in x.detach().flatten().tolist():
            try:
                y = function(mpmath.mpf(element), *rest, **kwargs)
                numbers.append(float(mpmath.re(y)))
            except (ValueError, ZeroDivisionError):  # a pole
                numbers.append(float("nan"))
        return torch.tensor(numbers, dtype=torch.float64,
                            device=x.device).view(x.shape)

    value, slope = EXACT[name]
    with mpmath.workdps(40):
        if not gradients:
            return [each(value)]
        return [each(value), tangents([x.detach()])[0].double() * each(slope)]


def ties(op, args, got, want):
    """What finds the positions in `got`, if eager finds the same values at its
    own."""
    outputs = 1 if op.name == "argsort" else 2
    if op.name not in TIES or got.outputs != outputs:
        return None
    x, dim, found = args[0], TIES[op.name](args), got[outputs - 1]
    if not x.dim():
        return None
    position = found if found.dim() == x.dim() else found.unsqueeze(dim)
    theirs = want[outputs - 1].reshape(position.shape)

    def worth(at):
        found = x.gather(dim, at)
        # Of values that are equally frequent any is a mode (on GPUs eager's
        # is not the smallest).
        return (x == found).sum(dim) if op.name == "mode" else found
    if not torch.equal(worth(position), worth(theirs)):
        return None

    def function(x, args, kwargs):
        values = x.gather(dim, position).reshape(found.shape)
        return (values, found)[-outputs:]
    return function


if __name__ == "__main__":
    sys.exit(runs.main("OpInfo", subjects, __doc__))
