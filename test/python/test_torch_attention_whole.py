"""Attention in graphs without gradients that AOTAutograd traces stays one op,
whatever PyTorch's dispatcher would make of it."""
import unittest
from unittest import mock

from Inputs.torch_case import Case
import tc
from tc.torch import piece
import torch
import torch.nn.functional as F


class Whole(Case):
    def texts(self, function, *args, grad=False, route="aot", **bounds):
        """The texts of the pieces, which give eager's results."""
        found = []

        def noted(make):
            def note(text, *rest):
                found.append(text)
                return make(text, *rest)
            return note
        tc.reset()
        name = "halves" if route == "direct" and grad else "build"
        with mock.patch.object(piece, name, noted(getattr(piece, name))), \
                torch.set_grad_enabled(grad):
            compiled = torch.compile(function, backend="tc", dynamic=True,
                                     options={"route": route})
            self.close(compiled(*args), function(*args), **bounds)
        self.assertFalse(tc.counters()["failures"])
        self.assertFalse(tc.counters()["fallback_ops"])
        return "".join(found)

    def test_numbers_of_another_type(self):
        """Defaults that a caller spells out, dropout as an integer, are no
        reason to record the products that the op is made of."""
        def function(q, k, v):
            with torch.autocast("cpu", torch.bfloat16):
                return F.scaled_dot_product_attention(
                    q * 1, k, v, None, 0, False).float()
        args = [t.requires_grad_() for t in self.tensors(8)]
        text = self.texts(function, *args, grad=True, route="direct",
                          rtol=2 ** -7, atol=2 ** -7)
        self.assertIn("aten.scaled_dot_product_attention", text)
        self.assertNotIn("bmm", text)

    def tensors(self, width):
        return [torch.randn(2, 3, 5, n) for n in (8, 8, width)]

    def test_values_of_another_width(self):
        """for which CPUs have no fused op."""
        text = self.texts(F.scaled_dot_product_attention, *self.tensors(12))
        self.assertIn("aten.scaled_dot_product_attention", text)
        self.assertNotIn("bmm", text)

    def test_arguments(self):
        def attend(q, k, v, mask):
            return F.scaled_dot_product_attention(
                q, k[:, :1], v[:, :1], mask, scale=0.5, enable_gqa=True)
        text = self.texts(attend, *self.tensors(12), torch.randn(5, 5))
        self.assertIn("scale = 0.5", text)

        def causal(q, k, v):
            return F.scaled_dot_product_attention(q, k, v, is_causal=True)
        self.assertIn("true", self.texts(causal, *self.tensors(12)))

    def test_not_with_gradients_or_autocast(self):
        """in which PyTorch's op does more."""
        found = self.texts(F.scaled_dot_product_attention, *self.tensors(12),
                           grad=True)
        self.assertIn("bmm", found)

        def cast(q, k, v):
            with torch.autocast("cpu", torch.bfloat16):
                return F.scaled_dot_product_attention(q, k, v)
        self.texts(cast, *self.tensors(12))


if __name__ == "__main__":
    unittest.main()
