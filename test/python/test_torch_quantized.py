"""Quantised programs: torch._int_mm, products of bytes in i32, dynamic
quantisation in plain torch, quantized_decomposed.* of PT2E. Products of bytes
are equal bit by bit; nothing is left to PyTorch."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401  (defines the ops)

ops = torch.ops.quantized_decomposed
EXACT = {"rtol": 0, "atol": 0}


def signed(*shape):
    return torch.randint(-128, 128, shape, dtype=torch.int8)


def unsigned(*shape):
    return torch.randint(0, 256, shape, dtype=torch.uint8)


class Products(Case):
    def exact(self, function, *args):
        self.check(function, *args, tolerances=EXACT)

    def test_int_mm(self):
        for rows, steps, columns in ((33, 64, 48), (17, 100, 40), (40, 33, 7),
                                     (18, 8, 3)):
            torch._dynamo.reset()
            self.exact(lambda x, w: torch._int_mm(x, w.t()),
                       signed(rows, steps), signed(columns, steps))
        self.exact(torch._int_mm, signed(40, 64), signed(64, 80))

    def test_int_mm_of_the_least_number(self):
        x = torch.full((20, 512), -128, dtype=torch.int8)
        self.exact(lambda x: torch._int_mm(x, x.t()), x)

    def test_widened_factors(self):
        def product(x, w):
            return x.to(torch.int32) @ w.to(torch.int32).t()
        for make in (signed, unsigned):
            self.exact(product, make(20, 64), make(24, 64))
        self.exact(product, unsigned(20, 64), signed(24, 64))

    def test_sizes_of_batches(self):
        def product(x, w):
            return torch._int_mm(x, w.t())
        compiled = torch.compile(product, backend="tc", dynamic=True)
        w = signed(48, 64)
        for rows in (18, 40, 33):
            x = signed(rows, 64)
            self.close(compiled(x, w), product(x, w), **EXACT)
        self.compiled()

    def test_dynamic_quantisation(self):
        def linear(x, w, scale, bias):
            rows = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
            codes = (x / rows).round().clamp(-128, 127).to(torch.int8)
            y = torch._int_mm(codes, w.t()).to(torch.float32)
            return torch.nn.functional.gelu(y * rows * scale + bias)
        with torch.no_grad():
            self.check(linear, torch.randn(20, 64), signed(48, 64),
                       torch.rand(48) / 127, torch.randn(48))


class Decomposed(Case):
    def test_by_tensor(self):
        def both(x):
            q = ops.quantize_per_tensor(x, 0.03, 3, -128, 127, torch.int8)
            u = ops.quantize_per_tensor(x, 0.07, 9, 0, 255, torch.uint8)
            return q, u, ops.dequantize_per_tensor(
                q, 0.03, 3, -128, 127, torch.int8)
        self.check(both, 3 * torch.randn(20, 64), tolerances=EXACT)

    def test_scales_in_tensors(self):
        def both(x, scale, zero):
            q = ops.quantize_per_tensor(x, scale, zero, -128, 127, torch.int8)
            return q, ops.dequantize_per_tensor(
                q, scale, zero, -128, 127, torch.int8)
        for dtype in (torch.float32, torch.float64):
            torch._dynamo.reset()
            self.check(both, 3 * torch.randn(20, 64),
                       torch.tensor(0.0313, dtype=dtype), torch.tensor(5),
                       tolerances=EXACT)

    def test_by_channel(self):
        def both(x, scales, zeros):
            q = ops.quantize_per_channel(x, scales, zeros, 1, -128, 127,
                                         torch.int8)
            return q, ops.dequantize_per_channel(q, scales, zeros, 1, -128,
                                                 127, torch.int8)
        self.check(both, torch.randn(5, 8, 3), torch.rand(8) / 50 + 0.01,
                   torch.randint(-5, 5, (8,)), tolerances=EXACT)

    def test_by_token(self):
        def both(x):
            scales, zeros = ops.choose_qparams_per_token(x, torch.int8)
            q = ops.quantize_per_token(x, scales, zeros, -128, 127, torch.int8)
            return q, ops.dequantize_per_token(q, scales, zeros, -128, 127,
                                               torch.int8, torch.float32)
        self.check(both, torch.randn(5, 64), tolerances=EXACT)

    def test_linear_of_a_quantised_graph(self):
        def linear(x, w, bias):
            x = ops.quantize_per_tensor(x, 0.03, 120, 0, 255, torch.uint8)
            x = ops.dequantize_per_tensor(x, 0.03, 120, 0, 255, torch.uint8)
            w = ops.dequantize_per_tensor(w, 0.01, 0, -127, 127, torch.int8)
            y = torch.nn.functional.linear(x, w, bias).relu()
            return ops.quantize_per_tensor(y, 0.05, 0, 0, 255, torch.uint8)
        self.check(linear, torch.randn(20, 64), signed(48, 64),
                   torch.randn(48), tolerances={"rtol": 0, "atol": 1})


if __name__ == "__main__":
    unittest.main()
