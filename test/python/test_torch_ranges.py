"""linspace of integers, whose whole part a last rounding decides: eager's, of
numbers and of tensors."""
import random
import unittest

from Inputs.torch_case import Case
import torch

DRAW = random.Random(0)
CASES = [(dtype, DRAW.randint(-40, 40) / 2, DRAW.randint(-40, 40) / 2,
          DRAW.randint(0, 60))
         for dtype in (torch.int64, torch.int32) for _ in range(25)]
CASES += [(torch.int64, 5, -9.9, 7), (torch.uint8, 0, 255, 100),
          (torch.int64, 3.9, 3.9, 1), (torch.int64, -(2**40), 2**41, 1000)]


class Ranges(Case):
    def agree(self, function, *args):
        for route in ("aot", "direct"):
            torch._dynamo.reset()
            got = torch.compile(function, backend="tc", options={
                "fallback": False, "route": route})(*args)
            for mine, theirs, case in zip(got, function(*args), CASES):
                with self.subTest(case=case, route=route):
                    self.assertEqual(mine.dtype, theirs.dtype)
                    self.assertEqual(mine.tolist(), theirs.tolist())

    def test_of_numbers(self):
        def function(x):
            return [torch.linspace(a, b, n, dtype=dtype) + x.to(dtype)
                    for dtype, a, b, n in CASES]
        self.agree(function, torch.zeros(()))

    def test_of_tensors(self):
        def function(ends):
            return [torch.linspace(*((a, y), (x, b), (x, y))[k % 3], n,
                                   dtype=dtype)
                    for k, ((x, y), (dtype, a, b, n)) in
                    enumerate(zip(ends, CASES))]
        self.agree(function, [
            (torch.tensor(a, dtype=torch.float64),
             torch.tensor(b, dtype=torch.float64)) for _, a, b, _ in CASES])


if __name__ == "__main__":
    unittest.main()
