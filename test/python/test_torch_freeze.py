"""options={"freeze": True}: weights are packed once, and a packed program never
answers for other weights than those that it was packed from."""
import unittest

from Inputs.torch_case import Case
import tc
import tc.torch.freeze
import torch
from torch import nn


class Freeze(Case):
    def setUp(self):
        super().setUp()
        self.runs = 0
        run = tc.torch.freeze.Frozen.run
        self.addCleanup(setattr, tc.torch.freeze.Frozen, "run", run)

        def counted(frozen, inputs):
            self.runs += 1
            return run(frozen, inputs)
        tc.torch.freeze.Frozen.run = counted

    def same(self, compiled, model, *args, packed):
        before = self.runs
        with torch.no_grad():
            self.close(compiled(*args), model(*args))
        self.assertEqual(self.runs - before, packed)

    def test_networks(self):
        for model, shape in (
                (nn.Sequential(nn.Linear(40, 70), nn.GELU(),
                               nn.Linear(70, 9)), (5, 40)),
                (nn.Sequential(nn.Conv2d(3, 20, 3), nn.BatchNorm2d(20),
                               nn.ReLU()), (2, 3, 9, 9)),
                (nn.Sequential(nn.Linear(6, 6), nn.Linear(6, 4)).bfloat16(),
                 (3, 6))):
            tc.reset()
            model.eval()
            compiled = tc.compile(model, options={"freeze": True})
            dtype = next(model.parameters()).dtype
            for _ in range(2):
                self.same(compiled, model, torch.randn(shape, dtype=dtype),
                          packed=1)

    def test_weights_that_change(self):
        model = nn.Linear(4, 3)
        compiled = tc.compile(model, options={"freeze": True})
        x = torch.randn(2, 4)
        self.same(compiled, model, x, packed=1)
        with torch.no_grad():
            model.weight.mul_(2)
        self.same(compiled, model, x, packed=0)
        model.weight.data = torch.randn(3, 4)
        self.same(compiled, model, x, packed=0)
        model.load_state_dict(nn.Linear(4, 3).state_dict(), assign=True)
        self.same(compiled, model, x, packed=0)
        tc.reset()
        self.same(compiled, model, x, packed=1)

    def test_two_models_of_one_code(self):
        first, second = nn.Linear(4, 3), nn.Linear(4, 3)
        a, b = (tc.compile(m, options={"freeze": True})
                for m in (first, second))
        x = torch.randn(2, 4)
        for _ in range(2):
            with torch.no_grad():
                self.close(a(x), first(x))
                self.close(b(x), second(x))

    def test_weights_that_lie_otherwise(self):
        model = nn.Linear(4, 3)
        model.weight.data = torch.randn(4, 3).t()
        compiled = tc.compile(model, options={"freeze": True})
        self.same(compiled, model, torch.randn(2, 4), packed=1)

    def test_training_freezes_nothing(self):
        model = nn.Linear(4, 3)
        compiled = tc.compile(model, options={"freeze": True})
        compiled(torch.randn(2, 4)).sum().backward()
        self.assertEqual(self.runs, 0)
        self.assertIsNotNone(model.weight.grad)


if __name__ == "__main__":
    unittest.main()
