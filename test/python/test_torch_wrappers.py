"""What a user of autograd may do around a compiled model, compared with eager:
hooks, checkpoints, optimizers, changed parameters, DDP and FSDP."""
import copy
import io
import os
import tempfile
import unittest

from Inputs.training_case import Both, gradients, network
from tc.torch import report
import torch
from torch import nn
import torch.utils.checkpoint


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

    def test_data_that_forward_changes(self):
        """In place, where the graph then assigns what is there, and other
        memory."""
        def scale(weight):
            weight.data *= 0.5

        def assign(weight):
            weight.data = weight.data * 0.5
        for change in scale, assign:
            class Net(nn.Linear):
                def forward(self, x):
                    change(self.weight)
                    return super().forward(x).tanh()

            def step(call, model, x):
                for _ in range(2):
                    call(x).sum().backward()
                return model.weight, *gradients(model.parameters())
            torch._dynamo.reset()
            report.state.clear()
            self.both(step, torch.randn(3, 6), module=Net(6, 4))

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
