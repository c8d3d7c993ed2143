"""Programs that use PyTorch as its users do: results, gradients, parameters and
buffers after some steps are eager's on both routes (Inputs/programs*.py)."""
import unittest

from Inputs.torch_case import Case
from Inputs.programs import PROGRAMS
from Inputs import programs_functions  # noqa: F401
import tc
import torch

EXPECTED = {"errors": {"TC-8102"}}  # an index out of range, then eager's error


class Programs(Case):
    def agree(self, got, want, name):
        self.assertEqual(len(got), len(want))
        for number, (a, b) in enumerate(zip(got, want)):
            with self.subTest(name, number=number):
                if not isinstance(b, torch.Tensor):
                    self.assertEqual(a, b)
                    continue
                near = 2e-2 if b.dtype in (torch.bfloat16, torch.float16) \
                    else 2e-5
                torch.testing.assert_close(a, b, rtol=5 * near, atol=near,
                                           equal_nan=True)
                if all(size > 1 for size in b.shape):
                    self.assertEqual(a.stride(), b.stride())


def add(name, run):
    def test(self):
        want = run(lambda function: function)
        for route in ("auto", "aot"):
            tc.reset()
            self.agree(run(lambda function: torch.compile(
                function, backend="tc", options={"route": route})), want, name)
            self.assertLessEqual(set(tc.counters()["failures"]), EXPECTED.get(
                name, set()))
            self.assertGreater(tc.counters()["graphs"], 0)
    setattr(Programs, f"test_{name}", test)


for name, run in PROGRAMS.items():
    add(name, run)

if __name__ == "__main__":
    unittest.main()
