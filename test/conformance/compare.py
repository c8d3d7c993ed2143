"""Decides whether results are right: the bound of D4, element by element."""
import torch

# docs/numerics.md, "PyTorch's numbers", says what these stand for.
F64_ROUNDINGS = 16  # for eager's error in f64, of the largest element
ROUNDINGS = 8  # of the result's type, beside twice eager's error


def compare(got, want, exact, values=True, slack=None,
            strided=None, pointwise=False):
    """What is wrong with `got`, or "". `want` is eager's, `exact` the same in
    f64 or None; `slack[i]` is how far eager moves when its arguments do, of which
    result i may have twice the most as well (each element of a pointwise op its
    own, once); the first
    `strided` results must lie as eager's do. Each element of a `pointwise` op
    is held against eager's error there, else against eager's largest."""
    if len(got) != len(want):
        return f"{len(got)} results, eager has {len(want)}"
    usable = exact is not None and len(exact) == len(want)
    for i, (a, b) in enumerate(zip(got, want)):
        c = exact[i] if usable else None
        if strided is not None and i >= strided and \
                isinstance(a, torch.Tensor) and a.layout == torch.strided:
            a = a.contiguous()
            b = b.contiguous() if isinstance(b, torch.Tensor) else b
        bad = _one(a, b, c, values, slack[i] if slack else 0.0,
                   pointwise)
        if bad:
            return f"result {i}: {bad}"
    return ""


def _one(a, b, c, values, slack, pointwise):
    if isinstance(a, torch.Tensor) != isinstance(b, torch.Tensor):
        return f"{type(a).__name__}, eager {type(b).__name__}"
    if not isinstance(b, torch.Tensor):
        same = a == b or a != a and b != b
        return "" if same or isinstance(b, float) and abs(a - b) <= 1e-5 * \
            abs(b) else f"{a}, eager {b}"
    if a.dtype != b.dtype or a.shape != b.shape or a.layout != b.layout:
        return (f"{a.dtype} {list(a.shape)} {a.layout}, eager {b.dtype} "
                f"{list(b.shape)} {b.layout}")
    if a.layout != torch.strided:
        return "" if not values else _values(
            a.detach().to_dense(), b.detach().to_dense(), None, slack, False)
    if b.numel() and strides(a) != strides(b):
        return f"strides {a.stride()}, eager {b.stride()}"
    return _values(a.detach(), b.detach(), c, slack, pointwise) if values else ""


def strides(t):
    return [s for n, s in zip(t.shape, t.stride()) if n > 1]


def _values(a, b, c, slack, pointwise):
    if a.is_quantized:
        a, b = a.int_repr(), b.int_repr()
    if a.dtype.is_complex:
        a, b = torch.view_as_real(a.resolve_conj()), \
            torch.view_as_real(b.resolve_conj())
        if isinstance(c, torch.Tensor) and c.is_complex():
            c = torch.view_as_real(c.detach().resolve_conj())
        if isinstance(slack, torch.Tensor):
            slack = slack.unsqueeze(-1).expand(b.shape)
    if not a.dtype.is_floating_point:
        wrong = (a != b).sum().item()
        return f"{wrong} of {a.numel()} integers differ" if wrong else ""
    if not isinstance(c, torch.Tensor) or c.shape != b.shape or \
            not c.dtype.is_floating_point:
        c = b
    return _floats(a.double(), b.double(), c.detach().double(), a.dtype,
                   slack, pointwise)


def _floats(a, b, c, dtype, slack, pointwise):
    unit = torch.finfo(dtype).eps / 2
    special = ~torch.isfinite(b)
    same = (a == b) | (a.isnan() & b.isnan())
    # Where eager overflows and f64 does not, the truth rounded to the type is
    # right, infinite or not; at the end of the range either is; within it eager
    # overflowed on the way, and the bound decides.
    limit = torch.finfo(dtype).max
    same |= special & torch.isfinite(c) & (a == c.to(dtype).double())
    near = special & (c.abs() <= limit * 2) & (c.abs() >= limit / 2) & \
        (a.sign() == c.sign())
    within = special & ~same & torch.isfinite(a) & (c.abs() < limit / 2)
    if bool((special & ~same & ~near & ~within).any()):
        i = (special & ~same & ~near & ~within).flatten().nonzero()[0].item()
        return f"{a.flatten()[i]}, eager {b.flatten()[i]} (element {i})"
    finite = ~special & torch.isfinite(c) | within
    if not bool(finite.any()):
        return ""
    if isinstance(slack, torch.Tensor):
        slack = slack[finite] if slack.shape == a.shape and pointwise \
            else 2 * slack.max()
    a, b, c = a[finite], b[finite], c[finite]
    theirs = (b - c).abs()
    theirs = theirs.nan_to_num(0, 0, 0)  # no error to allow twice of
    if not pointwise:
        theirs = theirs.max()
    if dtype == torch.float64 and not pointwise:
        theirs = F64_ROUNDINGS * unit * c.abs().max()  # eager is no better
    bound = slack + 2 * theirs + ROUNDINGS * unit * c.abs() + \
        torch.finfo(dtype).tiny * unit * 4
    off = (a - c).abs()
    wrong = ~(off <= bound) & (a != b)
    if not bool(wrong.any()):
        return ""
    i = (off - bound).nan_to_num(float("inf")).argmax().item()
    return (f"{int(wrong.sum())} of {a.numel()} off: {a[i]:.9g}, eager "
            f"{b[i]:.9g}, exact {c[i]:.9g}")
