"""What a user of autograd may do with a compiled model, compared with eager:
gradients of any order, saved tensors, views, autocast and grad modes."""
import copy
import sys
import unittest
from unittest import mock

from Inputs.training_case import Both, gradients, network
import tc
from tc.torch import report
from tc.torch.refused import Refused
import torch
from torch import nn


class MixedNorms(Both):
    """Norms of bf16 and f16 with parameters in f32, as under autocast."""

    def gradients_of(self, norm, channels_last=False):
        torch.manual_seed(5)
        x, tangent = torch.randn(2, 4, 8, 6, 6) + 0.5
        if channels_last:
            x = x.to(memory_format=torch.channels_last)
        for dtype in (torch.bfloat16, torch.float16):
            half, errors = x.to(dtype), []
            wide = copy.deepcopy(norm).double()
            exact = self.gradient(wide, wide, half.double(),
                                  tangent.to(dtype).double())
            for compiled in (False, True):
                torch._dynamo.reset()
                mine = copy.deepcopy(norm)
                call = torch.compile(mine, backend="tc", fullgraph=True) \
                    if compiled else mine
                found = self.gradient(mine, call, half, tangent.to(dtype))
                errors.append([(f.double() - e).norm() / e.norm()
                               for f, e in zip(found, exact)])
            for theirs, ours in zip(*errors):
                self.assertLessEqual(ours, 2 * theirs + 1e-6)
        self.assertFalse(report.state.failures)

    @staticmethod
    def gradient(module, call, x, tangent):
        x = x.detach().clone().requires_grad_()
        y = call(x)
        y.backward(tangent)
        return y.detach(), x.grad, module.weight.grad, module.bias.grad

    def test_batch_norm(self):
        self.gradients_of(nn.BatchNorm2d(8).train())
        self.gradients_of(nn.BatchNorm2d(8).train(), channels_last=True)
        self.gradients_of(nn.BatchNorm2d(8, track_running_stats=False))

    def test_layer_norm(self):
        self.gradients_of(nn.LayerNorm([8, 6, 6]))

    def test_group_norm(self):
        self.gradients_of(nn.GroupNorm(2, 8))

    def test_saved_statistics(self):
        """Have eager's type."""
        x = torch.randn(4, 8).bfloat16()
        weight = torch.rand(8)
        for dtype in (torch.float32, torch.bfloat16):
            w = weight.to(dtype)
            f = torch.compile(lambda x: torch.native_layer_norm(
                x, [8], w, None, 1e-5), backend="tc", fullgraph=True)
            for got, want in zip(f(x), torch.native_layer_norm(
                    x, [8], w, None, 1e-5)):
                self.close(got, want)


class Zeros(nn.Module):
    def forward(self, x):
        return x.sin() + torch._efficientzerotensor((3,))


class Gradients(Both):
    def test_attention_of_unknown_sizes(self):
        def f(x):
            rows, length, _ = x.shape
            q, k, v = x.view(rows, length, 3, 2, 16).permute(2, 0, 3, 1, 4)
            return nn.functional.scaled_dot_product_attention(q, k, v)
        compiled = torch.compile(f, backend="tc", dynamic=True)
        for sizes in ((4, 9), (3, 17), (1, 5)):
            x = torch.randn(*sizes, 96, requires_grad=True)
            mine, = torch.autograd.grad(compiled(x).square().sum(), x)
            eager, = torch.autograd.grad(f(x).square().sum(), x)
            torch.testing.assert_close(mine, eager, rtol=1e-4, atol=1e-5)

    def test_derivatives_of_complex_functions(self):
        for function in torch.tanh, torch.sigmoid:
            compiled = torch.compile(function, backend="tc")
            x = torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)
            tangent = torch.randn(3, 4, dtype=torch.complex64)
            want, got = (torch.autograd.grad(f(x), x, tangent)[0]
                         for f in (function, compiled))
            self.close(got, want)
            self.assertFalse(tc.counters()["fallback_ops"])

    def test_retain_graph(self):
        def step(call, model, x):
            loss = call(x).square().sum()
            loss.backward(retain_graph=True)
            loss.backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_a_second_backward_without_retain_graph_is_an_error(self):
        loss = torch.compile(network(), backend="tc")(torch.randn(3, 6)).sum()
        loss.backward()
        with self.assertRaisesRegex(RuntimeError, "second time"):
            loss.backward()

    def test_accumulation(self):
        def step(call, model, *batches):
            for x in batches:
                call(x).square().mean().backward()
            return gradients(model.parameters())
        self.both(step, *(torch.randn(3, 6) for _ in range(3)),
                  module=network())

    def test_inputs_and_values_that_are_no_leaves(self):
        def step(call, model, x):
            y = (x * 2).tanh()
            y.retain_grad()
            z = call(y)
            z.retain_grad()
            z.square().sum().backward()
            return x.grad, y.grad, z.grad
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_some_results_without_gradient(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(6, 4), nn.Linear(6, 4)

            def forward(self, x):
                y = self.a(x)
                return y, self.b(x), y.argmax(-1), y.detach() + 1, y.mean()

        def step(call, model, x):
            first, second, index, cut, mean = call(x)
            assert not index.requires_grad and not cut.requires_grad
            (first.sum() + mean).backward()
            return [index, cut, *gradients(model.parameters()), x.grad]
        found = self.both(step, torch.randn(3, 6, requires_grad=True),
                          module=Net())
        self.assertIsNotNone(found[1][2])

    def test_tangents_that_are_not_contiguous(self):
        def step(call, model, x, weight):
            y = call(x)
            y.backward(weight.t()[:, ::2])
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), torch.randn(8, 3),
                  module=network())

    def test_tangents_that_are_expanded(self):
        def step(call, model, x):
            call(x).sum().backward()
            call(x).backward(torch.ones(1, 1).expand(3, 4))
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_tangents_that_are_lazily_conjugated_or_negated(self):
        x = torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)
        compiled = torch.compile(lambda x: (x * 2, (x * x).real),
                                 backend="tc")
        tangent = torch.randn(3, 4, dtype=torch.complex64)
        negated = torch.randn(3, 4, dtype=torch.complex64).conj().imag
        self.assertTrue(negated.is_neg())
        found = []
        for f in (compiled, lambda x: (x * 2, (x * x).real)):
            found += torch.autograd.grad(f(x), x, (tangent.conj(), negated))
        self.close(*(g.resolve_conj() for g in found))
        self.assertFalse(report.state.failures)

    def test_arguments_that_become_conjugated(self):
        compiled = torch.compile(lambda x: x * 2 + 1, backend="tc")
        x = torch.randn(3, 4, dtype=torch.complex64)
        for y in (x, x.conj(), x.imag, x.conj().imag):
            self.close(compiled(y).resolve_conj(), (y * 2 + 1).resolve_conj())
        self.assertFalse(report.state.failures)

    def test_tied_weights(self):
        class Tied(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(9, 5)
                self.head = nn.Linear(5, 9, bias=False)
                self.head.weight = self.embedding.weight

            def forward(self, i):
                return self.head(self.embedding(i).tanh())

        def step(call, model, i):
            call(i).square().mean().backward()
            return gradients(model.parameters())
        found = self.both(step, torch.randint(0, 9, (3, 4)), module=Tied())
        self.assertEqual(len(found[0]), 1)

    def test_frozen_parameters(self):
        model = network()
        model[0].requires_grad_(False)

        def step(call, model, x):
            call(x).sum().backward()
            return gradients(model.parameters())
        found = self.both(step, torch.randn(3, 6), module=model)
        self.assertIsNone(found[1][0])

    def test_saved_tensor_hooks(self):
        def step(call, model, x):
            packed = []

            def pack(tensor):
                packed.append(tensor)
                return len(packed) - 1
            with torch.autograd.graph.saved_tensors_hooks(
                    pack, lambda i: packed[i]):
                loss = call(x).square().sum()
            assert packed
            loss.backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network())

    def test_positions_of_pools_are_saved_in_few_bytes(self):
        pool = torch.nn.MaxPool2d(3, 2, 1)
        for sizes, dtype in (((2, 3, 21, 20), torch.int16),
                             ((1, 2, 3, 20000), torch.int32)):
            whole = []

            def pack(tensor, whole=whole):
                if not tensor.is_floating_point():
                    whole.append(tensor.dtype)
                return tensor

            def step(call, x, pack=pack):
                x = x.requires_grad_(True)
                with torch.autograd.graph.saved_tensors_hooks(
                        pack, lambda tensor: tensor):
                    loss = call(x).square().sum()
                return torch.autograd.grad(loss, x)
            compiled = torch.compile(lambda x: pool(x.sin()), backend="tc",
                                     dynamic=False, options={"route": "aot"})
            x = torch.randn(sizes)
            found = step(compiled, x.clone())
            self.assertEqual(whole, [dtype])
            want = step(lambda x: pool(x.sin()), x.clone())
            torch.testing.assert_close(found, want)

    def test_saved_tensors_that_change_are_an_error(self):
        x = torch.randn(3, 6, requires_grad=True)
        y = x * 1
        z = torch.compile(lambda y: torch.sin(y) * y, backend="tc")(y)
        with torch.no_grad():
            y.add_(1)
        with self.assertRaisesRegex(RuntimeError, "inplace operation"):
            z.sum().backward()

    def test_what_eager_has_saved_of_a_mutated_input(self):
        """The compiled call's write must be seen by eager's version check."""
        x = torch.randn(4, requires_grad=True)
        y = x * 1
        z = torch.exp(x) * y  # saves y
        write = torch.compile(lambda t: t.detach().mul_(2), backend="tc")
        write(y)
        with self.assertRaisesRegex(RuntimeError, "inplace operation"):
            z.sum().backward()
        y = torch.ones(4)
        before = y._version
        torch.compile(lambda t: t.mul_(2), backend="tc")(y)
        self.assertGreater(y._version, before)

    def test_a_mutated_input_has_a_gradient(self):
        def step(call, model, x):
            y = x * 1
            y2 = torch.compile(lambda t: t.mul_(3), backend="tc")(y) \
                if isinstance(call, torch._dynamo.OptimizedModule) \
                else y.mul_(3)
            (y.sin() + y2 + call(y)[:, :1]).sum().backward()
            return x.grad, y
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_results_that_are_views_of_an_input(self):
        class Views(nn.Module):
            def forward(self, x):
                return x.view(-1), x.t(), x * 2

        def step(call, model, x):
            y = x * 1
            a, b, c = call(y)
            assert a._is_view() and a._base is y and b._base is y
            a.mul_(2)
            (b.sin().sum() + c.sum()).backward()
            return x.grad, y, a, b
        self.both(step, torch.randn(3, 6, requires_grad=True), module=Views())

    def test_create_graph(self):
        def step(call, model, x):
            y = call(x).square().sum()
            g, = torch.autograd.grad(y, x, create_graph=True)
            penalty = (g.norm(dim=1) - 1).square().mean()
            (y + penalty).backward()
            return [g, x.grad, *gradients(model.parameters())]
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network())

    def test_create_graph_in_each_call(self):
        """Later calls are PyTorch's at once, until a derivative is not
        differentiated any more."""
        def run(call, x, orders):
            y = call(x).square().sum()
            g, = torch.autograd.grad(y, x, create_graph=orders > 1)
            if orders > 1:
                g, = torch.autograd.grad(g.square().sum(), x)
            return g
        model, x = network(), torch.randn(3, 6, requires_grad=True)
        compiled, launches = torch.compile(model, backend="tc"), []
        for orders in (*[2] * 17, *[1] * 16):
            before = report.state.launches
            self.close(run(compiled, x, orders), run(model, x, orders))
            launches.append(report.state.launches - before)
        self.assertEqual(launches, [2, *[0] * 15, 2, *[0] * 15, 2])

    def test_create_graph_where_dynamo_traces(self):
        """Autograd calls our functions from a frame that Dynamo has taken: it
        compiles the user's alone."""
        x = torch.randn(3, requires_grad=True)
        for route in ("aot", "auto"):
            torch._dynamo.reset()
            f = torch.compile(lambda t: t.pow(3).sum(), backend="tc",
                              options={"route": route})

            @torch.compile(backend="eager")
            def slope(y):
                return torch.autograd.grad(y, x, create_graph=True)[0] * 2
            counts = torch._dynamo.utils.counters["frames"]
            slope(f(x))
            before = counts["total"]
            for _ in range(4):
                self.close(slope(f(x)).detach(), 6 * x.detach() ** 2)
            self.assertEqual(counts["total"], before)

    def test_create_graph_of_a_random_model(self):
        def step(call, model, x):
            y = call(x).square().sum()
            torch.rand(3)
            g, = torch.autograd.grad(y, x, create_graph=True)
            g.square().sum().backward()
            return [g, x.grad, torch.rand(2), *gradients(model.parameters())]
        self.both(step, torch.randn(3, 6, requires_grad=True),
                  module=network(nn.Dropout(0.5)))

    def test_third_derivative(self):
        def f(x):
            return torch.sin(x) * x

        def thrice(f, x):
            y = f(x)
            for _ in range(3):
                y, = torch.autograd.grad(y.sum(), x, create_graph=True)
            return y
        x = torch.randn(5, dtype=torch.float64, requires_grad=True)
        self.close(thrice(torch.compile(f, backend="tc"), x), thrice(f, x))

    def test_create_graph_after_an_input_has_changed(self):
        x = torch.randn(3, requires_grad=True)
        y = x * 1
        z = torch.compile(lambda t: t * 3 + t.exp(), backend="tc")(y)
        with torch.no_grad():
            y.mul_(2)
        with self.assertRaisesRegex(RuntimeError, "inplace|modified"):
            g, = torch.autograd.grad(z.sum(), x, create_graph=True)
            g.sum().backward()

    def test_zeros_without_memory(self):
        """PyTorch's derivatives of functions that torch.func has derived
        begin with them."""
        self.both(lambda call, _, x: [call(x)],
                  torch.randn(3, requires_grad=True), module=Zeros())

    def test_gradient_of_a_gradient_inside(self):
        """A penalty in torch.func inside of the compiled function."""
        def f(w, x):
            return torch.func.grad(lambda v: torch.tanh(v @ w).sum())(x).sum()

        def step(call, model, w, x):
            g = torch.compile(f, backend="tc") if isinstance(
                call, torch._dynamo.OptimizedModule) else f
            g(w, x).backward()
            call(x).sum().backward()
            return w.grad, *gradients(model.parameters())
        self.both(step, torch.randn(6, 2, requires_grad=True),
                  torch.randn(3, 6), module=network())


class Modes(Both):
    def test_equal_draws_are_two(self):
        """Also those that PyTorch's partitioner takes for one."""
        class Draws(nn.Module):
            def forward(self, x):
                draw = torch.empty_like
                return torch.stack([
                    x * draw(x).exponential_(), x * draw(x).exponential_(),
                    x * draw(x).uniform_(), x * draw(x).uniform_(),
                    nn.functional.rrelu(x, training=True),
                    nn.functional.rrelu(x, training=True)])

        def step(call, model, x):
            y = call(x)
            y.sum().backward()
            return [y, x.grad]
        self.both(step, torch.randn(4, 3, requires_grad=True), module=Draws())

    def test_gradient_scaler(self):
        def step(call, model, x):
            scaler = torch.amp.GradScaler("cpu", init_scale=128.0)
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            for _ in range(3):
                optimizer.zero_grad()
                with torch.autocast("cpu", dtype=torch.float16):
                    loss = call(x).float().square().mean()
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
            return [p for p in model.parameters()]
        self.both(step, torch.randn(3, 6), module=network(),
                  tolerances=(2e-2, 5e-3))

    def test_autocast_inside(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 4)

            def forward(self, x):
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    y = self.a(x)
                return self.b(y.float())

        def step(call, model, x):
            y = call(x)
            y.sum().backward()
            return y, *gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=Net(),
                  tolerances=(2e-2, 2e-2))

    def test_switching_gradients_off_and_on(self):
        model, x = network(), torch.randn(3, 6)
        compiled = torch.compile(model, backend="tc")
        for _ in range(2):
            want = model(x)
            self.close(compiled(x).detach(), want.detach())
            self.assertTrue(compiled(x).requires_grad)
            for mode in (torch.no_grad, torch.inference_mode):
                with mode():
                    self.close(compiled(x), want.detach())
                    self.assertFalse(compiled(x).requires_grad)
        # One capture for training, one for each mode without gradients.
        self.assertLessEqual(len(tc.counters()["recompiles"]), 2)

    def test_inference_tensors(self):
        compiled = torch.compile(network(), backend="tc")
        with torch.inference_mode():
            y = compiled(torch.randn(3, 6))
            self.assertTrue(y.is_inference())
            compiled(y.repeat(1, 2)[:, :6])

    def test_training_and_evaluation(self):
        model = network(nn.BatchNorm1d(4), nn.Dropout(0.5))

        def step(call, model, x):
            y = call(x)
            model.eval()
            z = call(x)
            model.train()
            return y, z, call(x), *model.buffers()
        self.both(step, torch.randn(5, 6), module=model)

    def test_default_dtype_of_factories(self):
        def f(x):
            return (x + torch.ones(3) + torch.zeros(3) + torch.full((3,), 0.1)
                    + torch.eye(3) + torch.linspace(0, 1, 3)
                    + torch.arange(0.0, 1.5, 0.5))
        torch.set_default_dtype(torch.float64)
        try:
            x = torch.randn(3, 3, requires_grad=True)
            compiled = torch.compile(f, backend="tc",
                                     options={"fallback": False})
            self.close(compiled(x), f(x))
        finally:
            torch.set_default_dtype(torch.float32)

    def test_state_that_is_part_of_the_key(self):
        def f(x):
            return torch.zeros(3) + torch.mm(x, x).sum()
        compiled = torch.compile(f, backend="tc")
        x = torch.randn(3, 3)
        self.close(compiled(x), f(x))
        torch.set_default_dtype(torch.float64)
        try:
            self.close(compiled(x), f(x))
        finally:
            torch.set_default_dtype(torch.float32)
        torch.use_deterministic_algorithms(True)
        try:
            self.close(compiled(x), f(x))
        finally:
            torch.use_deterministic_algorithms(False)
        torch.set_float32_matmul_precision("medium")
        try:
            self.close(compiled(x), f(x), rtol=1e-2, atol=1e-2)
        finally:
            torch.set_float32_matmul_precision("highest")
        self.close(compiled(x), f(x))


def through_aotautograd(case):
    """The same tests on the other route."""
    def set_up(self):
        case.setUp(self)
        other = mock.patch.object(
            sys.modules["tc.torch.backend"], "compile_direct", side_effect=Refused("a test"))
        other.start()
        self.addCleanup(other.stop)
    return type(case.__name__ + "ThroughAOTAutograd", (case,),
                {"setUp": set_up})


GradientsThroughAOTAutograd = through_aotautograd(Gradients)
ModesThroughAOTAutograd = through_aotautograd(Modes)


if __name__ == "__main__":
    unittest.main()
