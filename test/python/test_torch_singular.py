"""Gradients where a formula's own derivative is infinite, overflows, cancels or is
shared by equal elements: they are eager's on both routes."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

# Of f32, exp(100) is infinite and logistic(100) is 1.
WIDE = torch.tensor([-200.0, -100.0, -9.25, -1.0, -0.0, 0.0, 1.0, 30.0, 100.0,
                     200.0])
ROWS = torch.tensor([[0.0, 0.0, 0.0], [0.0, 1.0, -2.0], [3.0, 3.0, 3.0]])
ENDS = torch.tensor([0.0, 0.0, 0.5, 1.0, 1.0])
TRUTH = torch.tensor([0.0, 1.0, 1.0, 0.0, 1.0])
SMALL = torch.tensor([-1e-3, -1e-7, -1e-20, 0.0, 1e-30, 1e-5, 1e-2, 0.5])
INVERSE = torch.tensor([0.0, -0.0, 1e-11, -1e11, 2.0, torch.inf])
NAN = torch.tensor([[torch.nan, 1.0, torch.nan], [2.0, 2.0, 1.0]])
BESIDE = torch.tensor([[100.0, torch.inf, 1.0], [1.0, -torch.inf, 2.0]])
# Differences of a margin's 1; labels behind the first -1 do not count.
MARGINS = torch.tensor([[1.0, 2.0, 3.0, 4.0], [0.0, torch.nan, -1.0, 2.0]])
LABELS = torch.tensor([[0, 1, -1, -1], [3, -1, 2, 1]])
COMPLEX = torch.complex(
    torch.tensor([0.0, 0.0, 1.0, 1.0, -100.0, torch.nan, 1.0, -torch.inf]),
    torch.tensor([0.0, 2.0, 1.0, 2.0, 1e-20, 1.0, torch.inf, torch.nan]))

FUNCTIONS = {
    "elu": (F.elu, WIDE), "celu": (F.celu, WIDE),
    "torch.celu": (torch.celu, WIDE),
    "celu in place": (lambda x: F.celu(x * 2, inplace=True), WIDE[3:]),
    "selu": (F.selu, WIDE),
    "scaled elu": (lambda x: F.elu(x, 0.5), WIDE),
    "softplus": (F.softplus, WIDE),
    "steep softplus": (lambda x: F.softplus(x, beta=3), WIDE),
    "mish": (F.mish, WIDE), "silu": (F.silu, WIDE), "gelu": (F.gelu, WIDE),
    "log_sigmoid": (F.logsigmoid, WIDE),
    "soft_margin_loss": (lambda x: F.soft_margin_loss(
        x, torch.ones_like(x)), WIDE[2:]),
    "binary_cross_entropy": (lambda x: F.binary_cross_entropy(x, TRUTH), ENDS),
    "sure": (lambda x: F.binary_cross_entropy_with_logits(
        x, (x > 0).to(x.dtype), pos_weight=torch.tensor(3.0)), WIDE),
    "sure of infinite": (lambda x: F.binary_cross_entropy_with_logits(
        x, torch.where(x > 0, torch.inf, 0.0)), WIDE[2:]),
    "unsure": (lambda x: F.binary_cross_entropy_with_logits(
        x, torch.full_like(x, 0.25)), WIDE),
    "cosh": (torch.cosh, SMALL), "sinh": (torch.sinh, SMALL),
    "cosh of large": (torch.cosh, torch.tensor([-87.9, 87.9, 40.0, torch.inf])),
    "inverse square": (lambda x: x ** -2, INVERSE),
    "sinc": (torch.sinc, SMALL), "entr": (torch.special.entr, ENDS),
    "logit": (torch.logit, torch.tensor([-1.0, 0.0, 0.25, 1.0, 2.0])),
    "max of NaN": (lambda x: torch.stack([r.max() for r in x]), NAN),
    "min of NaN": (lambda x: torch.stack([r.min() for r in x]), NAN),
    "amax of NaN": (lambda x: x.amax(1), NAN),
    "maximum of one": (lambda x: torch.maximum(x, x), NAN),
    "minimum of one": (lambda x: torch.minimum(x, x), NAN),
    "logsumexp": (lambda x: x.logsumexp(1), BESIDE),
    "multi_margin_loss": (lambda x: F.multi_margin_loss(
        x, torch.tensor([1, 0]), reduction="none"), MARGINS),
    "multilabel_margin_loss": (lambda x: F.multilabel_margin_loss(
        x, LABELS, reduction="none"), MARGINS),
    "std": (lambda x: x.std(1), ROWS),
    "normalize": (lambda x: F.normalize(x, dim=1), ROWS[:2]),
    "max": (lambda x: x.max(1).values, ROWS),
    "min": (lambda x: x.min(1).values, ROWS),
    "amax": (lambda x: x.amax(1), ROWS),
    "prod": (lambda x: x.prod(1), ROWS),
} | {f"norm {p}": (lambda x, p=p: torch.linalg.vector_norm(x, p, dim=1), ROWS)
     for p in (-torch.inf, -1, -0.5, 0.5, 1, 1.5, 2, 3, torch.inf)}


class Singular(Case):
    def gradient(self, function, x):
        x = x.clone().requires_grad_()
        y = function(x)
        weights = torch.linspace(1, 2, y.numel()).reshape(y.shape)
        return torch.autograd.grad(y, x, weights)[0]

    def test_all(self):
        for name, (function, x) in FUNCTIONS.items():
            want = self.gradient(function, x)
            for route in ("auto", "aot"):
                torch._dynamo.reset()
                got = self.gradient(torch.compile(
                    function, backend="tc", options={"route": route}), x)
                with self.subTest(name, route=route):
                    torch.testing.assert_close(
                        got, want, rtol=2e-6, atol=1e-12, equal_nan=True)

    def test_values(self):
        """What is no number stays none; what does not count adds nothing."""
        part = torch.tensor([0.0, -0.0, 1.0, torch.nan, torch.inf])
        cases = {"|0 + NaN i|": (lambda x: torch.complex(x, x.flip(0)).abs() +
                                 torch.complex(x, x * torch.nan).abs(), part),
                 "bool": (lambda z: z.bool(), COMPLEX),
                 "not": (torch.logical_not, COMPLEX),
                 "any": (lambda z: z[:2].any(), COMPLEX),
                 "isinf": (torch.isinf, COMPLEX),
                 "isclose": (lambda z: torch.isclose(
                     z, torch.complex(z.real, z.imag.flip(0))), COMPLEX),
                 "nan_to_num": (torch.nan_to_num, COMPLEX),
                 "sigmoid": (torch.sigmoid, COMPLEX[:5]),
                 "bucketize": (lambda x: torch.bucketize(
                     x, torch.tensor([-1.0, 0.0, 1.0])), part),
                 "bucketize right": (lambda x: torch.bucketize(
                     x, torch.tensor([-1.0, 0.0, 1.0]), right=True), part),
                 "trigamma": (lambda x: torch.polygamma(1, x), torch.tensor(
                     [0.5, 3.0, 1e5, 1e22, 1e30, torch.inf, torch.nan])),
                 "margins": FUNCTIONS["multilabel_margin_loss"],
                 "one margin": (lambda x: F.multilabel_margin_loss(
                     x[0], LABELS[0], reduction="sum"), MARGINS)}
        for name, (function, x) in cases.items():
            for route in ("auto", "aot"):
                torch._dynamo.reset()
                got = torch.compile(function, backend="tc", options={
                    "route": route})(x)
                with self.subTest(name, route=route):
                    torch.testing.assert_close(got, function(x),
                                               equal_nan=True)

    def test_none(self):
        """What is compared or counted alone has no gradient, not zeros."""
        t = torch.tensor([1.0, -1.0, 1.0])
        for function in (lambda x, y: F.hinge_embedding_loss(x, y),
                         lambda x, y: x * torch.linalg.vector_norm(y, 0),
                         lambda x, y: x + (y > 0)):
            def gradients(call):
                x, y = (v.clone().requires_grad_() for v in (t * 0.5, t))
                return torch.autograd.grad(call(x, y).sum(), (x, y),
                                           allow_unused=True)
            torch._dynamo.reset()
            got = gradients(torch.compile(function, backend="tc"))
            want = gradients(function)
            self.assertIsNone(want[1])
            self.assertIsNone(got[1])
            torch.testing.assert_close(got[0], want[0])


if __name__ == "__main__":
    unittest.main()
