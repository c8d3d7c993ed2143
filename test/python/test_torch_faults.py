"""What fails in the compiler is PyTorch's work: a failure and a crash in every
pass and kernel that a graph meets, a hang, and each limit. Each gives eager's
result, one numbered warning, and a file that shows the failure again."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import warnings

from Inputs.torch_case import BUILD, Case
import tc
from tc.torch import report
import torch


def function(x, w):
    return torch.softmax(x @ w, -1)


class Faults(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.environ["TC_REPRODUCER_DIR"] = cls.folder.name
        cls.x, cls.w = torch.randn(5, 7), torch.randn(7, 9)
        trace = pathlib.Path(cls.folder.name) / "names"
        cls.inject(f"trace:{trace}")
        torch.compile(function, backend="tc")(cls.x, cls.w)
        cls.names = list(dict.fromkeys(trace.read_text().split()))

    @classmethod
    def tearDownClass(cls):
        cls.inject(None)
        del os.environ["TC_REPRODUCER_DIR"]
        cls.folder.cleanup()

    @staticmethod
    def inject(fault):
        """Into workers that start from now on; there are no others."""
        os.environ.pop("TC_WORKER_FAULT", None)
        if fault:
            os.environ["TC_WORKER_FAULT"] = fault
        for pid in tc._core.workers()[0]:
            os.kill(pid, 9)

    def failing(self, message, **options):
        """The warning of a compile that fails."""
        tc.reset()
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always", tc.torch.Warning)
            got = torch.compile(function, backend="tc", options=options)(
                self.x, self.w)
        self.close(got, function(self.x, self.w))
        seen = [str(w.message) for w in seen
                if isinstance(w.message, tc.torch.Warning)]
        self.assertEqual(len(seen), 1, seen)
        self.assertRegex(seen[0], r"^\[TC-8101\] .*" + message)
        self.assertEqual(sum(report.state.failures.values()), 1)
        self.assertTrue(report.state.fallback_ops)
        return seen[0]

    def test_every_pass_and_kernel(self):
        self.assertGreater(len(self.names), 20, self.names)
        for name in self.names:
            for kind, number in (("fail", 9001), ("crash", 7602)):
                with self.subTest(kind=kind, name=name):
                    self.inject(f"{kind}:{name}")
                    self.failing(f"TC-{number}.*{re.escape(name)}")
        self.inject(None)

    def test_threads_that_crash_at_once(self):
        for _ in range(10):
            self.inject("race:prim-to-loop")
            self.failing("TC-7602.*prim-to-loop")

    def test_the_reproducer(self):
        pass_ = next(n for n in self.names if n == "prim-to-loop")
        self.inject(f"fail:{pass_}")
        said = self.failing("prim-to-loop")
        self.inject(None)
        path = re.search(r"tc-compile (\S+\.mlir)", said)[1]
        done = subprocess.run([BUILD / "bin/tc-compile", path, "-o",
                               self.folder.name + "/again.so"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_limits(self):
        self.inject("hang:prim-to-loop")
        self.failing("TC-8602", time_limit=0.5)
        self.inject(None)
        self.failing("TC-6602", memory_limit=1 << 20)

    def test_afterwards_all_is_well(self):
        self.inject(None)
        tc.reset()
        self.check(function, self.x, self.w)


if __name__ == "__main__":
    unittest.main()
