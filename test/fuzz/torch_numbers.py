"""Which values a random program may have (`w`, its writer: torch_program.py), so
that there is one right result: no rounding, or few far from every jump."""
import re

import torch


def are_small(w):
    return all(t.numel() <= 4096 and (not t.numel() or bool(
        (t.abs() if t.is_complex() else t.double().abs()).max() <= 100))
        for n in w.names for t in [w.scope[n]])


def is_exact(x, exact):
    """That of f64, and a multiple of 1/64: no operation has rounded."""
    if x.is_complex() != exact.is_complex():
        return False
    parts = torch.view_as_real(x.resolve_conj()) if x.is_complex() else x
    coarse = parts.double() * 64
    return bool((coarse == coarse.round()).all()) and \
        torch.equal(x.to(exact.dtype), exact)


# A mean that is rounded may end in a deviation that looks exact.
OF_MEANS = re.compile(r"\.(std|var)\b|\.(std|var)_mean\b")


def are_exact(w):
    if OF_MEANS.search(w.line) and any(
            w.scope[n].numel() & (w.scope[n].numel() - 1)
            for n in re.findall(r"\b[av]\d+\b", w.line) if n in w.names):
        return False
    return are_small(w) and all(is_exact(w.scope[n], w.exact[n])
                                for n in w.names)


def is_near(x, exact):
    """Far from every jump and pole: a few roundings away from f64."""
    if not x.is_floating_point():
        return x.dtype == exact.dtype and torch.equal(x, exact)
    if not x.numel():
        return True
    unit = torch.finfo(x.dtype).eps
    return bool((x.double() - exact).abs().max() <=
                16 * unit * exact.abs().max()) and \
        bool(exact.abs().max() <= 1000)


def are_near(w):
    return all(w.scope[n].numel() <= 4096 and is_near(w.scope[n], w.exact[n])
               for n in w.names)
