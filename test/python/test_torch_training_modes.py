"""Training of a compiled model under autocast, grad modes and PyTorch's other
global state, compared with eager."""
import unittest

from Inputs.training_case import Both, gradients, network, through_aotautograd
import tc
import torch
from torch import nn


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


ModesThroughAOTAutograd = through_aotautograd(Modes)


if __name__ == "__main__":
    unittest.main()
