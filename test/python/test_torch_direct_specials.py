"""Gradients of the direct route where formulas break: each rule's arguments are
replaced by points where derivatives jump (zeros of both signs, ties, bounds of
activations, subnormals, with and without infinities and NaN), and by zeros, ones,
infinities, NaN, large and equal numbers, all of them or the first alone; gradients
are eager's.

    python3 test/python/test_torch_direct_specials.py          each rule at hard
                                                               points, and with one
                                                               replacement drawn
    TC_ALL=1 python3 test/python/test_torch_direct_specials.py all with all
"""
import os
import pathlib
import random
import sys
import unittest

from Inputs.gradient_case import RulesCase
from Inputs.gradient_rules import RULES
import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "conformance"))
from compare import compare  # noqa: E402

FINITE = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 6.0, 0.5, -0.5, 1e-40, -1e-40, 2.0, 100.0,
          -100.0]
POINTS = [torch.nan, torch.inf, -torch.inf, *FINITE]


def among(points):
    """Each element is one of the points, its neighbours others."""
    def change(x):
        order = torch.arange(x.numel()) * 5 % len(points)
        return torch.tensor(points)[order].reshape(x.shape).to(x)
    return change


EVERYWHERE = {"hard points": among(POINTS), "finite hard points": among(FINITE)}
VARIANTS = {
    "zeros": lambda x: x * 0, "ones": lambda x: x * 0 + 1,
    "infinity": lambda x: torch.full_like(x, torch.inf),
    "some infinite": lambda x: torch.where(x > 0, x, -torch.inf),
    "some NaN": lambda x: torch.where(x > 0, x, torch.nan),
    "large": lambda x: x * 100, "equal": lambda x: (2 * x).round(),
}
INFINITE = ("infinity", "some infinite", "hard points")
NAN = ("some NaN", "hard points")
# What eager's kernels and formulas leave open there: (variants, why).
OPEN = {
    **{name: (INFINITE, "eager's kernels pass over products with padding, "
              "which are NaN") for name in (
        "conv1d.padding", "conv2d.padding", "conv3d.padding",
        "conv1d.default", "conv2d.default", "conv3d.default",
        "convolution.default", "conv_transpose1d.default",
        "conv_transpose2d.input")},
    **{name: (INFINITE, "eager passes over the mean's own derivative, which "
              "is NaN") for name in ("var.correction", "var.dim",
                                     "var.default")},
    "glu.default": (INFINITE, "0 * inf in eager's formula alone"),
    "scaled_dot_product_attention.default": (
        (*INFINITE, *NAN), "eager's kernel passes over NaN scores"),
    "_scaled_dot_product_attention_math.default": (
        (*INFINITE, *NAN), "a stream reads nothing of keys that all are masked, "
        "which eager's products multiply by 0"),
    **{name: (NAN, "eager's vectors and what is left of them differ at NaN")
       for name in ("elu.default", "selu.default", "hardswish.default",
                    "hardtanh.default", "relu6.default")},
    **{name: (NAN, "beside a zero eager multiplies all others, this divides by "
              "the element") for name in ("prod.default", "prod.dim_int")},
    **{name: (("zeros", "ones", "infinity", "some infinite", "some NaN",
               "equal", *EVERYWHERE), "which of equal elements is found") for name in (
        "topk.default", "kthvalue.default", "median.dim", "nanmedian.dim",
        "mode.default")},
}
SEED = 20260101
ROUNDINGS = 1e-5  # of the greatest gradient: of terms that cancel


def drawn():
    """{(variant, all of the arguments): names of rules}: each of them with one."""
    kinds = [(v, every) for v in VARIANTS for every in (True, False)]
    always = {(v, every): set(RULES) for v in EVERYWHERE
              for every in (True, False)}
    if os.environ.get("TC_ALL"):
        return {kind: set(RULES) for kind in kinds} | always
    generator = random.Random(SEED)
    found = {kind: set() for kind in kinds} | always
    for name in sorted(RULES):
        found[generator.choice(kinds)].add(name)
    return found


DRAWN = drawn()


class Specials(RulesCase):
    def agree(self, variant, all_of_them):
        change = (VARIANTS | EVERYWHERE)[variant]
        names, cases = [], []
        for name in sorted(DRAWN[variant, all_of_them]):
            for function, first, *rest in RULES[name]:
                if name == "_to_copy.default" or not all_of_them and not rest:
                    continue
                cases.append((function, change(first), *(
                    [change(r) for r in rest] if all_of_them else rest)))
                names += [name] * (1 + len(rest))
        _, got = self.gradients(cases, torch.float32, True)
        _, want = self.gradients(cases, torch.float32, False)
        _, true = self.gradients(cases, torch.float64, False)
        self.compiled()
        for name, mine, theirs, exact in zip(names, got, want, true):
            if variant in OPEN.get(name, ((),))[0]:
                continue
            size = exact.nan_to_num(0, 0, 0).abs().max().clamp(min=1).item()
            bad = compare([mine], [theirs], [exact],
                          slack=[ROUNDINGS * size])
            with self.subTest(name, variant=variant):
                self.assertFalse(bad)


class Volumes(RulesCase):
    def test_places_outside(self):
        """Infinite and NaN places of a volume have no neighbours."""
        x, grid = torch.randn(1, 2, 3, 4, 5), torch.rand(1, 2, 2, 2, 3)
        grid[0, 0, 0, 0, 0] = torch.inf
        grid[0, 1, 0, 1, 2] = torch.nan
        grid[0, 1, 1, 1] = 5.0
        for padding in ("zeros", "border", "reflection"):
            def function(x, grid):
                return torch.nn.functional.grid_sample(
                    x, grid, padding_mode=padding, align_corners=False)
            for route in ("direct", "aot"):
                torch._dynamo.reset()
                found = []
                for call in (torch.compile(function, backend="tc", options={
                        "route": route}), function):
                    given = [a.clone().requires_grad_() for a in (x, grid)]
                    y = call(*given)
                    found.append([y.detach()])
                    if padding == "zeros":  # eager's others are not its value's
                        y.sum().backward()
                        found[-1] += [a.grad for a in given]
                for got, want in zip(*found):
                    self.close(got, want)


def add(variant, all_of_them):
    def test(self):
        self.agree(variant, all_of_them)
    setattr(Specials, f"test_{variant.replace(' ', '_')}"
            f"{'' if all_of_them else '_first'}", test)


for variant in VARIANTS | EVERYWHERE:
    add(variant, True)
    add(variant, False)

if __name__ == "__main__":
    unittest.main()
