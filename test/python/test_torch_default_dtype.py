"""Numbers of the default dtype that calls make of integers, where the default is
not f32: one piece on both routes, with eager's dtype and values."""
import unittest

from Inputs.torch_case import Case
import torch

I = torch.arange(1, 7)
FUNCTIONS = {
    "division": lambda: I / 2,
    "product": lambda: I * 0.5,
    "product of bools": lambda: (I > 2) * 0.1,
    "function": lambda: I.sqrt() + I.sigmoid() + I.reciprocal(),
    "power of a number": lambda: 2.5 ** I,
    "power": lambda: I ** 0.5,
    "choice": lambda: torch.where(I > 2, I, 0.5),
    "choice of numbers": lambda: torch.where(I > 2, 0.1, 2.0),
    "bounds": lambda: I.clamp(1.5, 2.5),
    "of two": lambda: torch.atan2(I, I + 1) + torch.true_divide(I, I > 0),
    "bytes": lambda: I.to(torch.uint8) / 255,
    "quotient": lambda: torch.div(I, 2.5, rounding_mode="floor"),
    "named dtype": lambda: I.float() / 2,
    "other integers": lambda: I // 2 + (I > 2),
}


class DefaultDtype(Case):
    def check_all(self, dtype):
        self.addCleanup(torch.set_default_dtype, torch.get_default_dtype())
        torch.set_default_dtype(dtype)
        for route in ("auto", "aot"):
            for name, function in FUNCTIONS.items():
                with self.subTest(name, route=route):
                    self.setUp()
                    self.check(function, options={"route": route})

    def test_f64(self):
        self.check_all(torch.float64)

    def test_bf16(self):
        self.check_all(torch.bfloat16)


if __name__ == "__main__":
    unittest.main()
