"""Tests of capture/: the generator, the rounding, the f64 reference, the text.
Skipped (exit code 77) without PyTorch."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

try:
    import numpy as np
    import sympy
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

from capture import cases, tc_fill  # noqa: E402
from capture.capture import bind, capture, export  # noqa: E402
from capture.eager import Text, error, results_of  # noqa: E402
from capture.fills import apply, plan, rounded, uniform, write  # noqa: E402
from capture.reference import run  # noqa: E402
from tc.torch.text import Sizes, real  # noqa: E402

CASES = cases.load()


class Generator(unittest.TestCase):
    def test_philox_is_that_of_random123(self):
        key = tc_fill.KEY1
        tc_fill.KEY1 = 0
        try:
            words = tc_fill.philox(np.zeros(1, np.uint64), 0, 0)[0]
        finally:
            tc_fill.KEY1 = key
        self.assertEqual([hex(w) for w in words], [
            "0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8"])

    def test_any_part_is_part_of_the_whole(self):
        init = uniform(0.5, 2.0, 3)
        whole = tc_fill.fill(init, (50,), 0, 50)
        for start, count in ((0, 1), (3, 9), (17, 33)):
            part = tc_fill.fill(init, (50,), start, count)
            np.testing.assert_array_equal(part, whole[start:start + count])

    def test_uniform_has_its_mean_and_deviation(self):
        values = tc_fill.fill(uniform(0.5, 2.0, 3), (1 << 16,), 0, 1 << 16)
        self.assertAlmostEqual(values.mean(), 0.5, delta=0.05)
        self.assertAlmostEqual(values.std(), 2.0, delta=0.05)

    def test_strided_tensors_are_filled_in_row_major_order(self):
        plain, turned = torch.empty(3, 5), torch.empty(5, 3).t()
        for tensor in (plain, turned):
            write(tensor, uniform(0.0, 1.0, 1))
        self.assertTrue(torch.equal(plain, turned))

    def test_bfloat16_is_rounded_once(self):
        # Just above a tie of bfloat16, nearer to it than float32 can tell.
        value = np.array([1 + 2.0**-8 + 2.0**-40, -(1 + 2.0**-8 + 2.0**-40)])
        self.assertEqual(rounded(value, torch.bfloat16).tolist(),
                         [1 + 2.0**-7, -(1 + 2.0**-7)])


class Reference(unittest.TestCase):
    def test_wide_run_is_that_of_the_module_in_f64(self):
        for name in ("norms", "transformer_block", "residual_block",
                     "attention", "symbolic_attention"):
            with self.subTest(name):
                source = CASES[name]
                module = source.module()
                apply(module, plan(module))
                example = source.example()
                program = export(module, example, source.dims(), source.limits)
                tensors = bind(program, list(example.values()))
                wide, changed = run(program, tensors, wide=True)
                self.assertFalse(changed)
                expected = results_of(module.double()(**{
                    n: t.double() if t.is_floating_point() else t
                    for n, t in example.items()}))
                for one, other in zip(wide, expected):
                    self.assertEqual(one.dtype, torch.float64)
                    torch.testing.assert_close(one, other, rtol=1e-13,
                                               atol=1e-13)


class Written(unittest.TestCase):
    def test_numbers_are_read_back(self):
        for value in (0.0, -1e-5, 1 / 3, 1e22, 5e-324):
            self.assertEqual(float(real(value)), value)
            self.assertIn(".", real(value))
        self.assertEqual(real(float("-inf")), "0xFFF0000000000000")

    def test_sizes(self):
        b, s = sympy.symbols("b s", positive=True, integer=True)
        for size, text in ((s - 1, "s - 1"), (2 * b * s - b, "2*b*s - b"),
                           (sympy.Min(s, 4), "min(s, 4)")):
            self.assertEqual(Sizes().text(size), text)

    def test_stored_graphs_are_those_of_a_new_capture(self):
        if not torch.__version__.startswith("2.13"):
            self.skipTest("the stored graphs are PyTorch 2.13's")
        for name in ("inplace_on_slice_of_input", "overlapping_inputs",
                     "batch_norm_training", "symbolic_halves", "cond",
                     "channels_last_argument", "tied_weights"):
            with self.subTest(name):
                stored = (ROOT / f"test/exec/fx/{name}.mlir").read_text()
                fresh = capture(name, CASES[name])
                self.assertEqual(stored.partition("\n} {\n")[2],
                                 fresh.partition("\n} {\n")[2])

    def test_stored_results_are_those_of_eager(self):
        for name in ("linear_backward", "norms", "sorting", "products"):
            with self.subTest(name):
                text = Text(ROOT / f"test/exec/fx/{name}.mlir")
                module = CASES[name].module()
                apply(module, text.weights)
                results = results_of(module(**text.example(CASES[name], {})))
                self.assertEqual(len(results), len(text.expected))
                self.assertLess(error(results, text.expected), 1e-6)


if __name__ == "__main__":
    unittest.main()
