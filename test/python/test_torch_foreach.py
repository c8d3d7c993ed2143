"""Optimizers: one step compiled, and the decompositions of their lists."""
import unittest

from Inputs.torch_case import Case
import tc
from tc.torch.foreach import decompositions_of_lists
import torch

OPTIMIZERS = (
    ("Adam", {"foreach": False}), ("AdamW", {"foreach": True}),
    ("SGD", {"foreach": True, "momentum": 0.9, "nesterov": True}),
    ("RMSprop", {"foreach": True, "centered": True}))


def argument(a):
    """A value for an argument of a schema."""
    kind = str(a.type)
    if kind == "List[Tensor]":
        return [torch.rand(4, 4) + 0.5, torch.rand(2, 2) + 0.5]
    if kind.startswith("List["):
        return [2.0, 3.0]
    return torch.tensor(2.0) if kind == "Tensor" else \
        a.default_value if a.has_default_value() else 2.0


class Lists(Case):
    def test_every_decomposition(self):
        torch.manual_seed(0)
        rules = decompositions_of_lists()
        self.assertGreater(len(rules), 60)
        for overload, rule in rules.items():
            args = [argument(a) for a in overload._schema.arguments
                    if not a.kwarg_only]
            with self.subTest(overload=str(overload)):
                for got, want in zip(rule(*args), overload(*args),
                                     strict=True):
                    torch.testing.assert_close(got, want, equal_nan=True)

    def test_steps(self):
        for name, options in OPTIMIZERS:
            tc.reset()
            torch.manual_seed(0)
            mine, theirs = ([torch.nn.Parameter(torch.ones(n, 3))
                             for n in (4, 5)] for _ in range(2))
            optimizers = [getattr(torch.optim, name)(p, lr=0.01, **options)
                          for p in (mine, theirs)]
            steps = (torch.compile(lambda: optimizers[0].step(), backend="tc"),
                     optimizers[1].step)
            for _ in range(3):
                for a, b in zip(mine, theirs):
                    a.grad = torch.randn(a.shape)
                    b.grad = a.grad.clone()
                for step in steps:
                    step()
            for a, b in zip(mine, theirs):
                torch.testing.assert_close(a, b)
            self.assertFalse(tc.counters()["fallback_ops"], name)
            self.assertGreater(tc.counters()["ops_compiled"], 0)


if __name__ == "__main__":
    unittest.main()
