"""torch.compile(backend="tc") against eager: results, strides, aliases,
mutation, gradients, fallback. Skipped (exit code 77) without PyTorch."""
import os
import sys
import tempfile
import unittest
import unittest.mock

from Inputs.torch_case import Case
import tc
import tc.torch
from tc.torch import precision, report, training
import torch
from torch import nn
from torch._subclasses import FakeTensorMode
import torch.nn.functional as F
import torch.utils.checkpoint


class Inference(Case):
    def test_network(self):
        model = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.LayerNorm(32),
                              nn.Linear(32, 10)).eval()
        with torch.no_grad():
            self.check(lambda x: model(x), torch.randn(4, 16))

    def test_parameters_may_change_between_calls(self):
        model = nn.Linear(4, 3)
        compiled = torch.compile(model, backend="tc")
        x = torch.randn(2, 4)
        with torch.no_grad():
            compiled(x)
            model.weight.copy_(torch.randn(3, 4))
            self.close(compiled(x), model(x))
            model.weight.data = torch.randn(3, 4)
            self.close(compiled(x), model(x))
            model.load_state_dict({"weight": torch.ones(3, 4),
                                   "bias": torch.ones(3)}, assign=True)
            self.close(compiled(x), model(x))

    def test_strides_of_results(self):
        x = torch.randn(2, 3, 4, 5)
        for f in (lambda x: (x + 1).permute(0, 2, 3, 1),
                  lambda x: (x * 2).transpose(0, 3)[1:],
                  lambda x: (x * 2)[:, -1],
                  lambda x: (x + 1).expand(3, 2, 3, 4, 5),
                  lambda x: torch.relu(
                      x.contiguous(memory_format=torch.channels_last)),
                  lambda x: (x.sum(0), x.permute(3, 2, 1, 0) + 1)):
            torch._dynamo.reset()
            self.check(f, x)

    def test_strides_of_what_is_made_zero(self):
        def f(x):
            x.zero_()
            return x + 1
        self.check(f, torch.randn(3, 4).t())

    def test_views_of_views_of_an_argument(self):
        def f(x, y):
            y.add_(1)
            return x.movedim(0, -1).reshape(y.shape)[1:]

        def g(x, y):
            return x.t()[1:], x + y
        x = torch.arange(8).reshape(1, 4, 2)
        for compiler in (tc.compile, lambda f: torch.compile(f, backend="tc")):
            torch._dynamo.reset()
            y = torch.zeros(4, 2, 1, dtype=torch.int64)
            torch.testing.assert_close(compiler(f)(x, y), f(x, y))
            z = x[0] + 0
            view, _ = compiler(g)(z, 1)
            view.zero_()
            self.assertEqual(z[:, 1:].abs().sum(), 0)

    def test_sizes_that_are_products_of_three(self):
        def f(x):
            y = x.mT
            y.unsqueeze_(0)
            z = x[0]
            y.add_(1)
            y.index_fill_(0, torch.tensor([0]), 1)
            return z
        x = torch.ones(6, 2, 3)
        torch.testing.assert_close(tc.compile(f)(x.clone()), f(x.clone()))

    def test_strides_of_arguments(self):
        x = torch.randn(6, 5)
        for y in (x.t(), x[::2], x[:, 1:3], x[:1].expand(4, 5), x[0]):
            torch._dynamo.reset()
            want = torch.exp(y) + 1
            got = torch.compile(lambda y: torch.exp(y) + 1, backend="tc")(y)
            self.close(got, want)

    def test_positions_in_memory(self):
        def f(x, y):
            return torch.ops.aten.as_strided_scatter(x, y, [3], [6], 0)
        x, y = torch.randn(3, 6), torch.randn(3)
        self.check(f, x, y)
        torch._dynamo.reset()
        self.check(f, x.t(), y, fallbacks=["aten.as_strided_scatter.default"])

    def test_positions_in_memory_of_values(self):
        def f(x, y):
            x, y = (x * 2).transpose(1, 2), torch.nn.functional.pad(y, (1, 1))
            a, b = x.stride(), y.stride()
            return (x.as_strided((2, 3, 2, 2), (a[0], a[1], a[1], a[2])).exp(),
                    y.as_strided((2, 4, 3), (b[0], b[1], b[1])) + 1)
        self.check(f, torch.randn(2, 5, 4), torch.randn(2, 4))

    def test_view_in_memory_of_a_result(self):
        def f(x):
            y = (x * 2).t()
            return y, y.as_strided((2, 2), (1, 2))
        x = torch.randn(3, 4)
        y, view = torch.compile(f, backend="tc")(x)
        self.close(view, f(x)[1])
        y.zero_()
        self.assertFalse(view.any())

    def test_fresh_memory(self):
        """Of a computed tensor's type: it does not cut the backward."""
        def f(x, w):
            y, h = torch.zeros_like(x), torch.zeros_like(x[:, 0])
            for t in range(x.shape[1]):
                h = h * w + x[:, t]
                y[:, t] = h.exp()
            return y.transpose(1, 2) * 2
        given = torch.randn(2, 4, 3), torch.randn(3)
        found = []
        for compiled in (False, True):
            x, w = (t.clone().requires_grad_() for t in given)
            call = torch.compile(f, backend="tc", options={"route": "aot"}) \
                if compiled else f
            call(x, w).square().mean().backward()
            found.append((x.grad, w.grad))
        for eager, mine in zip(*found):
            self.close(mine, eager)
        self.assertEqual(report.counters()["pieces"], 2)

    def test_mutated_arguments(self):
        def f(x, y):
            x.mul_(2)
            y[1:].add_(x[0])
            return x + y.sum()
        self.check(f, torch.randn(3, 4), torch.randn(3, 4))

    def test_results_that_alias(self):
        def f(x):
            y = x * 2
            return y, y.t(), x.view(-1), x[1]
        got, mine, _, _ = self.check(f, torch.randn(3, 4))
        got[0].fill_(7)
        self.assertTrue((got[1] == 7).all())
        got[2].fill_(5)
        self.assertTrue((mine[0] == 5).all() and (got[3] == 5).all())

    def test_overlapping_mutated_arguments(self):
        def f(x, y):
            x.add_(1)
            return y * 2
        base, other = torch.zeros(6), torch.zeros(6)
        compiled = torch.compile(f, backend="tc")
        self.close(compiled(base[:4], base[2:]), f(other[:4], other[2:]))
        self.close(base, other)

    def test_dtypes(self):
        for dtype in (torch.float64, torch.bfloat16, torch.float16,
                      torch.int64, torch.int32, torch.uint8, torch.bool,
                      torch.complex64):
            torch._dynamo.reset()
            x = torch.ones(3, 4).to(dtype)
            self.check(lambda x: (x + x, x == x, x.to(torch.float32)
                                  if not x.is_complex() else x * 2), x)

    def test_conjugates(self):
        x = torch.randn(3, 4, dtype=torch.complex64)
        compiled = torch.compile(lambda x: (x.conj(), x * 2), backend="tc")
        for y in (x, x.conj()):
            got, want = compiled(y), (y.conj(), y * 2)
            self.close(got[0].resolve_conj(), want[0].resolve_conj())
            self.assertEqual(got[0].is_conj(), want[0].is_conj())
            self.close(got[1].resolve_conj(), want[1].resolve_conj())

    def test_empty(self):
        self.check(lambda x: (x + 1, x.sum(), x[:, 1:] * 2), torch.randn(0, 4))
        self.check(lambda: torch.arange(5) * 2)


class Fallback(Case):
    def test_unknown_ops_run_between_pieces(self):
        def f(x):
            values, vectors = torch.linalg.eigh(x @ x.t() + 1)
            return torch.exp(values / 16).sum() + (vectors * 0).sum()
        self.check(f, torch.randn(4, 4),
                   fallbacks=["aten._linalg_eigh.default"])

    def test_custom_op(self):
        @torch.library.custom_op("tc_test::twice", mutates_args=())
        def twice(x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @twice.register_fake
        def _(x):
            return torch.empty_like(x)
        self.check(lambda x: torch.exp(twice(x + 1)), torch.randn(4),
                   fallbacks=["tc_test.twice.default"])

    def test_random_numbers_are_those_of_eager(self):
        self.check(lambda x: torch.dropout(torch.exp(x), 0.5, True) + 1,
                   torch.randn(64), fallbacks=["aten.bernoulli_.float"])
        self.assertEqual(report.state.pieces, 1)

    def test_size_that_data_decides(self):
        with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
            self.check(lambda x: torch.exp(x[x > 0]) + 1, torch.randn(20))


class Training(Case):
    def gradients(self, model, *args, calls=2):
        import copy
        mine, theirs = copy.deepcopy(model), copy.deepcopy(model)
        compiled = torch.compile(mine, backend="tc", fullgraph=True)
        for _ in range(calls):
            for m, f in ((theirs, theirs), (mine, compiled)):
                torch.manual_seed(5)
                f(*args).square().mean().backward()
        for (name, a), b in zip(mine.named_parameters(), theirs.parameters()):
            self.assertEqual(a.grad is None, b.grad is None, name)
            torch.testing.assert_close(a.grad, b.grad, msg=lambda m:
                                       f"{name}: {m}", rtol=1e-4, atol=1e-5)
        for a, b in zip(mine.buffers(), theirs.buffers()):
            torch.testing.assert_close(a, b)

    def test_perceptron_with_dropout(self):
        self.gradients(nn.Sequential(
            nn.Linear(8, 16), nn.LayerNorm(16), nn.SiLU(), nn.Dropout(0.3),
            nn.Linear(16, 4)), torch.randn(5, 8))

    def test_batch_norm_statistics(self):
        self.gradients(nn.Sequential(
            nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(),
            nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8 * 9, 4)),
            torch.randn(4, 3, 8, 8))

    def test_attention(self):
        layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
        self.gradients(layer, torch.randn(2, 6, 16))

    def test_embedding(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.e, self.f = nn.Embedding(10, 8), nn.Linear(8, 10)
                self.f.weight = self.e.weight

            def forward(self, x):
                return self.f(self.e(x).tanh())
        self.gradients(Net(), torch.randint(0, 10, (3, 4)))


    def test_attention_kernels(self):
        f = nn.functional.scaled_dot_product_attention
        mask = torch.ones(6, 6).tril().bool().expand(2, 1, 6, 6)
        for heads, options in ((4, {}), (4, {"is_causal": True}),
                               (4, {"attn_mask": mask}),
                               (4, {"attn_mask": torch.where(mask, 0., -1e9)}),
                               (2, {"enable_gqa": True})):
            torch._dynamo.reset()
            args = [torch.randn(2, 6, h, 8, requires_grad=True)
                    for h in (4, heads, heads)]

            def attend(*args):
                return f(*[a.transpose(1, 2) for a in args], **options)
            weight = torch.randn(2, 4, 6, 8)
            want = torch.autograd.grad((attend(*args) * weight).sum(), args)
            got = torch.autograd.grad((torch.compile(attend, backend="tc")(
                *args) * weight).sum(), args)
            for a, b in zip(got, want):
                torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)
        self.assertFalse(report.state.fallback_ops)

    def test_arguments_that_are_written_after_they_are_read(self):
        def f(x):
            y = torch.log_softmax(x, 1)
            x.t().square_()
            return y, x
        leaf = torch.randn(3, 4, requires_grad=True)
        want, got = (torch.autograd.grad(sum(
            (r * r).sum() for r in g(leaf * 1)), leaf)[0]
            for g in (f, torch.compile(f, backend="tc")))
        torch.testing.assert_close(got, want)

    def test_two_arguments_that_are_one_tensor(self):
        for f in (lambda x: nn.functional.conv1d(x, x, padding=1),
                  lambda x: torch.cdist(x, x, 1.5) + x.sum(),
                  lambda x: nn.functional.mse_loss(x * 2, x * 2) + x,
                  lambda x: nn.functional.grid_sample(
                      x[None, :, :, :2], x[None, ..., :2])):
            torch._dynamo.reset()
            x = torch.randn(3, 3, 3, requires_grad=True)
            weight = torch.randn_like(f(x))
            want, = torch.autograd.grad((f(x) * weight).sum(), x)
            got, = torch.autograd.grad((torch.compile(f, backend="tc")(x)
                                        * weight).sum(), x)
            torch.testing.assert_close(got, want)

    def test_results_that_only_a_derivative_reads(self):
        for mode in ("sum", "mean", "max"):
            torch._dynamo.reset()
            self.gradients(nn.EmbeddingBag(10, 5, mode=mode),
                           torch.tensor([1, 5, 4, 5, 9]),
                           torch.tensor([0, 0, 3]))

    def test_autocast(self):
        model, x = nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16),
                                 nn.Linear(16, 4)), torch.randn(5, 8)
        compiled = torch.compile(model, backend="tc")
        grads = []
        for f in (model, compiled):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = f(x)
            self.assertEqual(y.dtype, torch.bfloat16)
            model.zero_grad()
            y.float().square().mean().backward()
            grads.append([p.grad.clone() for p in model.parameters()])
        for a, b in zip(*grads):
            torch.testing.assert_close(a, b, rtol=0.05, atol=0.02)

    def test_checkpoint_hooks_and_functions(self):
        class Twice(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, g):
                return g * 3

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(8, 8), nn.Linear(8, 4)

            def forward(self, x):
                x = torch.utils.checkpoint.checkpoint(
                    lambda y: torch.tanh(self.a(y)), x, use_reentrant=False)
                return self.b(Twice.apply(x))
        net = Net()
        seen = []
        net.a.weight.register_hook(lambda g: seen.append(1))
        x = torch.randn(3, 8)
        for f in (net, torch.compile(net, backend="tc")):
            f(x).sum().backward()
        self.assertEqual(len(seen), 2)
        a = net.a.weight.grad.clone()
        net.zero_grad()
        net(x).sum().backward()
        torch.testing.assert_close(a, 2 * net.a.weight.grad)

    def test_a_training_run(self):
        def train(compile_it):
            torch.manual_seed(0)
            model = nn.Sequential(nn.Linear(8, 32), nn.GELU(), nn.Dropout(0.1),
                                  nn.Linear(32, 8))
            step = torch.compile(model, backend="tc") if compile_it else model
            optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
            losses = []
            for _ in range(30):
                x = torch.randn(16, 8)
                loss = (step(x) - x.flip(1)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.detach())
            return torch.stack(losses)
        torch.testing.assert_close(train(True), train(False), rtol=1e-3,
                                   atol=1e-4)
        self.assertLessEqual(report.state.graphs, 2)


class Failure(Case):
    """What fails inside tc is the framework's work, with one warning."""

    def failing(self, method, error):
        from unittest import mock
        f = torch.compile(lambda x: torch.exp(x) * 2 + 1, backend="tc")
        x = torch.randn(7)
        with mock.patch(method, side_effect=error), \
                self.assertWarns(tc.torch.Warning) as seen:
            self.close(f(x), torch.exp(x) * 2 + 1)
        return str(seen.warning)

    def test_compiler(self):
        report_path = self.failing("tc.torch.piece.compile_text",
                                   tc.Error("[TC-7602] the worker died"))
        self.assertIn("TC-8101", report_path)
        self.assertIn(".mlir", report_path)

    def test_all_of_a_rewritten_graph(self):
        """Attention that prepare.py has rewritten, then run by PyTorch."""
        from unittest import mock

        def f(q, k, v):
            y = nn.functional.scaled_dot_product_attention(
                *[x.transpose(1, 2) for x in (q, k, v)], is_causal=True)
            return y.transpose(1, 2).reshape(2, 6, 32).sin()
        args = [torch.randn(2, 6, 4, 8, requires_grad=True) for _ in range(3)]
        want = torch.autograd.grad(f(*args).sum(), args)
        with mock.patch("tc.torch.piece.compile_text",
                        side_effect=tc.Error("[TC-7602] no")), \
                self.assertWarns(tc.torch.Warning):
            got = torch.autograd.grad(
                torch.compile(f, backend="tc")(*args).sum(), args)
        for a, b in zip(got, want):
            torch.testing.assert_close(a, b, rtol=1e-4, atol=1e-5)

    def test_importer(self):
        backend = sys.modules["tc.torch.backend"]
        strict, backend.STRICT = backend.STRICT, False
        try:
            self.assertIn("TC-8100", self.failing(
                "tc.torch.compiler.partition", RuntimeError("broken")))
        finally:
            backend.STRICT = strict

    def test_call(self):
        class Program:
            def call(self, *_, **__):
                raise tc.Error("[TC-1502] no")
        from unittest import mock
        f = torch.compile(lambda x: torch.exp(x) * 3 + 1, backend="tc")
        x = torch.randn(7)
        with mock.patch("tc.torch.piece.cache.get", return_value=Program()), \
                self.assertWarns(tc.torch.Warning):
            self.close(f(x), torch.exp(x) * 3 + 1)
        self.assertTrue(report.state.fallback_ops)


class Interface(Case):
    def test_compile_is_a_wrapper_and_a_decorator(self):
        @tc.compile
        def f(x):
            return torch.sin(x) + 1
        x = torch.randn(3)
        self.close(f(x), torch.sin(x) + 1)
        self.assertEqual(tc.counters()["graphs"], 1)
        off = tc.compile(lambda x: x + 1, disable=True)
        off(x)
        self.assertEqual(tc.counters()["graphs"], 1)

    def test_a_mode_with_options(self):
        for dynamic in (None, True, False):
            with self.subTest(dynamic=dynamic):
                tc.reset()
                f = tc.compile(dynamic=dynamic, mode="reduce-overhead", options={
                    "leave": ["aten.exp.default"]})(lambda x: x.exp().sin())
                x = torch.randn(3, 3)
                self.close(f(x), x.exp().sin())
                self.assertEqual(tc.counters()["fallback_ops"],
                                 {"aten.exp.default": 1})

    def test_searched_schedules(self):
        """Mode max-autotune: what was measured is kept, and used again."""
        for mode in ("max-autotune", "max-autotune-no-cudagraphs"):
            self.assertEqual(tc.list_modes()[mode], {"autotune_seconds": 60})
        x = torch.randn(64, 96)
        with tempfile.TemporaryDirectory() as folder:
            for seconds in (600, 0):  # more than it takes on a busy machine
                torch._dynamo.reset()
                tc.reset()
                f = torch.compile(lambda x: torch.softmax(x, 0).sum(1),
                                  backend="tc",
                                  options={"autotune_seconds": seconds,
                                           "schedules": folder})
                self.close(f(x), torch.softmax(x, 0).sum(1))
                found = sorted(os.listdir(folder))
                self.assertTrue(found)
            for name in found:  # cut off
                os.truncate(os.path.join(folder, name), 40)
            torch._dynamo.reset()
            tc.reset()
            with self.assertWarnsRegex(Warning, "TC-1610"):
                self.close(f(x), torch.softmax(x, 0).sum(1))

    def test_options_that_there_are_not(self):
        with self.assertRaisesRegex(tc.OptionError, "TC-8111"):
            tc.compile(lambda x: x, options={"fast": True})
        with self.assertRaisesRegex(tc.OptionError, "TC-8110"):
            tc.compile(lambda x: x, mode="fastest")
        for name, value in (
                ("route", "fast"), ("route", None), ("freeze", "no"),
                ("fallback", 0), ("decompose", "False"), ("cuda_graphs", 1),
                ("leave", "aten.mm.default"), ("leave", ["aten.mm"]),
                ("leave", ["aten.mm.out_of"]), ("time_limit", -1),
                ("time_limit", "5"), ("autotune_seconds", -1), ("schedules", 1), ("memory_limit", 1.5), ("threads", True),
                ("target", None), ("target", "x86-64-v9"), ("target", "sm_80"),
                ("target", "cuda,tune=sm_5"), ("target", "rocm,tune=gfx1"),
                ("pipeline", ["tc-cpu"]), ("pipeline", "tc-cpus")):
            with self.assertRaisesRegex(tc.OptionError, f"TC-8114.*{name}"):
                tc.compile(lambda x: x, options={name: value})
        known = {"route": "aot", "freeze": False, "leave": ["aten.mm.default"],
                 "time_limit": 300.5, "memory_limit": 0, "threads": 1,
                 "target": "x86-64-v3", "pipeline": "tc-cpu"}
        self.close(tc.compile(torch.exp, options=known)(torch.zeros(2)),
                   torch.ones(2))
        self.assertIn(f"default {training.LEAST_OPS};",
                      tc.list_options()["least_ops"])
        with self.assertRaisesRegex(Exception, "TC-8114"):
            torch.compile(lambda x: x + 1, backend="tc",
                          options={"route": "fast"})(torch.zeros(2))
        f = tc.compile(lambda x: torch.linalg.det(x),
                       options={"fallback": False})
        with self.assertRaisesRegex(Exception, "TC-8112.*\n.*_linalg_det"):
            f(torch.eye(3))

    def test_explain(self):
        found = str(tc.explain(lambda x: torch.linalg.det(x.exp()) + 1,
                               torch.eye(3)))
        self.assertIn("aten._linalg_det.default: tc has no rule for it", found)
        self.assertIn("test_torch_backend.py", found)

    def test_explain_says_what_is_not_captured(self):
        def function(x):
            for _ in range(2):
                with torch.enable_grad():
                    z = x.detach().requires_grad_()
                    x = torch.autograd.grad(z.sin().sum(), z)[0]
            return x
        found = tc.explain(function, torch.ones(3))
        self.assertRegex(str(found), "not captured, runs in eager mode: function "
                         r"\(.*test_torch_backend.py:\d+\): .*autograd.grad")
        tc.reset()
        self.assertEqual(tc.explain().skipped, {})

    def test_explain_says_where_a_graph_ends(self):
        def function(x):
            y = x.exp()
            print(end="")
            return y + 1
        line = f"test_torch_backend.py:{function.__code__.co_firstlineno + 2}"
        found = str(tc.explain(function, torch.eye(3)))
        self.assertRegex(found, rf"graph break \(1\) at \S*{line}, in function")
        found = str(tc.explain(lambda x: (
            (x + 1).unique().sum(),
            x[x > 0].sum()), torch.ones(3)))
        for op, line in ("_unique2", "(x + 1)"), ("nonzero", "x[x > 0]"):
            self.assertRegex(found, r"at [^;]*: .*" + op, line)
        tc.reset()
        self.assertEqual(str(tc.explain()), "0 graphs: 0 ops compiled, 0 run "
                         "by PyTorch, 0 graph breaks")

    def test_what_the_direct_route_refuses_is_located(self):
        for function in (torch.linalg.matrix_exp,
                         lambda x: torch.linalg.det(x) + 1):
            with self.assertRaisesRegex(
                    Exception, r"TC-8113.*tc has no rule for it \(.*\.py:"):
                torch.compile(lambda x: function(x), backend="tc", options={
                    "fallback": False, "route": "direct"})(torch.eye(3))

    def test_flags_that_a_graph_is_compiled_for(self):
        """Dynamo compiles anew when they change: cuDNN's by a guard of ours."""
        graphs = []

        def compiler(graph, _):
            precision.guard_convolutions()
            graphs.append(graph)
            return graph.forward
        deterministic = torch.use_deterministic_algorithms
        for change, values in (
                (lambda value: setattr(torch.backends.cudnn.conv,
                                       "fp32_precision", value),
                 ("ieee", "tf32")),
                (deterministic, (True, False)),
                (torch.set_default_dtype, (torch.float64, torch.float32)),
                (torch.set_float32_matmul_precision, ("high", "highest"))):
            torch._dynamo.reset()
            graphs.clear()
            function = torch.compile(lambda x: x + 1, backend=compiler)
            for value, count in zip(values * 2, (1, 2, 2, 2)):
                change(value)
                function(torch.ones(2))
                self.assertEqual(len(graphs), count, values)

    def test_which_graphs_have_the_guard_of_cudnn(self):
        """Those with a convolution on a GPU, also inside of a checkpoint."""
        with FakeTensorMode(allow_non_fake_inputs=True) as mode:
            there = mode.from_tensor(torch.ones(2, device="meta"))
            there.fake_device = torch.device("cuda:0")

        def module(target, value):
            graph = torch.fx.Graph()
            graph.call_function(target).meta["example_value"] = value
            graph.output(None)
            return torch.fx.GraphModule({}, graph)
        outer = module(torch.relu, there)
        outer.inner = module(torch.conv2d, there)
        for graph, guarded in ((module(torch.conv2d, torch.ones(2)), False),
                               (module(torch.relu, there), False),
                               (module(torch.conv2d, there), True),
                               (module(F.conv1d, there), True),
                               (outer, True)):
            with unittest.mock.patch.object(
                    precision, "guard_convolutions") as guard:
                precision.guard(graph)
            self.assertEqual(guard.called, guarded)

    def test_state(self):
        import copy
        model = nn.Linear(3, 2)
        compiled = tc.compile(model)
        x = torch.randn(2, 3)
        with torch.no_grad():
            compiled(x)
            self.assertEqual(set(compiled.state_dict()),
                             {"_orig_mod.weight", "_orig_mod.bias"})
            self.close(copy.deepcopy(compiled)(x), model(x))


class Sizes(Case):
    def test_one_program_for_all_batches(self):
        model = nn.Sequential(nn.Linear(8, 8), nn.Softmax(-1))
        compiled = torch.compile(model, backend="tc", dynamic=True)
        with torch.no_grad():
            for n in (32, 7, 5):
                x = torch.randn(n, 8)
                self.close(compiled(x), model(x))
        self.assertEqual(report.state.graphs, 1)

    def test_batches(self):
        """Captures, programs and recompiles for batches 32, 7, 1, 0."""
        model = nn.Sequential(nn.Linear(8, 8), nn.Softmax(-1))
        found = {}
        for dynamic in (None, True, False):
            tc.reset()
            compiled = torch.compile(model, backend="tc", dynamic=dynamic)
            with torch.no_grad():
                for n in (32, 7, 1, 0):
                    x = torch.randn(n, 8)
                    self.close(compiled(x), model(x))
            count = tc.counters()
            found[dynamic] = (count["graphs"], len(count["recompiles"]))
        self.assertEqual(found, {None: (4, 3), True: (3, 2), False: (4, 3)})

    def test_recompiles_after_many_compilations(self):
        """PyTorch keeps the records of the last 64."""
        def f(x):
            return x + 1
        for n in range(2, 72):
            torch._dynamo.reset()
            torch.compile(f, backend="eager")(torch.zeros(n))
        tc.reset()
        compiled = torch.compile(f, backend="tc", dynamic=False)
        for n in (2, 3):
            compiled(torch.zeros(n))
        self.assertEqual(len(tc.counters()["recompiles"]), 1)

    def test_all_recompiles_are_counted(self):
        """Also those whose records PyTorch has dropped."""
        from torch._dynamo import utils
        self.addCleanup(utils.set_compilation_metrics_limit,
                        utils.DEFAULT_COMPILATION_METRICS_LIMIT)
        utils.set_compilation_metrics_limit(2)
        tc.reset()
        compiled = torch.compile(lambda x: x + 1, backend="tc", dynamic=False)
        for n in range(2, 8):
            compiled(torch.zeros(n))
        self.assertEqual(len(tc.counters()["recompiles"]), 5)

    def test_a_size_that_is_traced_again_is_no_new_program(self):
        f = torch.compile(lambda x: torch.exp(x) + x.shape[0], backend="tc",
                          dynamic=True)
        for n in (4, 5):
            f(torch.randn(n, 3))
        torch._dynamo.reset()
        g = torch.compile(lambda y: torch.exp(y) + y.shape[0], backend="tc",
                          dynamic=True)
        self.close(g(torch.ones(6, 3)), torch.exp(torch.ones(6, 3)) + 6)
        self.assertEqual(report.state.cache_hits, 1)

    def test_sizes_as_numbers(self):
        def f(x, n):
            return x.sum() / x.shape[0] + n, x.reshape(x.shape[0] * 2, -1)
        compiled = torch.compile(f, backend="tc", dynamic=True)
        for n in (4, 6):
            x = torch.randn(n, 4)
            for a, b in zip(compiled(x, n), f(x, n)):
                self.close(a, b)


if __name__ == "__main__":
    unittest.main()
