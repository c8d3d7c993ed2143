"""Calls whose results PyTorch's trace has in other types than eager are left to
the framework: positions of unique in the type of the elements (PyTorch 2.11)."""
import unittest

from Inputs.torch_case import Case
from tc.torch import support
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

aten = torch.ops.aten


class Types(Case):
    def test_positions_of_unique(self):
        for target in (aten._unique2.default, aten.unique_dim.default,
                       aten.unique_consecutive.default):
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


if __name__ == "__main__":
    unittest.main()
