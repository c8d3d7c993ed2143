"""bench/ceiling.py counts each product of a call, forward and backward, and the
bytes of what cannot be fused with one."""
import collections
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
try:
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

from torch import nn  # noqa: E402
from ceiling import Recorder, ceiling  # noqa: E402


def recorded(model, call):
    with Recorder(model.parameters()) as seen:
        call()
    counts = collections.Counter()
    for count, func, *_ in seen.products.values():
        counts[func.overloadpacket.__name__] += count
    return counts, seen.bytes


class Counted(unittest.TestCase):
    def test_layers_of_one_shape_are_one_product(self):
        model = nn.Sequential(*(nn.Linear(16, 16) for _ in range(3)))
        x = torch.randn(4, 16)
        with torch.no_grad():
            self.assertEqual(recorded(model, lambda: model(x)),
                             ({"addmm": 3}, 0))

    def test_rows_and_tables_are_bytes(self):
        model = nn.Sequential(nn.Embedding(100, 16), nn.LayerNorm(16))
        x = torch.arange(8)
        of_values, of_a_norm = 4 * 8 * 16, 4 * (16 + 16 + 8 + 8)
        with torch.no_grad():
            self.assertEqual(
                recorded(model, lambda: model(x)),
                ({}, 2 * of_values + 2 * of_values + of_a_norm))

    def test_gradients_and_casts(self):
        model = nn.Linear(16, 16, bias=False)
        x = torch.randn(4, 16, requires_grad=True)

        def step():
            with torch.autocast("cpu", torch.bfloat16):
                y = model(x)
            y.sum().backward()
        products, moved = recorded(model, step)
        self.assertEqual(products, {"mm": 3})
        self.assertEqual(moved, 16 * 16 * (4 + 2))

    def test_times_add_up(self):
        model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Flatten(),
                              nn.LayerNorm(8 * 36))
        x = torch.randn(2, 3, 8, 8)
        with torch.no_grad():
            found = ceiling(model, lambda m: m(x))
        self.assertGreater(found["products_ms"], 0)
        self.assertAlmostEqual(
            found["ms"], found["products_ms"] + found["rest_ms"], delta=2e-3)


if __name__ == "__main__":
    unittest.main()
