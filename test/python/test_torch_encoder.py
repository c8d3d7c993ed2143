"""torch.nn's transformer layers in evaluation without gradients, where they call
ops of their own: nothing falls back, results are eager's."""
import itertools
import unittest

from Inputs.torch_case import Case
import torch
from torch import nn

HIDDEN = torch.tensor([[False] * 5, [False, False, True, False, True]])
PAIRS = nn.Transformer.generate_square_subsequent_mask(5)


class Encoder(Case):
    def setUp(self):
        super().setUp()
        self.enterContext(torch.no_grad())

    def agree(self, module, *args, **words):
        torch._dynamo.reset()
        module.eval()
        got = torch.compile(module, backend="tc", options={"fallback": False})(
            *args, **words)
        want = module(*args, **words)
        for mine, theirs in zip(torch.utils._pytree.tree_leaves(got),
                                torch.utils._pytree.tree_leaves(want)):
            if theirs is None:
                self.assertIsNone(mine)
                continue
            self.assertEqual(mine.stride(), theirs.stride())
            torch.testing.assert_close(mine, theirs, rtol=1e-5, atol=1e-5,
                                       equal_nan=True)

    def test_layers(self):
        x = torch.randn(2, 5, 16)
        masks = ({}, {"src_mask": PAIRS}, {"src_key_padding_mask": HIDDEN},
                 {"src_mask": PAIRS < 0, "src_key_padding_mask": HIDDEN})
        for first, act, words in itertools.product(
                (False, True), ("relu", "gelu"), masks):
            with self.subTest(norm_first=first, act=act, masks=list(words)):
                self.agree(nn.TransformerEncoderLayer(
                    16, 2, 32, batch_first=True, norm_first=first,
                    activation=act), x, **words)

    def test_transposed(self):
        """Results are contiguous, whatever the argument is."""
        x = torch.randn(5, 2, 16).transpose(0, 1)
        for first in (False, True):
            self.agree(nn.TransformerEncoderLayer(
                16, 2, 32, batch_first=True, norm_first=first), x)
        self.agree(nn.MultiheadAttention(16, 2, batch_first=True), x, x, x)

    def test_called(self):
        """The op is what these modules call; else the test shows nothing."""
        module = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True).eval()
        with torch.profiler.profile() as profile:
            module(torch.randn(2, 5, 16))
        self.assertIn("aten::_transformer_encoder_layer_fwd",
                      {e.key for e in profile.key_averages()})

    def test_attention(self):
        x = torch.randn(2, 5, 16)
        for words in ({}, {"need_weights": False},
                      {"average_attn_weights": False},
                      {"attn_mask": PAIRS}, {"key_padding_mask": HIDDEN}):
            with self.subTest(words=list(words)):
                self.agree(nn.MultiheadAttention(16, 2, batch_first=True),
                           x, x, x, **words)

    def test_types_and_rows_without_keys(self):
        nothing = HIDDEN.clone()
        nothing[1] = True
        for dtype in (torch.float64, torch.bfloat16):
            layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True,
                                               dtype=dtype)
            with self.subTest(dtype=dtype):
                x = torch.randn(2, 5, 16, dtype=dtype)
                torch._dynamo.reset()
                layer.eval()
                got = torch.compile(layer, backend="tc", options={
                    "fallback": False})(x, src_key_padding_mask=nothing)
                want = layer(x, src_key_padding_mask=nothing)
                near = 64 * torch.finfo(dtype).eps
                torch.testing.assert_close(got, want, rtol=near, atol=near,
                                           equal_nan=True)
                self.assertEqual(got.dtype, dtype)


if __name__ == "__main__":
    unittest.main()
