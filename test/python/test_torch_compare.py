"""Tests of test/conformance/compare.py: which results it calls right or wrong."""
import unittest

from Inputs.torch_case import ROOT
import sys
import torch

sys.path.insert(0, str(ROOT / "test/conformance"))
from compare import compare  # noqa: E402

INF, NAN = float("inf"), float("nan")


def judge(got, want, exact, **options):
    half = [torch.tensor(v, dtype=torch.float16) for v in (got, want)]
    return compare([half[0]], [half[1]],
                   [torch.tensor(exact, dtype=torch.float64)], **options)


class Compare(unittest.TestCase):
    def right(self, *values, **options):
        self.assertEqual(judge(*values, **options), "")

    def wrong(self, *values, **options):
        self.assertIn("result 0:", judge(*values, **options))

    def test_twice_eagers_error(self):
        self.right([1.0, 1.03], [1.02, 1.0], [1.0, 1.0])
        self.wrong([1.0, 1.06], [1.02, 1.0], [1.0, 1.0])
        self.wrong([1.0, 1.03], [1.02, 1.0], [1.0, 1.0], pointwise=True)

    def test_eager_overflows_on_the_way(self):
        for eager in -INF, INF, NAN:
            self.right([-27152.0, 1.0], [eager, 1.0], [-27152.6, 1.0])
            self.wrong([-26000.0, 1.0], [eager, 1.0], [-27152.6, 1.0])
            self.wrong([-INF if eager == INF else INF, 1.0], [eager, 1.0],
                       [-27152.6, 1.0])

    def test_overflow_of_the_result(self):
        self.right([65504.0], [INF], [65510.0])
        self.right([INF], [INF], [1e6])
        self.wrong([65504.0], [INF], [1e6])
        self.wrong([1.0], [NAN], [NAN])
        self.wrong([INF], [1.0], [1.0])


if __name__ == "__main__":
    unittest.main()
