"""Positions of unique, which PyTorch's trace until 2.12 has in the type of the
elements: eager's type where they are returned, and the framework's op where they
are computed with."""
import contextlib
import unittest
from unittest import mock

from Inputs.torch_case import Case
from tc.torch import support
from tc.torch import report
import torch
from torch._subclasses import fake_impls
from torch._subclasses.fake_tensor import FakeTensorMode

aten = torch.ops.aten
TARGETS = (aten._unique2.default, aten.unique_dim.default,
           aten.unique_consecutive.default)


def as_elements(trace):
    """PyTorch's rule of the trace, as it was until 2.12."""
    def rule(mode, func, x, *args, **kwargs):
        values, *others = trace(mode, func, x, *args, **kwargs)
        return values, *(v.to(x.dtype) for v in others)
    return rule


@contextlib.contextmanager
def until_2_12():
    known = fake_impls.op_implementations_dict
    with mock.patch.dict(known, {t: as_elements(known[t]) for t in TARGETS}):
        yield


class Types(Case):
    def test_positions_of_unique(self):
        for target in TARGETS:
            for dtype, left in ((torch.float16, True), (torch.int64, False)):
                graph = torch.fx.Graph()
                x, node = graph.placeholder("x"), None
                with FakeTensorMode():
                    x.meta["val"] = torch.empty(4, dtype=torch.float16)
                    node = graph.call_function(target, (x,))
                    node.meta["val"] = (
                        torch.empty(2, dtype=torch.float16),
                        torch.empty(0, dtype=dtype),
                        torch.empty(0, dtype=torch.int64))
                with self.subTest(target=target, dtype=dtype):
                    self.assertEqual("positions" in str(support.why_not(node)),
                                     left)

    @torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True)
    def test_returned(self):
        x = torch.tensor([[1.5, 1.5], [1.5, 0.5], [1.5, 1.5]])
        for function in (torch.unique, torch.unique_consecutive):
            for options in ({}, {"return_inverse": True}, {"dim": 0},
                            {"return_inverse": True, "return_counts": True},
                            {"dim": 0, "return_counts": True}):
                with self.subTest(function=function, options=options), \
                        until_2_12():
                    self.setUp()
                    self.check(
                        lambda x: function(x, **options), x)

    @torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True)
    def test_computed_with(self):
        def function(x):
            return torch._unique2(x, True, True)[1].clone() + 1
        x = torch.tensor([1.5, 0.5, 1.5])
        with until_2_12():
            self.check(function, x, fallbacks=(
                "aten._unique2.default", "aten.clone.default",
                "aten.add.Tensor"))


if __name__ == "__main__":
    unittest.main()
