"""The direct route with gradients on CUDA: gradients have eager's dtypes and
are as near to those in f64 as eager's, in f32 and under autocast; buffers,
streams, second derivatives. Needs a GPU (exit code 77 without)."""
import copy
import sys
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint
from tc.torch import prepare, report, training

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
SLEEP = 400_000_000  # cycles: about a fifth of a second
# Roundings of f32 on the longest path from Attention's x to a gradient: those of
# sums of 32 (norm, qkv, out), 8 and 6 (scores, softmax, values), there and back,
# and of a parameter's gradient over 24 rows.
LONGEST = 2 * (32 + 32 + 8 + 6 + 6 + 32) + 24


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(32)
        self.qkv, self.out = nn.Linear(32, 96), nn.Linear(32, 32)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (4, 8)).transpose(1, 2)
                   for t in self.qkv(self.norm(x)).chunk(3, -1))
        scores = (q @ k.transpose(-1, -2) / 8 ** 0.5).softmax(-1)
        return x + self.out((scores @ v).transpose(1, 2).flatten(-2))


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(11, 32, padding_idx=2)
        self.head = nn.Linear(32, 11, bias=False)

    def forward(self, x):
        numbers = (x[..., 0] * 5).long() + 5
        y = F.gelu(self.table(numbers) * x).sum(1)
        return F.cross_entropy(self.head(y), numbers[:, 0]), y


def perceptron():
    return nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 16),
                         nn.Sigmoid(), nn.RMSNorm(16), nn.Linear(16, 8))


def normed():
    return nn.Sequential(nn.Flatten(0, 1), nn.Linear(32, 16, bias=False),
                         nn.BatchNorm1d(16), nn.SiLU(), nn.Linear(16, 4))


def step(call, module, x, autocast):
    torch.manual_seed(7)
    with torch.autocast("cuda", autocast, enabled=autocast is not None):
        results = call(x)
    results = results if isinstance(results, tuple) else (results,)
    sum(r.to(x.dtype).sin().sum() for r in results).backward()
    return [*(r.detach() for r in results), x.grad,
            *(p.grad for p in module.parameters()), *module.buffers()]


class Training(Case):
    def run_step(self, module, compiled, dtype, autocast, function):
        module = copy.deepcopy(module).to(CUDA, dtype)
        x = torch.linspace(-2, 2, 4 * 6 * 32, device=CUDA, dtype=dtype).sin()
        x = x.reshape(4, 6, 32).requires_grad_()
        torch._dynamo.reset()
        report.state.clear()
        call = torch.compile(module, backend="tc", fullgraph=True,
                             options={"route": "direct"}) \
            if compiled else module
        return function(call, module, x, autocast)

    def near(self, module, autocast=None, function=step, least=1e-6):
        exact = self.run_step(module, False, torch.float64, None, function)
        eager, got = (self.run_step(module, compiled, torch.float32, autocast,
                                    function) for compiled in (False, True))
        self.as_near(got, eager, exact, least)  # sums in f32
        self.assertIn("differentiated by tc", str(tc.explain()))

    def test_as_near_as_eager(self):
        for build in (perceptron, normed, Attention, Words):
            module = build()
            for autocast in (None, torch.bfloat16, torch.float16):
                with self.subTest(f"{build.__name__} {autocast}"):
                    self.near(module, autocast)

    def test_checkpoint_and_retained_graphs(self):
        def again(call, module, x, autocast):
            y = checkpoint(call, x, use_reentrant=False)
            loss = (y + call(x)).square().sum()
            loss.backward(retain_graph=True)
            loss.backward()
            return [x.grad, *(p.grad for p in module.parameters())]
        self.near(Attention(), function=again)

    def test_second_derivatives(self):
        def second(call, module, x, autocast):
            grad, = torch.autograd.grad(call(x).square().sum(), x,
                                        create_graph=True)
            grad.square().sum().backward()
            return [x.grad]
        self.near(Attention(), function=second)

    def test_streams(self):
        """Forward and backward wait for what their stream waits for: what they
        read before is far off, by more than every rounding together."""
        def other(call, module, x, autocast):
            call(x)  # compiles
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                torch.cuda._sleep(SLEEP)
                y = call(x * 2)
                torch.cuda._sleep(SLEEP)
                y.square().sum().backward()
            torch.cuda.current_stream().wait_stream(stream)
            return [y.detach(), x.grad,
                    *(p.grad for p in module.parameters())]
        self.near(Attention(), function=other,
                  least=LONGEST * torch.finfo(torch.float32).eps)

    def test_gradient_scaler(self):
        def scaled(call, module, x, autocast):
            scaler = torch.amp.GradScaler("cuda", init_scale=128.0,
                                          enabled=autocast is not None)
            optimizer = torch.optim.SGD(module.parameters(), 0.1)
            for _ in range(3):
                optimizer.zero_grad()
                with torch.autocast("cuda", autocast,
                                    enabled=autocast is not None):
                    loss = call(x).square().mean()
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
            return [p.detach() for p in module.parameters()]
        self.near(perceptron(), torch.float16, scaled)

    def test_attention_of_long_rows(self):
        """Its gradients are computed block by block, in two kernels."""
        for dtype in (torch.bfloat16, torch.float16):
            for causal in (False, True):
                torch.manual_seed(0)
                given = torch.randn(3, 2, 4, 640, 64, device=CUDA)

                def attention(call, kind, given=given, dtype=dtype):
                    q, k, v = (t.to(dtype).to(kind).requires_grad_()
                               for t in given)
                    y = call(q, k, v)
                    y.square().sum().backward()
                    return [q.grad, k.grad, v.grad]

                def function(q, k, v, causal=causal):
                    return F.scaled_dot_product_attention(
                        q, k, v, is_causal=causal) + 1
                torch._dynamo.reset()
                compiled = torch.compile(function, backend="tc", fullgraph=True)
                self.as_near(attention(compiled, dtype),
                             attention(function, dtype),
                             attention(function, torch.float64))
                self.assertIn("differentiated by tc", str(tc.explain()))

    def test_recorded_steps(self):
        """mode="reduce-overhead": each step reads its own data and the weights
        that the last one has written; other sizes, buffers, masks that are
        drawn, a step without a backward."""
        def built(build):
            torch.manual_seed(5)
            return build().to(CUDA)

        def drops():
            return nn.Sequential(nn.Linear(32, 64), nn.Dropout(0.3),
                                 nn.Linear(64, 32))
        for build in (perceptron, normed, Attention, Words, drops):
            with self.subTest(build.__name__):
                torch._dynamo.reset()
                report.state.clear()
                mine, theirs = built(build), built(build)
                call = torch.compile(mine, backend="tc", fullgraph=True, options={
                    "route": "direct", "cuda_graphs": True})
                optimizers = [torch.optim.SGD(m.parameters(), 0.1)
                              for m in (mine, theirs)]
                for number in range(14):
                    batch = 4 if number < 5 or number > 9 else 7
                    x = torch.randn(batch, 6, 32, device=CUDA).sin()
                    found = []
                    for module, optimizer in zip((call, theirs), optimizers):
                        given = x.clone().requires_grad_()
                        torch.manual_seed(number)
                        results = module(given)
                        if number == 11:  # is not differentiated
                            results = module(given / 2)
                        results = results if isinstance(results, tuple) \
                            else (results,)
                        sum(r.square().mean() for r in results).backward()
                        optimizer.step()
                        optimizer.zero_grad()
                        found.append([*(r.detach().clone() for r in results),
                                      given.grad.clone()])
                    for got, want in zip(*found, strict=True):
                        torch.testing.assert_close(got, want, rtol=2e-3,
                                                   atol=2e-4)
                for a, b in zip((*mine.parameters(), *mine.buffers()),
                                (*theirs.parameters(), *theirs.buffers())):
                    torch.testing.assert_close(a, b, rtol=2e-3, atol=2e-4)
                self.assertIn("differentiated by tc", str(tc.explain()))
                self.assertNotIn("no CUDA graph", str(tc.explain()))
                self.assertFalse(report.state.failures)

    def test_calls_that_fail_are_pytorchs(self):
        for name in ("call", "gradients"):
            with mock.patch.object(training.Halves, name, side_effect=tc.Error(
                    1506, "a test")), self.assertWarnsRegex(
                        report.Warning, "TC-8102"):
                self.near(normed(), torch.bfloat16)

    def test_dropout_is_eagers(self):
        """Its very mask, by whatever kernel eager draws it: of other types,
        sizes that are no vectors, and memory that lies otherwise."""
        def several(x, y, z):
            return [F.dropout(x, 0.3), F.dropout(x.t(), 0.5),
                    F.dropout(y.narrow(0, 1, 6), 0.1), F.dropout(z, 0.4),
                    F.dropout2d(x[None, :, :, None], 0.5),
                    F.dropout(z.expand(5, -1), 0.2), torch.rand_like(z)]
        for dtype in (torch.float32, torch.bfloat16, torch.float16,
                      torch.float64):
            for shape in ((64, 512), (33, 7), (4096, 1026)):
                given = [torch.ones(s, device=CUDA, dtype=dtype)
                         for s in (shape, (7, 3), (129,))]
                found = []
                for call in (several, torch.compile(
                        several, backend="tc", fullgraph=True,
                        options={"route": "direct"})):
                    args = [x.clone().requires_grad_() for x in given]
                    torch.manual_seed(11)
                    results = call(*args)
                    sum(r.sum() for r in results).backward()
                    found.append([*results, *[x.grad for x in args]])
                self.assertIn("differentiated by tc", str(tc.explain()))
                for i, (eager, got) in enumerate(zip(*found)):
                    with self.subTest(dtype=dtype, shape=shape, result=i):
                        self.assertTrue(torch.equal(eager != 0, got != 0))
                        self.close(got, eager)
                        self.assertEqual(got.stride(), eager.stride())
                torch._dynamo.reset()
                report.state.clear()

    def test_attention_that_drops(self):
        """Its mask is drawn in front of it; what lies as eager's result."""
        given = torch.randn(3, 2, 4, 640, 64, device=CUDA)
        shape = 2, 4, 640, 640
        sees = torch.rand(2, 1, 640, 640, device=CUDA) > 0.2
        for dtype in (torch.bfloat16, torch.float16):
            for causal, mask in ((False, None), (True, None), (False, sees)):
                def function(q, k, v, causal=causal, mask=mask):
                    return F.scaled_dot_product_attention(
                        q, k, v, mask, 0.25, causal)

                def formula(q, k, v, causal=causal, mask=mask):
                    kept = prepare.draw_mask(shape, (640 * 2560, 640 * 640, 640,
                                                     1), 0.75, CUDA)
                    added = None if mask is None else torch.where(
                        mask, 0.0, -torch.inf).to(q.dtype)
                    return torch.ops.aten._scaled_dot_product_attention_math(
                        q, k, v, added, 0.25, causal, kept)[0]

                def attention(call, kind, dtype=dtype):
                    q, k, v = (t.to(dtype).to(kind).requires_grad_()
                               for t in given)
                    torch.manual_seed(3)
                    y = call(q, k, v)
                    y.square().sum().backward()
                    return [y.detach(), q.grad, k.grad, v.grad]
                torch._dynamo.reset()
                report.state.clear()
                compiled = torch.compile(function, backend="tc", fullgraph=True,
                                         options={"route": "direct"})
                got = attention(compiled, dtype)
                self.assertIn("differentiated by tc", str(tc.explain()))
                for a, b, c in zip(got, attention(function, dtype),
                                   attention(formula, torch.float64)):
                    self.assertEqual((a.dtype, a.stride()),
                                     (b.dtype, b.stride()))
                    self.assertLessEqual(
                        (a - c).norm(), 2 * torch.finfo(dtype).eps * c.norm())

    def test_attention_that_drops_by_eagers_kernel(self):
        """Where PyTorch has a kernel for it, whose numbers are eager's then."""
        given = torch.randn(3, 2, 4, 128, 64, device=CUDA, dtype=torch.bfloat16)
        found = []

        def function(q, k, v):
            return F.scaled_dot_product_attention(
                q.sin(), k, v, None, 0.25, True).cos()
        torch._dynamo.reset()
        report.state.clear()
        for call in (function, torch.compile(function, backend="tc")):
            q, k, v = (t.clone().requires_grad_() for t in given)
            torch.manual_seed(3)
            y = call(q, k, v)
            y.square().sum().backward()
            found.append([y.detach(), q.grad, k.grad, v.grad])
        self.assertIn("traced by AOTAutograd: attention that drops",
                      str(tc.explain()))
        for eager, got in zip(*found):
            self.assertLessEqual((eager - got).norm(), 0.02 * eager.norm())

    def test_left_to_aotautograd(self):
        """Scores that would lie in memory: those of f32, and the gradient of a
        mask."""
        for dtype, bias in ((torch.float32, False), (torch.bfloat16, True)):
            q = torch.randn(1, 2, 128, 64, device=CUDA, dtype=dtype,
                            requires_grad=True)
            mask = torch.zeros(128, 128, device=CUDA, dtype=dtype,
                               requires_grad=True) if bias else None
            torch._dynamo.reset()
            report.state.clear()
            torch.compile(F.scaled_dot_product_attention, backend="tc")(
                q, q, q, mask).sum().backward()
            self.assertIn("traced by AOTAutograd: the gradient of attention",
                          str(tc.explain()))

    def test_without_attention(self):
        torch._dynamo.reset()
        report.state.clear()
        x = torch.ones(8, device=CUDA, requires_grad=True)
        torch.compile(torch.sin, backend="tc")(x).sum().backward()
        self.assertIn("without attention", str(tc.explain()))


if __name__ == "__main__":
    unittest.main()
