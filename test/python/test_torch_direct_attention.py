"""Gradients of attention on the direct route, of so many keys that scores are
recomputed in backward (again_steps of lib/cost/numbers.inc): against eager in f64, within
twice eager's error in f32 and bf16, and what is saved for backward."""
import math
import unittest

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from tc.torch import report

BATCH, HEADS, ROWS, SIZE = 2, 3, 150, 16  # 8 times as many rows as features
INF, LEAST = float("inf"), torch.finfo(torch.bfloat16).min
sdpa = F.scaled_dot_product_attention


def softmax(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return torch.softmax(scores if mask is None else scores + mask, -1) @ v


def masked(q, k, v, mask):
    return sdpa(q, k, v, attn_mask=mask)


def causal(q, k, v):
    return sdpa(q, k, v, is_causal=True)


def window(q, k, v):
    i = torch.arange(q.shape[2])
    near = (i[:, None] - i < 40) & (i[:, None] >= i)
    return sdpa(q, k, v, attn_mask=near)


def alibi(q, k, v, slope):
    i = torch.arange(q.shape[2], dtype=q.dtype)
    return sdpa(q, k, v, attn_mask=slope * (i - i[:, None]))


def far(q, k, v, slope):
    """Scores so large that the next bf16 is another power of e."""
    i = torch.arange(q.shape[2])
    return softmax(q, k, v, slope * (i - i[:, None]))


def operands(keys=ROWS, heads=HEADS, size=SIZE, rows=ROWS):
    return [torch.randn(BATCH, h, n, size, requires_grad=True)
            for h, n in ((HEADS * 2 if heads != HEADS else HEADS, rows),
                         (heads, keys), (heads, keys))]


def mask_of(low):
    """Rows that see nothing, a row whose first keys are masked, and others."""
    sees = torch.rand(BATCH, 1, ROWS, ROWS) > 0.3
    sees[:, :, 5] = False
    sees[0, 0, 7, :130] = False
    return torch.where(sees, 0.0, low)


class Attention(Case):
    def gradients(self, f, args, dtype, **options):
        mine = [a.detach().to(dtype if a.is_floating_point() else a.dtype)
                .requires_grad_(a.requires_grad) for a in args]
        call = torch.compile(f, backend="tc", **options) if options else f
        y = call(*mine)
        y.backward(torch.linspace(-3, 3, y.numel(), dtype=torch.float64)
                   .sin().view(y.shape).to(y.dtype))
        return [y.detach(), *[a.grad for a in mine if a.requires_grad]]

    def check(self, f, *args, dtypes=(torch.float32, torch.bfloat16), **options):
        want = self.gradients(f, args, torch.float64)
        for dtype in (torch.float64, *dtypes):
            torch._dynamo.reset()
            report.state.clear()
            got = self.gradients(f, args, dtype, options={"route": "direct"},
                                 **options)
            eager = self.gradients(f, args, dtype)
            self.assertIn("differentiated by tc", str(tc.explain()))
            self.assertFalse(report.state.failures)
            for i, (a, b, c) in enumerate(zip(got, eager, want, strict=True)):
                with self.subTest(dtype=dtype, result=i):
                    self.as_near(a, b, c)

    def as_near(self, got, eager, want):
        # In f32 and bf16 PyTorch's fused attention loses some NaN.
        self.assertTrue(torch.equal(got.isnan(), eager.isnan()) or
                        torch.equal(got.isnan(), want.isnan()))
        there = want.isfinite() & eager.isfinite()
        error, norm = [
            (x.double() - y)[there].norm().item() for x, y in
            ((got, want), (want, torch.zeros_like(want)))]
        own = (eager.double() - want)[there].norm().item()
        exact = got.dtype == torch.float64  # eager's is what it is compared to
        least = (16 if exact else 1) * torch.finfo(got.dtype).eps * norm
        self.assertLessEqual(error, max(2 * own, least))

    def test_plain(self):
        self.check(sdpa, *operands())
        self.check(softmax, *operands())

    def test_causal_and_window(self):
        self.check(causal, *operands())
        self.check(window, *operands())

    def test_other_numbers_of_keys_and_features(self):
        self.check(sdpa, *operands(keys=131, rows=170))
        self.check(sdpa, *operands(keys=260, rows=257, size=32))
        self.check(sdpa, *operands(keys=0), dtypes=(torch.float32,))

    def test_boolean_mask(self):
        self.check(masked, *operands(), mask_of(-INF) == 0)

    def test_added_masks(self):
        for f in (masked, softmax):  # rows that see nothing: 0, and NaN
            self.check(f, *operands(), mask_of(-INF))
        self.check(masked, *operands(), torch.randn(ROWS, ROWS))

    def test_masks_of_the_least_number(self):
        """(PyTorch's fused attention keeps the log-sum-exp alone, where the
        sum is lost beside such a maximum: its gradient is that of 1 a key.)"""
        self.check(softmax, *operands(), mask_of(LEAST))

    def test_first_block_masked(self):
        mask = torch.zeros(ROWS, ROWS)
        mask[:, :128] = -INF
        self.check(masked, *operands(), mask)
        self.check(softmax, *operands(), mask)

    def test_infinities_and_nan(self):
        mask = torch.zeros(ROWS, ROWS)
        mask[11, 17] = INF
        self.check(softmax, *operands(), mask)
        q, k, v = operands()
        with torch.no_grad():
            q[1, 2, 9, 9], k[1, 1, 4, 4], v[0, 0, 3, 5] = math.nan, INF, math.nan
        self.check(softmax, q, k, v)
        self.check(sdpa, q, k, v)

    def test_bias_with_gradient(self):
        bias = torch.randn(1, HEADS, ROWS, ROWS, requires_grad=True)
        self.check(masked, *operands(), bias)
        self.check(softmax, *operands(), bias)
        slope = torch.rand(HEADS, 1, 1, requires_grad=True)
        self.check(alibi, *operands(), slope, dtypes=(torch.float32,))
        self.check(far, *operands(), slope)

    def test_grouped_heads(self):
        self.check(lambda q, k, v: sdpa(q, k, v, is_causal=True,
                                        enable_gqa=True), *operands(heads=2))

    def test_sizes_that_vary(self):
        def heads(x):
            return x.view(*x.shape[:2], 3, 16).transpose(1, 2)

        def f(x, y):
            return causal(heads(x), heads(y), heads(y))
        self.check(f, *(torch.randn(2, ROWS, 48, requires_grad=True)
                        for _ in range(2)), dynamic=True)

    def test_dropout(self):
        """Of eager's very mask, which is a piece's argument."""
        def f(q, k, v, mask=None, causal=True):
            return sdpa(q, k, v, mask, 0.3, causal)

        def masked(q, k, v, mask):
            return f(q, k, v, mask, False)

        def grouped(q, k, v):
            return sdpa(q, k, v, None, 0.3, True, enable_gqa=True)
        sees = mask_of(-INF) == 0
        bias = torch.randn(ROWS, ROWS, requires_grad=True)
        for call, args, options in (
                (f, operands(), {}), (f, operands(), {"dynamic": True}),
                (f, operands(keys=131, rows=170), {}),
                (masked, (*operands(), sees), {}),
                (masked, (*operands(), bias), {}),
                (grouped, operands(heads=2), {})):
            for dtype in (torch.float32, torch.bfloat16):
                want = []
                for kind, own in (
                        (torch.float64, {}), (dtype, {}),
                        (dtype, {"options": {"route": "direct"}, **options})):
                    torch._dynamo.reset()
                    report.state.clear()
                    torch.manual_seed(5)
                    want.append(self.gradients(call, args, kind, **own))
                exact, eager, got = want
                self.assertIn("differentiated by tc", str(tc.explain()))
                self.assertEqual(report.state.fallback_ops,
                                 {"aten.bernoulli_.float": 1})
                for a, b, c in zip(got, eager, exact, strict=True):
                    self.as_near(a, b, c)

    def test_second_derivatives_with_dropout(self):
        """They are PyTorch's, of what the piece is made of."""
        sees = mask_of(-INF) == 0

        def f(q, k, v):
            return sdpa(q, k, v, sees, 0.3)
        found = []
        args = [a.detach().double().requires_grad_() for a in operands()]
        for call in (f, torch.compile(f, backend="tc",
                                      options={"route": "direct"})):
            torch.manual_seed(5)
            grads = torch.autograd.grad(call(*args).sin().sum(), args,
                                        create_graph=True)
            found.append(torch.autograd.grad(
                sum(g.sin().sum() for g in grads), args))
        for a, b in zip(*found):
            self.close(a, b)

    def test_dropout_of_everything(self):
        def f(x):
            return torch.nn.functional.dropout(x, 1.0) + torch.rand(3)
        for a, b in zip(*[self.gradients(f, [torch.ones(3, requires_grad=True)],
                                         torch.float32, **options)
                          for options in ({}, {"options": {"route": "auto"}})
                          if torch.manual_seed(5)]):
            self.assertTrue(torch.equal(a, b))

    def test_saved_bytes(self):
        """q, k, v and the result, and two numbers a row."""
        saved = []
        args = operands(keys=1024, rows=1024, size=64)
        with torch.autograd.graph.saved_tensors_hooks(
                lambda x: saved.append(x) or x, lambda x: x):
            torch.compile(causal, backend="tc", options={"route": "direct"})(
                *args)
        size = sum(x.numel() * x.element_size() for x in saved)
        rows = BATCH * HEADS * 1024
        self.assertLessEqual(size, 4 * rows * 64 * 4 + 2 * rows * 4)


if __name__ == "__main__":
    unittest.main()
