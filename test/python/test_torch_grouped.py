"""Products with matrices of a stack: grouped ones, whose groups are data,
forward and backward, against sums in f64; and those that an index chooses."""
import unittest

from Inputs.torch_case import Case
import torch
import torch.nn.functional as F

# The rows of each group.
GROUPS = {
    "even": [40, 40, 40, 40],
    "uneven": [3, 0, 117, 1, 0, 39],
    "the first alone": [64, 0, 0],
    "the last alone": [0, 0, 64],
    "one": [70],
    "as many as rows": [1, 0, 2, 1, 0, 0, 1, 3],
    "two rows": [0, 1, 0, 0, 1, 0],
}


def ends(groups):
    return torch.tensor(groups).cumsum(0).to(torch.int32)


def parts(groups):
    last = 0
    for i, n in enumerate(groups):
        yield i, slice(last, last + n)
        last += n


class Grouped(Case):
    def operands(self, rows, groups, steps=32, columns=48):
        x = torch.randn(rows, steps, dtype=torch.bfloat16)
        w = torch.randn(groups, steps, columns, dtype=torch.bfloat16)
        return x.requires_grad_(), w.requires_grad_()

    def near(self, got, want):
        torch.testing.assert_close(got.double(), want, rtol=2e-2, atol=2e-2)

    def test_rows(self):
        for name, groups in GROUPS.items():
            with self.subTest(name):
                torch._dynamo.reset()
                x, w = self.operands(sum(groups), len(groups))
                dy = torch.randn(sum(groups), 48, dtype=torch.bfloat16)
                y = torch.compile(F.grouped_mm, backend="tc")(
                    x, w, offs=ends(groups))
                y.backward(dy)
                for i, at in parts(groups):
                    a, b, g = x[at].double(), w[i].double(), dy[at].double()
                    self.near(y[at], a @ b)
                    self.near(x.grad[at], g @ b.T)
                    self.near(w.grad[i], a.T @ g)

    def test_transposed(self):
        groups = GROUPS["uneven"]
        x, _ = self.operands(sum(groups), 1)
        w = torch.randn(len(groups), 48, 32, dtype=torch.bfloat16)
        y = torch.compile(lambda x, w, o: F.grouped_mm(
            x, w.transpose(1, 2), offs=o), backend="tc")(x, w, ends(groups))
        for i, at in parts(groups):
            self.near(y[at], x[at].double() @ w[i].double().T)

    def test_any_number_of_rows(self):
        """One compilation for all: the groups' sizes, too, are data."""
        compiled = torch.compile(F.grouped_mm, backend="tc", dynamic=True)
        for groups in ([5, 0, 12], [0, 0, 2], [300, 20, 1], [0, 33, 0]):
            x, w = self.operands(sum(groups), 3)
            y = compiled(x, w, offs=ends(groups))
            for i, at in parts(groups):
                self.near(y[at], x[at].double() @ w[i].double())

    def test_groups_are_apart(self):
        """What is infinite in one group is nowhere else."""
        groups = [20, 13, 30]
        x, w = self.operands(63, 3)
        with torch.no_grad():
            x[5, 3] = w[0, 1, 2] = torch.inf
        y = torch.compile(F.grouped_mm, backend="tc")(
            x, w, offs=ends(groups))
        y.sum().backward()
        self.assertTrue(y[20:].isfinite().all())
        self.assertTrue(x.grad[20:].isfinite().all())
        self.assertTrue(w.grad[1:].isfinite().all())
        self.assertFalse(w.grad[0].isfinite().all())

    def test_chosen(self):
        """Adapters: matrices that an index chooses, also from the end."""
        def low_rank(x, a, b, i):
            return x @ a[i] @ b[i]
        x = torch.randn(6, 5, 32, requires_grad=True)
        a = torch.randn(4, 32, 8, requires_grad=True)
        b = torch.randn(4, 8, 24, requires_grad=True)
        for i in (torch.tensor([0, 3, 3, 1, 0, 2]),
                  torch.tensor([-1, 3, -4, 1, 0, -2])):
            self.check(low_rank, x, a, b, i,
                       tolerances={"rtol": 2e-5, "atol": 2e-5})
        for bad in (4, -5):
            with self.subTest(bad), self.assertRaises(IndexError):
                torch.compile(low_rank, backend="tc")(
                    x, a, b, torch.tensor([0, 1, bad, 1, 0, 2]))


if __name__ == "__main__":
    unittest.main()
