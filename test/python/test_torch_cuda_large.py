"""Tensors of more than 2^31 elements on CUDA: results of compiled code are
eager's at the far end, too. Needs a GPU with 80 GB (exit code 77 without)."""
import sys
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

if not torch.cuda.is_available() or \
        torch.cuda.get_device_properties(0).total_memory < 75 << 30:
    print("skipped: no GPU of 80 GB")
    sys.exit(77)

CUDA = torch.device("cuda", 0)
MANY = (1 << 31) + 3 * 1024 + 5
ROWS, COLUMNS = 65539, 32803  # more than 2^31 together, and no power of two
CHUNK = 1 << 28


def pattern(count, dtype=torch.int8, factor=31, modulus=101):
    """Small whole numbers, made in parts."""
    found = torch.empty(count, dtype=dtype, device=CUDA)
    for begin in range(0, count, CHUNK):
        part = found[begin:begin + CHUNK]
        part.copy_(torch.arange(begin, begin + len(part), device=CUDA)
                   .mul_(factor).remainder_(modulus).sub_(modulus // 2))
    return found


class Large(Case):
    def tearDown(self):
        torch._dynamo.reset()
        torch.cuda.empty_cache()

    def same(self, function, *args, **tolerances):
        """Eager's results, compared in parts."""
        got = torch.compile(function, backend="tc", fullgraph=True,
                            dynamic=False)(*args)
        want = function(*args)
        self.compiled()
        single = isinstance(got, torch.Tensor)
        for a, b in zip([got] if single else got, [want] if single else want):
            self.assertEqual((a.shape, a.dtype, a.stride()),
                             (b.shape, b.dtype, b.stride()))
            a, b = ((t if t.is_contiguous() else t.t()).view(-1)
                    for t in (a, b))
            for begin in range(0, len(a), CHUNK):
                parts = a[begin:begin + CHUNK], b[begin:begin + CHUNK]
                if tolerances:
                    torch.testing.assert_close(*parts, **tolerances)
                else:
                    self.assertTrue(torch.equal(*parts), f"from {begin}")

    def test_elementwise(self):
        self.same(lambda x: x * 2 + 1, pattern(MANY))

    def test_elementwise_of_two_types(self):
        self.same(lambda x, y: (x > y, x.to(torch.float16) + y),
                  pattern(MANY), pattern(MANY, torch.float16, 7))

    def test_broadcast(self):
        self.same(lambda x, y: x[:, None] + y,
                  pattern(ROWS), pattern(COLUMNS))

    def test_positions(self):
        """What is computed of indices, beyond 32 bits."""
        def function(x):
            i = torch.arange(MANY, device=x.device)
            return torch.where(i > (1 << 31), i & 63, x).to(torch.int8)
        self.same(function, pattern(MANY))

    def test_copies(self):
        x = pattern(ROWS * COLUMNS).view(ROWS, COLUMNS)
        self.same(lambda x: x.t().contiguous() + 1, x)
        self.same(lambda x: x.flip(0), x)
        self.same(lambda x: torch.cat([x[:100], x], 0), x)

    def test_a_view_far_from_its_start(self):
        x = pattern(ROWS * COLUMNS).view(ROWS, COLUMNS)
        self.same(lambda x: x * 3, x[-5:])
        self.same(lambda x: x * 3, x[:, -7:])
        self.same(lambda x: x * 3, x[::30000].t())

    def test_sums(self):
        x = pattern(ROWS * COLUMNS).view(ROWS, COLUMNS)
        self.same(lambda x: (x.sum(), x.sum(0), x.sum(1), x.amax(),
                             x.amin(1)), x)

    def test_where_the_greatest_is(self):
        x = pattern(MANY)
        x[MANY - 3] = 120
        self.same(lambda x: x.argmax(), x)

    def test_running_sums(self):
        self.same(lambda x: x.cumsum(0, dtype=torch.int32), pattern(MANY))

    def test_softmax(self):
        x = pattern(ROWS * COLUMNS, torch.float16).view(ROWS, COLUMNS)
        self.same(lambda x: (x / 16).softmax(-1), x, rtol=1e-2, atol=1e-6)

    def test_products(self):
        x = pattern(ROWS * 64, torch.bfloat16, modulus=7).view(ROWS, 64)
        w = pattern(COLUMNS * 64, torch.bfloat16, 5, 5).view(COLUMNS, 64)
        self.same(lambda x, w: F.linear(x, w), x, w)
        y = pattern(ROWS * COLUMNS, torch.bfloat16, 11, 3).view(ROWS, COLUMNS)
        self.same(lambda y, w: y @ w, y, w, rtol=1e-2, atol=1)

    def test_products_in_f32(self):
        x = pattern(ROWS * 32, torch.float32, modulus=7).view(ROWS, 32)
        w = pattern(COLUMNS * 32, torch.float32, 5, 5).view(COLUMNS, 32)
        self.same(lambda x, w: F.linear(x, w), x, w)

    def test_rows_of_a_table(self):
        x = pattern(ROWS * COLUMNS).view(ROWS, COLUMNS)
        index = torch.tensor([0, ROWS - 1, 17, 65537], device=CUDA)
        self.same(lambda x, i: (x[i], x.index_select(1, i % COLUMNS),
                                x.gather(0, i[:, None])), x, index)

    def test_rows_that_are_written(self):
        x = pattern(ROWS * COLUMNS).view(ROWS, COLUMNS)
        index = torch.tensor([0, ROWS - 1, 17, 65537], device=CUDA)
        rows = pattern(4 * COLUMNS, factor=3).view(4, COLUMNS)
        self.same(lambda x, i, r: x.index_add(0, i, r), x, index, rows)

    def test_images(self):
        x = pattern(260 * 8 * 1024 * 1040, torch.bfloat16, modulus=3).view(
            260, 8, 1024, 1040)
        w = pattern(8 * 8 * 9, torch.bfloat16, modulus=3).view(8, 8, 3, 3)
        self.same(lambda x, w: F.conv2d(x, w, padding=1).amax((2, 3)), x, w)
        self.same(lambda x: F.max_pool2d(x, 2), x)

    def test_gradients(self):
        x = pattern(ROWS * COLUMNS, torch.bfloat16, modulus=5).view(
            ROWS, COLUMNS).requires_grad_()
        s = torch.ones(COLUMNS, device=CUDA, dtype=torch.bfloat16,
                       requires_grad=True)

        def function(x, s):
            return (x * s).relu()
        for route in ("direct", "aot"):
            with self.subTest(route):
                torch._dynamo.reset()
                x.grad = s.grad = None
                torch.compile(function, backend="tc", options={
                    "route": route})(x, s).backward(x.detach())
                got, x.grad = x.grad, None
                own, s.grad = s.grad, None
                function(x, s).backward(x.detach())
                self.assertTrue(torch.equal(got, x.grad))
                torch.testing.assert_close(own, s.grad, rtol=2e-2, atol=1)


if __name__ == "__main__":
    unittest.main()
