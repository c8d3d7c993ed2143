"""Decompositions: those of PyTorch's own table, which takes a third of a second
to make, without it."""
import unittest

import torch
from torch._C import DispatchKey
from torch._decomp import core_aten_decompositions

from Inputs.torch_case import Case
from tc.torch import decompositions as ours
from tc.torch.support import known_targets

KERNELS = ("CPU", "CUDA", "Meta", "CompositeExplicitAutograd",
           "CompositeExplicitAutogradNonFunctional")


def has_kernel(op):
    return any(torch._C._dispatch_has_kernel_for_dispatch_key(
        op.name(), getattr(DispatchKey, key)) for key in KERNELS)


class Decompositions(Case):
    def test_all_of_the_table(self):
        rules = ours.decompositions()
        table = {op: rule for op, rule in core_aten_decompositions().items()
                 if str(op) not in known_targets() and str(op) not in ours.KEEP}
        self.assertGreater(len(table), 500)
        for op, rule in table.items():
            with self.subTest(op=str(op)):
                if op in rules:  # the same, or a better one of ours
                    continue
                # A trace takes apart what has no kernel.
                self.assertFalse(has_kernel(op))
                self.assertEqual(ours.rule_of(op), op.decompose)

    def test_no_others(self):
        table = core_aten_decompositions()
        for name in dir(torch.ops.aten):
            packet = getattr(torch.ops.aten, name)
            for overload in getattr(packet, "overloads", list)():
                op = getattr(packet, overload)
                if op not in table and op not in ours.decompositions() and \
                        str(op) not in known_targets():
                    self.assertIsNone(ours.rule_of(op), op)

    def test_composed_ones_are_traced(self):
        for f in (lambda x: torch.nn.functional.interpolate(
                      x, scale_factor=2, mode="nearest-exact"),
                  lambda x: torch.native_channel_shuffle(x, 2)):
            x = torch.randn(1, 4, 3, 3)
            for route in ("aot", "auto"):
                torch._dynamo.reset()
                g = torch.compile(f, backend="tc", options={"route": route})
                torch.testing.assert_close(g(x), f(x))


if __name__ == "__main__":
    unittest.main()
