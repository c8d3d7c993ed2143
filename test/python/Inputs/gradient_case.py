"""Compares gradients of the direct route with PyTorch's, by overload."""
from unittest import mock

from Inputs.torch_case import Case
import torch
from Inputs.gradient_rules import RULES
from tc.torch import gradients, training


# What eager's gradients in f64 are precise to: of numbers that it has in f32.
COARSE = {"hardsigmoid.default": 1e-7}


def leaves(arguments, dtype):
    return [a.to(dtype).clone().requires_grad_() for a in arguments]


def backward(results, dtype):
    """The sum of all results' elements, each with a weight of its own."""
    flat = [r for r in results if r.requires_grad]
    torch.autograd.backward(flat, [
        torch.linspace(-1, 2, r.numel(), dtype=torch.float64,
                       device=r.device).sin().to(r.dtype).reshape(r.shape)
        for r in flat])


class RulesCase(Case):
    """One graph of all functions, each of arguments of its own."""
    options = {"route": "direct"}
    together = len(RULES)  # overloads in one graph
    elsewhere = frozenset()  # overloads that only another device calls

    def each(self, check, names, *rest):
        names = list(names)
        for i in range(0, len(names), self.together):
            with self.subTest(names[i:i + self.together]):
                check(names[i:i + self.together], *rest)

    def gradients(self, cases, dtype, compiled):
        given = [leaves(arguments, dtype) for _, *arguments in cases]

        def function(given):
            # (results of the graph that are views of arguments are no values)
            return [2 * f(*arguments)
                    for (f, *_), arguments in zip(cases, given)]
        torch._dynamo.reset()
        call = torch.compile(function, backend="tc", options=self.options) \
            if compiled else function
        results = call(given)
        backward(results, dtype)
        return [r.detach() for r in results], [
            a.grad for one in given for a in one]

    def run_rules(self, names, dtype):
        """(of the compiled graph, of eager's, of eager's in f64): (results,
        gradients)."""
        cases = [c for name in names for c in RULES[name]]
        seen = set()

        def note(graph, inputs):
            before = set(gradients.TESTED)
            found = gradients.untested(graph, inputs)
            self.assertFalse(found[1])
            seen.update(str(n.target) for n in graph.nodes)
            self.assertEqual(before, gradients.TESTED)
            return found
        with mock.patch.object(training, "untested", note):
            got = self.gradients(cases, dtype, True)
        self.assertLessEqual({f"aten.{name}" for name in names
                              if name not in self.elsewhere}, seen)
        self.compiled()
        return got, self.gradients(cases, dtype, False), \
            self.gradients(cases, torch.float64, False)

    def equal_in_f64(self, names):
        got, want, _ = self.run_rules(names, torch.float64)
        rules = [(n, len(rest)) for n in names for _, *rest in RULES[n]]
        owners = [n for n, _ in rules], [n for n, k in rules for _ in range(k)]
        for mine, theirs, own in zip(got, want, owners, strict=True):
            for name, a, b in zip(own, mine, theirs, strict=True):
                near = COARSE.get(name, 1e-11)
                torch.testing.assert_close(
                    a, b, rtol=near, atol=near, equal_nan=True,
                    msg=lambda m, n=name: f"{n}: {m}")

    def as_near_as_eager(self, names, dtype):
        """At most twice eager's error, and an ulp of the greatest element."""
        got, eager, exact = self.run_rules(names, dtype)
        for mine, theirs, true in zip(got[1], eager[1], exact[1]):
            self.assertEqual(mine.dtype, theirs.dtype)
            self.assertEqual(mine.shape, theirs.shape)
            fine = true.isfinite() & theirs.isfinite()
            mine, theirs, true = (
                v.double()[fine] for v in (mine, theirs, true))
            least = torch.finfo(dtype).eps * true.norm()
            self.assertLessEqual((mine - true).norm().item(), (
                2 * (theirs - true).norm() + least).item())
