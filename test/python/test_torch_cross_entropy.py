"""The gradient of a cross-entropy and of gathers along a dimension, where each
row has one position: eager's on both routes, at NaN and infinite logits too, and
with eager's error where a position is out of range."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

WEIGHT = torch.linspace(0.5, 2, 33)


def target(*shape, low=0, high=33):
    generator = torch.Generator().manual_seed(3)
    return torch.randint(low, high, shape, generator=generator)


def ignoring(*shape):
    t = target(*shape)
    t.view(-1)[::3] = -100
    return t


LOSSES = {
    "mean": ((7, 33), target(7), {}),
    "sum": ((7, 33), target(7), {"reduction": "sum"}),
    "none": ((7, 33), target(7), {"reduction": "none"}),
    "ignored": ((7, 33), ignoring(7), {}),
    "another ignored": ((7, 33), target(7), {"ignore_index": 2}),
    "weights": ((7, 33), ignoring(7), {"weight": WEIGHT}),
    "smoothed": ((7, 33), ignoring(7), {"label_smoothing": 0.1}),
    "smoothed weights": ((7, 33), target(7), {
        "label_smoothing": 0.3, "weight": WEIGHT, "reduction": "sum"}),
    "images": ((2, 33, 4, 5), ignoring(2, 4, 5), {}),
    "one row": ((1, 33), target(1), {}),
    "one sample": ((33,), target(1)[0], {}),
    "two classes": ((9, 2), target(9, high=2), {}),
    "one class": ((3, 1), target(3, high=1), {}),
    "no rows": ((0, 33), target(0), {"reduction": "sum"}),
}


class CrossEntropy(Case):
    def same(self, function, x, t, near=2e-5):
        def gradient(call):
            own = x.clone().requires_grad_()
            y = call(own, t)
            g = torch.linspace(1, 2, y.numel()).reshape(y.shape)
            y.backward(g.to(y.dtype))
            return y.detach(), own.grad
        want = gradient(function)
        for route in ("auto", "aot"):
            torch._dynamo.reset()
            got = gradient(torch.compile(
                function, backend="tc", fullgraph=True,
                options={"route": route}))
            with self.subTest(route=route):
                torch.testing.assert_close(got, want, rtol=near, atol=near,
                                           equal_nan=True)

    def test_losses(self):
        for name, (shape, t, options) in LOSSES.items():
            with self.subTest(name):
                self.same(lambda x, t, o=options: F.cross_entropy(x, t, **o),
                          torch.randn(shape), t)

    def test_bfloat16(self):
        self.same(F.cross_entropy, torch.randn(5, 33).bfloat16(), target(5),
                  1e-2)

    def test_special_logits(self):
        x, t = torch.zeros(6, 33), target(6)
        x[0, 3], x[1, 4], x[2, 5] = torch.nan, torch.inf, -torch.inf
        x[3, t[3]], x[4, t[4]], x[5, t[5]] = torch.nan, torch.inf, -torch.inf
        self.same(F.cross_entropy, x, t)

    def test_gathers(self):
        for dim, i in ((2, target(4, 5, 1)), (-1, target(4, 5, 3)),
                       (1, target(4, 1, 33, high=5)),
                       (0, target(1, 5, 33, high=4)),
                       (2, target(3, 5, 1))):
            with self.subTest(dim=dim, shape=i.shape):
                self.same(lambda x, i, d=dim: x.exp().gather(d, i),
                          torch.randn(4, 5, 33), i)

    def test_symbolic(self):
        compiled = torch.compile(F.cross_entropy, backend="tc", dynamic=True)
        for n in (3, 7, 64):
            x, t = torch.randn(n, 33), ignoring(n)
            got, want = x.clone().requires_grad_(), x.clone().requires_grad_()
            compiled(got, t).backward()
            F.cross_entropy(want, t).backward()
            torch.testing.assert_close(got.grad, want.grad)

    def test_out_of_range(self):
        """Also where the backward alone has the position: it is compiled apart."""
        x = torch.randn(4, 33, requires_grad=True)
        for bad in (33, -1, 1 << 40):
            t = torch.tensor([1, 2, bad, 4])
            aten = torch.ops.aten
            with self.subTest(bad):
                with self.assertRaises(IndexError):
                    torch.compile(F.cross_entropy, backend="tc")(x, t)
                with self.assertRaises(IndexError):
                    torch.compile(lambda g, x, t: aten.nll_loss_backward(
                        g, x, t, None, 2, -100, g), backend="tc")(
                            torch.ones([]), x.detach(), t)

    def test_out_of_range_where_nothing_reads(self):
        """A row whose loss, or whose gradient, no one uses."""
        weight = torch.tensor([1., 1, 0, 1])
        steps = {
            "first rows": lambda x, t: F.cross_entropy(
                x, t, reduction="none")[:2],
            "last row": lambda x, t: F.cross_entropy(
                x, t, reduction="none")[3],
            "chosen": lambda x, t: torch.where(
                weight > 0, F.cross_entropy(x, t, reduction="none"), 0),
            "gathered": lambda x, t: x.gather(1, t[:, None])[:2],
            "looked up": lambda x, t: F.embedding(t, x.T)[:2],
        }
        t = torch.tensor([1, 2, 33, 4])
        for name, step in steps.items():
            # AOTAutograd's graphs do not look up what is cut off.
            for route in ("auto", "aot")[:1 if name == "looked up" else 2]:
                torch._dynamo.reset()
                compiled = torch.compile(step, backend="tc",
                                         options={"route": route})
                x = torch.randn(4, 33, requires_grad=True)
                with self.subTest(name, route=route), \
                        self.assertRaises((IndexError, RuntimeError)):
                    compiled(x, t).sum().backward()


if __name__ == "__main__":
    unittest.main()
