"""Whole programs of many kinds (Inputs/users): results, gradients of arguments and
parameters, what is written, dtypes, shapes and strides are eager's, by the distance
from f64. A sample, each in one way, drawn by TC_SEED; all in every way: TC_ALL=1
python3 test/python/test_torch_users.py."""
import importlib
import os
import random
import unittest

from Inputs.torch_case import Case
from Inputs.users import base, judge
import tc
import torch

for part in ("science", "losses", "sequence", "tensors", "training"):
    importlib.import_module(f"Inputs.users.{part}")

# Numbers of rows, dtype, and how it is compiled.
WAYS = {
    "auto": ((4,), torch.float64, lambda f: torch.compile(f, backend="tc")),
    "aot": ((4,), torch.float32, lambda f: torch.compile(
        f, backend="tc", options={"route": "aot"})),
    "sizes": ((4, 5), torch.float64, tc.compile),
}
ALL = bool(os.environ.get("TC_ALL"))
SAMPLE = 36


class Users(Case):
    def agree(self, name, way):
        make, facts = base.PROGRAMS[name]
        sizes, dtype, compile = WAYS[way]
        gradients = facts.get("gradients", True)
        want = judge.run(make, lambda f: f, sizes, dtype, gradients)
        exact = judge.run(make, lambda f: f, sizes, torch.float64, gradients)
        tc.reset()
        got = judge.run(make, compile, sizes, dtype, gradients)
        self.assertEqual(list(judge.differences(
            got, want, exact, facts.get("near", 0))), [])
        counts = tc.counters()
        self.assertFalse(counts["failures"])
        if facts.get("captured", True):
            self.assertGreater(counts["graphs"], 0)
        else:
            self.assertTrue(tc.explain().skipped)


def add(name, ways):
    def test(self):
        for way in ways:
            with self.subTest(way):
                self.agree(name, way)
    setattr(Users, f"test_{name}", test)


draw = random.Random(os.environ.get("TC_SEED", "0"))
light = [n for n, (_, facts) in base.PROGRAMS.items() if not facts.get("heavy")]
sampled = set(draw.sample(light, SAMPLE))
for program in base.PROGRAMS:
    chosen = list(WAYS) if ALL else [draw.choice(list(WAYS))]
    if ALL or program in sampled:
        add(program, chosen)

if __name__ == "__main__":
    unittest.main()
