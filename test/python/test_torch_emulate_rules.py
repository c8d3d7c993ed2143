"""Gradients in GPU kernels without a GPU: each overload that the direct route
differentiates against PyTorch's gradients, on the emulator (test/gpu)."""
import os
import sys
import unittest

from Inputs.torch_case import BUILD

EMULATOR = str(BUILD / "lib/libtcemulate.so")
if os.environ.get("LD_PRELOAD") != EMULATOR:
    os.environ["LD_PRELOAD"] = EMULATOR
    os.execv(sys.executable, [sys.executable, *sys.argv])

from Inputs.gradient_case import RulesCase  # noqa: E402
from Inputs.gradient_rules import RULES  # noqa: E402
import torch  # noqa: E402


class Rules(RulesCase):
    options = {"route": "direct", "target": "emulate"}
    together = 16

    def test_f64(self):
        self.each(self.equal_in_f64, RULES)

    def test_f32(self):
        """(PyTorch's statistics on CPUs are sums in f64.)"""
        self.each(self.as_near_as_eager, [
            n for n in RULES if n != "_to_copy.default" and
            "batch_norm" not in n], torch.float32)

    def test_bf16(self):
        self.each(self.as_near_as_eager, [
            n for n in RULES if n != "_to_copy.default"], torch.bfloat16)


if __name__ == "__main__":
    unittest.main()
