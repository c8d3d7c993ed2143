"""Decompositions: those of PyTorch's own table, which takes a third of a second
to make, without it."""
import unittest
from unittest import mock

import torch
from torch._C import DispatchKey
from torch._decomp import core_aten_decompositions

from Inputs.torch_case import Case
from torch.nn import functional as F
from tc.torch import decompositions as ours, piece, report
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

    def test_resampling_stays_whole(self):
        """Its gradient is no scatter at positions that forward has saved."""
        build, texts = piece.build, []
        def note(text, *rest):
            texts.append(str(text))
            return build(text, *rest)
        for mode, sizes in (("nearest", 3), ("nearest", 4), ("linear", 3),
                            ("bilinear", 4), ("bicubic", 4), ("trilinear", 5)):
            x = torch.randn([1, 2, 4, 5, 3][:sizes], requires_grad=True)
            f = lambda x: F.interpolate(x, scale_factor=2, mode=mode).sin()
            self.setUp()
            with mock.patch.object(piece, "build", note):
                torch.compile(f, backend="tc",
                              options={"route": "aot"})(x).sum().backward()
            mine, x.grad = x.grad, None
            f(x).sum().backward()
            self.close(mine, x.grad)
            self.assertRegex(texts[-1], "upsample_[a-z]*[123]d_backward")
            self.assertEqual(set(report.state.fallback_ops), set())

    def test_gradients_of_what_they_are_made_of(self):
        """Conversions and broadcasts inside of a decomposition stay in the piece."""
        x = torch.randn(2, 5, 3, requires_grad=True)
        for f in (lambda x: torch.cross(x[0], x[1], dim=-1).sin(),
                  lambda x: F.cosine_embedding_loss(x[0], x[1], torch.ones(5)),
                  lambda x: F.interpolate(x, 7, mode="nearest-exact").sin()):
            self.setUp()
            torch.compile(f, backend="tc", fullgraph=True)(x).sum().backward()
            mine, x.grad = x.grad, None
            f(x).sum().backward()
            self.close(mine, x.grad)
            x.grad = None
            self.assertLessEqual(set(report.state.fallback_ops),
                                 {"aten._unsafe_index.Tensor"})

    def test_conjugate_of_a_number(self):
        x = torch.randn(3, 4, requires_grad=True)
        f = lambda x: torch.view_as_real(torch.exp(1j * x) * (2 - 3j))
        torch.compile(f, backend="tc")(x).sum().backward()
        mine, x.grad = x.grad, None
        f(x).sum().backward()
        self.close(mine, x.grad)
        self.compiled()


if __name__ == "__main__":
    unittest.main()
