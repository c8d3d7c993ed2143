"""The direct route writes to arguments as eager does: the statistics of batch
norms, counters, averages; with gradients and without."""
import copy
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint
from tc.torch import report, training


def images():
    return nn.Sequential(
        nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(),
        nn.Conv2d(4, 6, 3, bias=False), nn.BatchNorm2d(
            6, momentum=0.3, eps=1e-3, affine=False), nn.SiLU(),
        nn.BatchNorm2d(6, track_running_stats=False))


class Averages(nn.Module):
    """Reads a buffer before and after it is written."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(6, 3)
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("last", torch.ones(2, 3))

    def forward(self, x, table):
        self.calls += 1
        y = self.layer(x) + self.mean
        with torch.no_grad():
            self.mean.mul_(0.5).add_(table.mean(0), alpha=0.5)
            self.last[0] = self.last[1]
            self.last[1] = table[0]
        return y + self.mean * self.calls, self.last * 2


class Buffers(Case):
    def run_steps(self, module, inputs, compiled, function, dtype, grad):
        module = copy.deepcopy(module).to(dtype)
        given = [x.to(dtype).clone() for x in inputs]
        given[0].requires_grad_(grad)
        torch._dynamo.reset()
        report.state.clear()
        call = torch.compile(module, backend="tc", fullgraph=True, options={
            "route": "direct"}) if compiled else module
        with torch.set_grad_enabled(grad):
            found = function(call, module, *given)
        return [*found, *(b.clone() for b in module.buffers())]

    def step(self, call, module, x, *others):
        found = []
        for _ in range(3):
            results = call(x, *others)
            results = results if isinstance(results, tuple) else (results,)
            if torch.is_grad_enabled():
                sum(r.sin().sum() for r in results
                    if r.requires_grad).backward()
            found += [r.detach() for r in results]
        return [*found, x.grad, *(p.grad for p in module.parameters())]

    def both(self, module, *inputs, function=None, grads=(True, False)):
        """As near to f64 as eager is; in f64 the same."""
        function = function or self.step
        for grad in grads:
            def run(compiled, dtype):
                return self.run_steps(module, inputs, compiled, function,
                                      dtype, grad)
            exact = run(False, torch.float64)
            for a, b in zip(run(True, torch.float64), exact, strict=True):
                self.assertEqual(a is None, b is None)
                if a is not None:
                    self.close(a, b, rtol=1e-9, atol=1e-11)
            self.assertEqual("differentiated by tc" in str(tc.explain()), grad)
            for dtype in (torch.float32, torch.bfloat16):
                eager = run(False, dtype)
                self.as_near(run(True, dtype), eager, exact,
                             torch.finfo(dtype).eps)
                self.compiled()

    def test_batch_norms(self):
        x = torch.linspace(-3, 3, 600).sin().reshape(2, 3, 10, 10)
        self.both(images(), x)
        self.both(images(), x.contiguous(memory_format=torch.channels_last))
        # Without biases: see test_biases_before_batch_norms.
        self.both(nn.Sequential(nn.Linear(6, 5, bias=False),
                                nn.BatchNorm1d(5)),
                  torch.linspace(0, 9, 24).cos().reshape(4, 6))

    def test_biases_before_batch_norms(self):
        """Their gradients are 0: roundings of n terms of at most (2 + |y|^2)
        w / sigma, each the result of fewer than 8 operations."""
        x = torch.linspace(0, 9, 24).cos().reshape(4, 6)

        def function(x, b, w):
            return F.batch_norm(x + b, None, None, w, training=True)
        for dtype in (torch.float64, torch.float32):
            for compiled in (False, True):
                torch._dynamo.reset()
                args = [x.to(dtype), torch.linspace(-1, 1, 6, dtype=dtype),
                        torch.linspace(0.5, 2, 6, dtype=dtype)]
                for a in args[1:]:
                    a.requires_grad_()
                call = torch.compile(
                    function, backend="tc", fullgraph=True,
                    options={"route": "direct"}) if compiled else function
                y = call(*args)
                y.sin().sum().backward()
                sigma = args[0].var(0, correction=0).sqrt()
                largest = (y.detach() / args[2].detach()).abs().amax(0)
                bound = (8 * torch.finfo(dtype).eps * len(x) *
                         (2 + largest ** 2) * args[2].detach() / sigma)
                self.assertTrue((args[1].grad.abs() <= bound).all())

    def test_empty_batches(self):
        """Leave the statistics alone, whatever the sizes of other calls."""
        for dynamic in (False, True):
            torch._dynamo.reset()
            eager = nn.BatchNorm2d(3)
            mine = copy.deepcopy(eager)
            call = torch.compile(mine, backend="tc", dynamic=dynamic)
            for n in (0, 4, 0, 7):
                x = torch.linspace(-1, 2, n * 12).reshape(n, 3, 2, 2)
                torch.testing.assert_close(call(x), eager(x))
                torch.testing.assert_close(dict(mine.named_buffers()),
                                           dict(eager.named_buffers()))

    def test_averages_and_counters(self):
        self.both(Averages(), torch.linspace(-1, 2, 24).reshape(4, 6),
                  torch.linspace(-2, 1, 9).reshape(3, 3))

    def test_autocast(self):
        def step(call, module, x):
            with torch.autocast("cpu", enabled=x.dtype == torch.float32):
                return self.step(call, module, x)
        x = torch.linspace(-3, 3, 600).sin().reshape(2, 3, 10, 10)
        module = images()
        exact, eager, got = (
            self.run_steps(module, [x], compiled, step, dtype, True)
            for compiled, dtype in ((False, torch.float64), (
                False, torch.float32), (True, torch.float32)))
        self.as_near(got, eager, exact)

    def test_training_and_evaluation(self):
        def step(call, module, x):
            found = []
            for mode in (True, False, True):
                module.train(mode)
                found += self.step(call, module, x)
            return found
        # Without biases: a norm makes their gradients roundings of 0.
        self.both(nn.Sequential(nn.Linear(6, 5, bias=False),
                                nn.BatchNorm1d(5)),
                  torch.linspace(0, 9, 24).cos().reshape(4, 6), function=step)

    def test_checkpoint_and_retained_graphs(self):
        def step(call, module, x):
            y = checkpoint(call, x, use_reentrant=False) + call(x)
            y.square().sum().backward(retain_graph=True)
            y.cos().sum().backward()
            return [y.detach(), x.grad, *(p.grad for p in module.parameters())]
        # Without biases: a norm makes their gradients roundings of 0.
        self.both(nn.Sequential(nn.Linear(6, 5, bias=False),
                                nn.BatchNorm1d(5)),
                  torch.linspace(0, 9, 24).cos().reshape(4, 6), function=step,
                  grads=(True,))

    def test_second_derivatives(self):
        def step(call, module, x):
            grad, = torch.autograd.grad(call(x).square().sum(), x,
                                        create_graph=True)
            grad.square().sum().backward()
            return [x.grad, *(p.grad for p in module.parameters())]
        self.both(nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.BatchNorm1d(5)),
                  torch.linspace(0, 9, 24).cos().reshape(4, 6), function=step,
                  grads=(True,))
        with self.assertRaisesRegex(RuntimeError, "TC-8106"):
            def first(call, module, x, table):
                return step(lambda x: call(x, table)[0], module, x)
            self.run_steps(Averages(), [torch.ones(4, 6), torch.ones(3, 3)],
                           True, first, torch.float32, True)

    def test_versions_are_counted(self):
        def step(call, module, x):
            y = module.running_mean * x
            call(x.detach()).sum().backward()
            with self.assertRaisesRegex(RuntimeError, "modified by an inplace"):
                y.sum().backward()
            return []
        module, x = nn.BatchNorm1d(6), torch.randn(4, 6)
        self.run_steps(module, [x], True, step, torch.float32, True)

    def test_arguments_that_lie_anywhere(self):
        def function(x, y):
            x.mul_(y)
            return x + 1
        base, other = torch.arange(24.0).reshape(4, 6), torch.ones(6, 4)
        mine = base.clone()
        want = function(base.t()[:, 1:], other[:, 1:])
        got = torch.compile(function, backend="tc", options={
            "route": "direct"})(mine.t()[:, 1:], other[:, 1:])
        self.close(got, want)
        self.close(mine, base)

    def test_arguments_that_overlap_later(self):
        def function(x, y):
            x.add_(1)
            return y * 2
        for grad in (True, False):
            torch._dynamo.reset()
            weight = torch.ones(4, requires_grad=grad)

            def weighed(x, y):
                return function(x, y) * weight
            call = torch.compile(weighed, backend="tc",
                                 options={"route": "direct"})
            call(torch.zeros(4), torch.zeros(4))
            base, other = torch.zeros(6), torch.zeros(6)
            self.close(call(base[:4], base[2:]).detach(),
                       weighed(other[:4], other[2:]).detach())
            self.close(base, other)
            self.assertEqual(tc.counters()["recompiles"], [])

    def test_calls_that_fail_write_once(self):
        for name in ("call", "gradients"):
            torch._dynamo.reset()
            report.state.clear()
            module, x = nn.BatchNorm1d(6), torch.randn(4, 6)
            twin = copy.deepcopy(module)
            twin(x).sin().sum().backward()
            with mock.patch.object(training.Halves, name, side_effect=tc.Error(
                    1506, "a test")), self.assertWarnsRegex(
                        report.Warning, "TC-8102"):
                call = torch.compile(module, backend="tc")
                call(x).sin().sum().backward()
            self.close(module.running_var, twin.running_var)
            self.close(module.num_batches_tracked, twin.num_batches_tracked)
            self.close(module.weight.grad, twin.weight.grad)

    def test_left_to_aotautograd(self):
        weight = nn.Parameter(torch.ones(4, 6))
        base = torch.zeros(4, 6)

        def saved(x, y):
            z = weight * (x * 1.5)
            x.add_(1)
            return z

        def with_gradient(x, y):
            x.add_(weight)
            return y * 2

        def part(x, y):
            x[1:].add_(1)
            return y * 2

        def overload(x, y):
            return torch.batch_norm(x, None, None, y[0], y[1], True, 0.1,
                                    1e-5, False)
        for function, args, why in (
                (saved, None, "written to afterwards"),
                (with_gradient, None, "that has a gradient"),
                (part, None, "a part of an argument"),
                (lambda x, y: x.add_(1) * y, (base, base[:2, None]),
                 "a part of an argument"),
                (overload, None, "torch.batch_norm")):
            args = args or (torch.zeros(4, 6), torch.ones(4, 6))
            torch._dynamo.reset()
            report.state.clear()
            torch.compile(function, backend="tc")(*args)
            self.assertIn("traced by AOTAutograd: ", str(tc.explain()))
            self.assertIn(why, str(tc.explain()))


if __name__ == "__main__":
    unittest.main()
