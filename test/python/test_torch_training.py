"""What a user of autograd may do with a compiled model: each line of this list
against eager. Gradients, hooks, scaling, modes, wrappers, changed parameters."""
import copy
import io
import os
import tempfile
import unittest

from Inputs.torch_case import Case
import tc
from tc.torch import report
import torch
from torch import nn
import torch.utils.checkpoint


def network(*last):
    return nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.LayerNorm(8),
                         nn.Linear(8, 4), *last)


def gradients(parameters):
    return [None if p.grad is None else p.grad.clone() for p in parameters]


class Both(Case):
    def both(self, function, *inputs, module=None, tolerances=(1e-4, 1e-5)):
        """`function(call, *inputs)` with call = the module (or first input)
        in eager and compiled: a list of tensors, which must be equal."""
        found = []
        for compiled in (False, True):
            mine = copy.deepcopy(module)
            torch.manual_seed(3)
            call = torch.compile(mine, backend="tc") if compiled else mine
            args = [x.detach().clone().requires_grad_(x.requires_grad)
                    for x in inputs]
            found.append(function(call, mine, *args))
        rtol, atol = tolerances
        self.assertEqual(len(found[0]), len(found[1]))
        for want, got in zip(*found):
            self.assertEqual(want is None, got is None)
            if want is not None:
                self.close(got.detach(), want.detach(), rtol=rtol, atol=atol)
        self.assertGreater(report.state.graphs, 0)
        self.assertFalse(report.state.failures)
        return found


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


class Gradients(Both):
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


class Hooks(Both):
    def test_of_parameters_and_modules(self):
        def step(call, model, x):
            seen = []
            model[0].weight.register_hook(lambda g: g * 2)
            model[3].bias.register_post_accumulate_grad_hook(
                lambda p: seen.append(p.grad.clone()))
            model[2].register_forward_hook(lambda m, i, o: o * 3)
            model[3].register_full_backward_hook(
                lambda m, i, o: seen.append(o[0].clone()))
            y = call(x)
            y.register_hook(lambda g: g + 1)
            y.sum().backward()
            return [*seen, *gradients(model.parameters())]
        self.both(step, torch.randn(3, 6), module=network())

    def test_registered_while_running(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a = nn.Linear(6, 4)

            def forward(self, x):
                y = self.a(x)
                if y.requires_grad:
                    y.register_hook(lambda g: g * 5)
                return y.tanh()

        def step(call, model, x):
            call(x).sum().backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=Net())

    def test_checkpoint(self):
        for reentrant in (False, True):
            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.a, self.b = nn.Linear(6, 6), nn.Linear(6, 4)
                    self.drop = nn.Dropout(0.4)

                def forward(self, x):
                    x = torch.utils.checkpoint.checkpoint(
                        lambda y: self.drop(torch.tanh(self.a(y))), x,
                        use_reentrant=reentrant)
                    return self.b(x)

            def step(call, model, x):
                y = call(x)
                y.sum().backward()
                return y, *gradients(model.parameters())
            torch._dynamo.reset()
            self.both(step, torch.randn(3, 6, requires_grad=True),
                      module=Net())

    def test_checkpoint_of_a_compiled_module(self):
        def step(call, model, x):
            y = torch.utils.checkpoint.checkpoint(call, x,
                                                  use_reentrant=False)
            y.square().sum().backward()
            return y, *gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=network(nn.Dropout(0.5)))

    def test_functions_of_their_own(self):
        class Clip(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, limit):
                ctx.save_for_backward(x)
                ctx.limit = limit
                return x.clamp(-limit, limit)

            @staticmethod
            def backward(ctx, g):
                x, = ctx.saved_tensors
                return g * (x.abs() < ctx.limit) * 0.5, None

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.a = nn.Linear(6, 4)

            def forward(self, x):
                return Clip.apply(self.a(x), 0.3).exp()

        def step(call, model, x):
            call(x).sum().backward()
            return gradients(model.parameters())
        self.both(step, torch.randn(3, 6), module=Net())


class Parameters(Both):
    def test_optimizers(self):
        for make in (lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
                     lambda p: torch.optim.AdamW(p, 0.01),
                     lambda p: torch.optim.Adam(p, 0.01, foreach=True)):
            def step(call, model, x):
                optimizer = make(model.parameters())
                for _ in range(4):
                    optimizer.zero_grad()
                    call(x).square().mean().backward()
                    optimizer.step()
                return list(model.parameters())
            torch._dynamo.reset()
            self.both(step, torch.randn(3, 6), module=network(),
                      tolerances=(1e-3, 1e-4))
            self.assertLessEqual(report.state.graphs, 2)
            report.state.clear()

    def test_changes_between_calls(self):
        model, other = network(), network()
        compiled = torch.compile(model, backend="tc")
        x = torch.randn(3, 6)

        def same():
            for mode in (torch.enable_grad, torch.no_grad):
                with mode():
                    self.close(compiled(x).detach(), model(x).detach())
        same()
        with torch.no_grad():
            model[0].weight.mul_(1.5)
        same()
        model[0].weight.data = torch.randn(8, 6)
        same()
        model[0].weight.data = torch.randn(6, 8).t()  # other strides
        same()
        model[3].weight.data.copy_(torch.randn(4, 8))
        same()
        model.load_state_dict(other.state_dict())
        same()
        model.load_state_dict(network().state_dict(), assign=True)
        same()
        a, b = torch.randn(8, 2), torch.randn(2, 6)
        model[0].weight.data += 0.5 * a @ b  # merges an adapter
        same()
        model[0].weight.data -= 0.5 * a @ b
        same()
        model[0] = nn.Linear(6, 8)
        same()
        model.to(torch.float64)
        x = x.double()
        same()

    def test_state(self):
        model, x = network(), torch.randn(3, 6)
        compiled = torch.compile(model, backend="tc")
        compiled(x).sum().backward()
        twin = copy.deepcopy(compiled)
        with torch.no_grad():
            for p in twin.parameters():
                p.mul_(2)
        self.assertFalse(torch.equal(twin(x), compiled(x)))
        self.close(twin(x).detach(), twin._orig_mod(x).detach())
        twin.load_state_dict(compiled.state_dict())
        self.close(twin(x).detach(), model(x).detach())
        file = io.BytesIO()
        torch.save(compiled.state_dict(), file)
        file.seek(0)
        fresh = torch.compile(network(), backend="tc")
        fresh.load_state_dict(torch.load(file))
        self.close(fresh(x).detach(), model(x).detach())

    def test_pickle_of_a_model_that_is_compiled_in_place(self):
        import pickle
        model, x = network(), torch.randn(3, 6)
        want = model(x)
        model.compile(backend="tc")
        self.close(model(x).detach(), want.detach())
        again = pickle.loads(pickle.dumps(model))
        self.close(again(x).detach(), want.detach())


class Distributed(Both):
    @classmethod
    def setUpClass(cls):
        if not torch.distributed.is_available():
            raise unittest.SkipTest("PyTorch has no torch.distributed")
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
        cls.folder = tempfile.TemporaryDirectory()
        torch.distributed.init_process_group(
            "gloo", init_method=f"file://{cls.folder.name}/meet", rank=0,
            world_size=1)

    @classmethod
    def tearDownClass(cls):
        torch.distributed.destroy_process_group()
        cls.folder.cleanup()

    def compare(self, wrap, unwrap=lambda t: t):
        class Net(nn.Module):  # of which Dynamo takes the forward
            def __init__(self):
                super().__init__()
                self.layers = network()

            def forward(self, x):
                return self.layers(x) * 2
        plain = Net()
        wrapped = wrap(copy.deepcopy(plain))
        compiled = torch.compile(wrapped, backend="tc")
        optimizers = [torch.optim.SGD(m.parameters(), 0.1)
                      for m in (plain, wrapped)]
        x = torch.randn(3, 6)
        for _ in range(3):
            for call, optimizer in zip((plain, compiled), optimizers):
                optimizer.zero_grad()
                call(x).square().mean().backward()
                optimizer.step()
        for a, b in zip(wrapped.parameters(), plain.parameters()):
            torch.testing.assert_close(unwrap(a.detach()), b.detach())
        self.assertGreater(report.state.graphs, 0)
        self.assertFalse(report.state.failures)

    def test_data_parallel(self):
        self.compare(nn.parallel.DistributedDataParallel)

    def test_fully_sharded(self):
        from torch.distributed.fsdp import fully_shard
        from torch.distributed.device_mesh import init_device_mesh
        mesh = init_device_mesh("cpu", (1,))

        def wrap(model):
            for layer in model.layers:
                if list(layer.parameters()):
                    fully_shard(layer, mesh=mesh)
            return fully_shard(model, mesh=mesh)
        self.compare(wrap, lambda t: t.full_tensor())


if __name__ == "__main__":
    unittest.main()
