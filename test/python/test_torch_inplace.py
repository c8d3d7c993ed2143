"""Arguments that a graph writes to are written in their own memory: no result
and no scratch memory of their size, no copy afterwards, on both routes; and
where something else reads the old values, the numbers are eager's still."""
import unittest
from unittest import mock

from Inputs.torch_case import Case, clone
import tc
import torch
from tc.torch import piece, report

LARGE = 64 * 48 * 4  # bytes of the arguments that are written to
ROUTES = ("aot", "direct")


def table():
    return torch.linspace(-2, 3, 64 * 48).reshape(64, 48)


class InPlace(Case):
    def run_ways(self, function, args, routes=ROUTES, calls=2, **options):
        """Results, arguments and their versions are eager's on each route; the
        programs that were compiled, and the copies made outside of them."""
        for route in routes:
            torch._dynamo.reset()
            report.state.clear()
            piece.cache.clear()
            call = torch.compile(function, backend="tc", fullgraph=True,
                                 options={"route": route}, **options)
            mine, theirs = clone(args), clone(args)
            with torch.no_grad(), mock.patch.object(
                    torch, "_foreach_copy_",
                    side_effect=torch._foreach_copy_) as copy:
                for _ in range(calls):
                    before = self.versions(mine), self.versions(theirs)
                    got, want = call(*mine), function(*theirs)
                    flat = torch.utils._pytree.tree_leaves
                    for a, b in zip(flat((got, mine)), flat((want, theirs)),
                                    strict=True):
                        self.close(a, b)
                    for old, new in zip(zip(*before), zip(self.versions(
                            mine), self.versions(theirs))):
                        self.assertEqual(*(n > o for n, o in zip(new, old)))
            self.compiled()
            programs = list(piece.cache.programs.values())
            yield programs, copy.call_count

    def versions(self, args):
        return [a._version for a in args]

    def in_place(self, function, *args, scratch=LARGE, **options):
        for programs, copies in self.run_ways(function, args, **options):
            self.assertEqual(copies, 0)
            self.assertEqual(len(programs), 1)
            self.assertLess(programs[0].arena_bytes, scratch)
            text, *_ = next(iter(piece.cache.programs))
            self.assertIn("tc.ties", text)


    # Elements by elements.

    def test_every_element(self):
        def function(x, y, mask):
            x.mul_(0.5).add_(y, alpha=2)
            y.masked_fill_(mask, 3.0)
            return x.sum() + y.mean()

        def filled(y, mask):
            y.masked_fill_(mask, 3.0)
            return y.mean()
        self.in_place(filled, table(), table() > 0)
        list(self.run_ways(function, (table(), table() + 1, table() > 0)))

        def function(x, y, mask):
            x.mul_(0.5).add_(y, alpha=2)
            return x.masked_fill_(mask, 3.0).sum() + y.mean()
        self.in_place(function, table(), table().flip(0), table() > 0)

    def test_returned(self):
        def function(x):
            x.add_(1)
            return x
        self.in_place(function, table())

    def test_views_returned(self):
        def function(x):
            y = x.view(-1)
            x.mul_(2)
            return y, x[3:]
        self.in_place(function, table(), routes=["aot"])

    def test_out(self):
        def function(x, y):
            torch.add(x, y, out=x)
            return y * 2
        self.in_place(function, table(), table().cos(), routes=["aot"])

    def test_transposed(self):
        """Memory that is not in row-major order."""
        def function(x, y):
            x.mul_(y)
            return y + 1
        self.in_place(function, table().t(), table().t().contiguous())

    # Some elements.

    def test_rows(self):
        def function(x, i, rows):
            x.index_copy_(0, i, rows)
            return x.sum(1)
        self.in_place(function, table(), torch.tensor([5, 63]), table()[:2] * 3)

    def test_index_put(self):
        for accumulate in (False, True):
            def function(x, i, rows):
                x.index_put_((i,), rows, accumulate=accumulate)
                return x + 1
            self.in_place(function, table(), torch.tensor([7, 3, 0]),
                          table()[:3] * 3)

    def test_last_of_equal_rows(self):
        """Which one stays is not said; sums of all are."""
        def function(x, i, rows):
            x.index_add_(0, i, rows, alpha=2)
            return x * 2
        self.in_place(function, table(), torch.tensor([7, 7, 7, 0]),
                      table()[:4])

    def test_slices(self):
        def function(x, y):
            x[3:7] = y
            x[:, 5] = 1.0
            return x.sum()

        def added(x):
            x[-1] += x[-1]
            return x.sum()
        self.in_place(function, table(), table()[10:14] * 3)
        self.in_place(added, table(), routes=["aot"])

    def test_symbolic_starts(self):
        def function(x, y):
            n = y.shape[0]
            x[n:2 * n] = y
            return x.sum(0)
        for n in (3, 5, 32):
            self.in_place(function, table(), table()[:n] * 3, dynamic=True,
                          calls=1, routes=["aot"])

    def test_caches(self):
        """Keys and values that attention reads."""
        def function(q, k, v, keys, values, at):
            keys.index_copy_(2, at, k)
            values.index_copy_(2, at, v)
            return torch.nn.functional.scaled_dot_product_attention(
                q, keys, values)
        shape = 1, 2, 128, 16
        one = [torch.randn(1, 2, 1, 16) for _ in range(3)]
        self.in_place(function, *one, torch.randn(shape), torch.randn(shape),
                      torch.tensor([17]), scratch=128 * 2 * 16 * 4)

    # What reads the old values.

    def test_other_elements_are_read(self):
        def reversed_(x):
            x.copy_(x.flip(0))
            return x * 1

        def shifted(x):
            x[1:] = x[:-1] * 2
            return x * 1

        def transposed(x):
            x[:48] = x[:48].t().contiguous() + 1
            return x * 1

        def swapped(x, i):
            x[i] = x.flip(0)[i] + 1
            return x * 1
        for function, args in ((reversed_, ()), (shifted, ()), (transposed, ()),
                               (swapped, (torch.tensor([3, 60, 4]),))):
            list(self.run_ways(function, (table(), *args),
                               ROUTES if not args else ["aot"]))

    def test_old_values_are_read_before(self):
        def function(x, y):
            old = x.sum(0)
            x.sub_(y)
            return old, x.sum(0), (y * 2).sum()
        self.in_place(function, table(), table().sin())

    def test_old_values_are_read_by_pytorch(self):
        """By an op that is left to it, behind the piece: a copy afterwards."""
        def function(x):
            y = x.view(-1) * 1
            x.add_(1)
            return torch.cumsum(x, 0), y
        for left in ("aten.cumsum.default", "aten.mul.Tensor"):
            torch._dynamo.reset()
            mine, theirs = table(), table()
            got = torch.compile(function, backend="tc", options={
                "leave": [left]})(mine)
            want = function(theirs)
            for a, b in zip((*got, mine), (*want, theirs)):
                self.close(a, b)

    def test_new_value_is_returned_too(self):
        def function(x):
            z = x + 1
            x.copy_(z)
            return z, z.view(-1)
        for programs, copies in self.run_ways(function, (table(),), calls=1):
            mine = table()
            z, _ = torch.compile(function, backend="tc")(mine)
            z.zero_()
            self.close(mine, table() + 1)

    def test_two_arguments_of_one_value(self):
        def function(x, y, z):
            z.add_(1)
            x.copy_(z)
            y.copy_(z)
            return y * 1
        list(self.run_ways(function, (table(), table() * 2, table() * 3)))

    def test_exchanged(self):
        def function(x, y):
            z = x.clone()
            x.copy_(y)
            y.copy_(z)
            return y * 1
        list(self.run_ways(function, (table(), table() * 2)))

    # Sizes, types, layouts.

    def test_views_of_a_whole_argument(self):
        """Are other tensors: changing their shape leaves the argument's."""
        def function(x):
            x.mul_(2)
            return x.view_as(x), x
        for options in ({}, {"route": "aot"}):
            torch._dynamo.reset()
            x = torch.ones(2, 3)
            view, same = torch.compile(function, backend="tc",
                                       options=options)(x)
            self.assertIs(same, x)
            self.assertEqual(view.data_ptr(), x.data_ptr())
            view.t_()
            self.assertEqual(x.shape, (2, 3))

    def test_types(self):
        def function(x, i, rows):
            x.index_copy_(0, i, rows)
            x.mul_(2)
            return x * 1
        for dtype in (torch.bfloat16, torch.float16, torch.float64,
                      torch.int32, torch.int8):
            x = (table() * 5).to(dtype)
            self.in_place(function, x, torch.tensor([5, 63]), x[:2] * 3)

    def test_special_values(self):
        def function(x, i, rows):
            x.index_copy_(0, i, rows)
            x.sub_(1)
            return x * 1
        x = table()
        x[0], x[1], x[2] = float("nan"), float("inf"), -0.0
        self.in_place(function, x, torch.tensor([5, 63]), x[:2] * 3)

    def test_sizes(self):
        """Of one program: none and one are others."""
        def function(x, y):
            x.add_(y)
            x[:1] = y[:1] * 2
            return x.sum()
        for n in (5, 8, 1, 0, 33):
            x = torch.linspace(0, 1, 3 * n).reshape(n, 3)
            mine, theirs = x.clone(), x.clone()
            call = torch.compile(function, backend="tc", dynamic=True)
            self.close(call(mine, x + 1), function(theirs, x + 1))
            self.close(mine, theirs)

    def test_strided_memory(self):
        def function(x, i, rows):
            x.index_copy_(0, i, rows)
            x.mul_(2)
            return x.sum()
        for route in ROUTES:
            torch._dynamo.reset()
            call = torch.compile(function, backend="tc",
                                 options={"route": route})
            mine, theirs = torch.zeros(64, 100), torch.zeros(64, 100)
            rows, i = torch.randn(2, 48), torch.tensor([5, 63])
            for _ in range(2):
                self.close(call(mine[:, 2:50], i, rows),
                           function(theirs[:, 2:50], i, rows))
                self.close(mine, theirs)

    # Calls that are others than the first.

    def test_arguments_that_overlap_later(self):
        def function(x, y):
            x.add_(1)
            return y * 2
        for route in ROUTES:
            torch._dynamo.reset()
            call = torch.compile(function, backend="tc",
                                 options={"route": route})
            call(torch.zeros(4), torch.zeros(4))
            base, other = torch.zeros(6), torch.zeros(6)
            self.close(call(base[:4], base[2:]), function(other[:4], other[2:]))
            self.close(base, other)

    def test_parts_of_one_storage_that_overlap(self):
        def function(x, y):
            x.add_(1)
            return x * y
        parts = [(slice(0, 4), slice(4, 8)), (slice(0, 4), slice(2, 6)),
                 (slice(0, 4), slice(0, 4)), (slice(4, 8), slice(0, 4)),
                 (slice(2, 6), slice(0, 4))]
        for first in range(len(parts)):
            torch._dynamo.reset()
            call = torch.compile(function, backend="tc")
            for one, other in parts[first:] + parts[:first]:
                mine, theirs = torch.arange(8.), torch.arange(8.)
                self.close(call(mine[one], mine[other]),
                           function(theirs[one], theirs[other]))
                self.close(mine, theirs)
            mine, theirs = torch.ones(8), torch.ones(8)
            self.close(call(mine[:4], torch.ones(4)),
                       function(theirs[:4], torch.ones(4)))
            self.close(mine, theirs)

    def test_errors_are_pytorchs(self):
        """What fails while it writes is not run again."""
        def function(x, i, rows):
            x.add_(1)
            x.index_copy_(0, i, rows)
            return x * 1
        for route in ROUTES:
            torch._dynamo.reset()
            call = torch.compile(function, backend="tc",
                                 options={"route": route})
            x = table()
            call(x, torch.tensor([1, 2]), table()[:2])
            with self.assertRaises((IndexError, RuntimeError)):
                call(x, torch.tensor([1, 99]), table()[:2])
            # Not added twice.
            self.assertLessEqual((x - table()).abs()[5:].max().item(), 2.01)

    def test_failures_before_writing(self):
        """PyTorch runs the piece; the arguments are written to once."""
        for route in ROUTES:
            x, call = self.failing(route, 1506)
            with self.assertWarnsRegex(report.Warning, "TC-8102"):
                self.close(call(x), (table() + 2) * 2)
            self.close(x, table() + 2)

    def test_failures_while_writing(self):
        for route in ROUTES:
            x, call = self.failing(route, 1522)
            with self.assertRaisesRegex(RuntimeError, "TC-8107"):
                call(x)
            self.close(x, table() + 1)

    def failing(self, route, number):
        """An argument and a function, called once, that fails from now on."""
        def function(x):
            x.add_(1)
            return x * 2
        torch._dynamo.reset()
        report.state.clear()
        found = []
        make = piece.Piece.__init__

        def note(self, *args):
            found.append(self)
            make(self, *args)
        x = table()
        call = torch.compile(function, backend="tc", options={"route": route})
        with mock.patch.object(piece.Piece, "__init__", note):
            call(x)
        error = tc.Error(f"a test of route {route}")
        error.number = number
        found[-1].program = mock.Mock()
        found[-1].program.call.side_effect = error
        return x, call

    def test_versions_are_counted(self):
        def function(x):
            x.add_(1)
            return x * 2
        weight = torch.ones(64, 48, requires_grad=True)
        x = table()
        y = weight * x
        with torch.no_grad():
            torch.compile(function, backend="tc")(x)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace"):
            y.sum().backward()

    # Optimizers.

    def test_optimizers(self):
        for name, options in (
                ("SGD", {}), ("SGD", {"momentum": 0.9, "weight_decay": 0.1}),
                ("Adam", {}), ("AdamW", {"amsgrad": True}), ("RMSprop", {}),
                ("Adagrad", {}), ("NAdam", {})):
            for foreach in (True, False):
                self.check_optimizer(name, foreach, options)

    def check_optimizer(self, name, foreach, options):
        torch._dynamo.reset()
        piece.cache.clear()
        mine, theirs = ([torch.nn.Parameter(table()[:n] * 1)
                         for n in (3, 7, 64, 64, 1)] for _ in range(2))
        optimizers = [getattr(torch.optim, name)(
            p, lr=0.01, foreach=foreach, **options) for p in (mine, theirs)]
        step = torch.compile(lambda: optimizers[0].step(), backend="tc")
        with mock.patch.object(torch, "_foreach_copy_",
                               side_effect=torch._foreach_copy_) as copy:
            for _ in range(4):
                for a, b in zip(mine, theirs):
                    a.grad = torch.randn(a.shape)
                    b.grad = a.grad.clone()
                step()
                with mock.patch.object(torch, "_foreach_copy_", copy.side_effect):
                    optimizers[1].step()
        for a, b in zip(mine, theirs):
            torch.testing.assert_close(a, b)
        self.assertFalse(tc.counters()["fallback_ops"], name)
        self.assertEqual(copy.call_count, 0, name)
        self.assertLess(max(p.arena_bytes for p in
                            piece.cache.programs.values()), LARGE)


if __name__ == "__main__":
    unittest.main()
