"""The direct route with gradients on CUDA: each overload that tc differentiates
there against PyTorch's gradients. Needs a GPU (exit code 77 without)."""
import sys
import unittest

from Inputs.torch_case import Case  # noqa: F401 (sets the package's path)
import torch

if not torch.cuda.is_available():
    print("skipped: no GPU")
    sys.exit(77)
torch.set_default_device("cuda")
from Inputs.gradient_case import RulesCase  # noqa: E402
from Inputs.gradient_rules import RULES  # noqa: E402
from Inputs.gradient_values import INDEX, X, Y  # noqa: E402
torch.set_default_device(None)

# Of 32 bits, to AOTAutograd.
LEFT = {"scaled_dot_product_attention.default",
        "_scaled_dot_product_attention_math.default"}
# PyTorch's derivatives for CUDA are of f32 in f64, too: 1/6, and the gradients of
# norms, which are 1e-8 from those of its own CPU kernel.
COARSE = {"hardswish.default", "_weight_norm.default"}
# PyTorch has no gradient of weighted bags in bf16 on CUDA.
NOT_IN_BF16 = {"_embedding_bag.default"}
# A channel of 12 numbers has variance 0.008 about 0.7: in f32 the order in which
# they are added decides. One after the other, as a thread does, the gradient is
# 3.2e-5 from the exact one, by halves 4.0e-6 (NumPy, the same formula).
IN_ORDER = {"_native_batch_norm_legit.no_stats",
            "_native_batch_norm_legit_functional.default"}
# PyTorch's sort on CUDA is not stable: which of equal elements gets which
# gradient is its own affair, of these overloads, too.
for NAME in ("sort.default", "kthvalue.default", "median.dim",
             "nanmedian.dim", "mode.default"):
    RULES[NAME] = RULES[NAME][:1]
# Which of two numbers at one position stays is nobody's promise there.
DISTINCT = INDEX.new_tensor([[0, 3, 1], [4, 5, 2]])
RULES["put.default"] = [
    (lambda x, y: torch.put(x, DISTINCT, y[:2, :3]), X, Y),
    *RULES["put.default"][1:]]


class Rules(RulesCase):
    together = 16
    names = [n for n in RULES if n not in LEFT]
    # Autocast of norms makes these of other devices.
    elsewhere = {"add.Scalar", "native_layer_norm.default"}

    def test_f64(self):
        self.each(self.equal_in_f64,
                  [n for n in self.names if n not in COARSE])

    def near(self, dtype, left=LEFT):
        self.each(self.as_near_as_eager, [
            n for n in RULES if n not in left and n != "_to_copy.default"],
            dtype)

    def test_f32(self):
        self.near(torch.float32, LEFT | IN_ORDER)

    def test_bf16(self):
        self.near(torch.bfloat16, NOT_IN_BF16)

    def test_f16(self):
        self.near(torch.float16, set())


if __name__ == "__main__":
    unittest.main()
