"""The examples of docs/pytorch.md and the line of the README, run as they stand
there, one after another, and what they print. Skipped (exit code 77) without
PyTorch."""
import contextlib
import io
import os
import re
import subprocess
import tempfile
import unittest

from Inputs.torch_case import Case
import tc
import tc.torch  # noqa: F401: in a build tree
import torch
from torch import nn

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
BLOCK = re.compile(r"^```(python|py|sh)\n(.*?)^```", re.M | re.S)
BUILD = os.environ.get("TC_BUILD", os.path.join(ROOT, "build"))


def blocks(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return BLOCK.findall(file.read())


def run(found, names):
    """Runs blocks in the current folder; what they print."""
    printed = io.StringIO()
    for kind, text in found:
        if kind == "sh":
            path = f"{os.path.abspath(BUILD)}/bin:{os.environ['PATH']}"
            subprocess.run(["bash", "-ec", text], check=True,
                           env=os.environ | {"PATH": path})
            continue
        with contextlib.redirect_stdout(printed):
            exec(compile(text, "example", "exec"), names)
    return printed.getvalue()


class Page(Case):
    def setUp(self):
        tc.reset()
        self.home = os.getcwd()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, self.home)

    def test_pytorch(self):
        found, names = blocks("docs/pytorch.md"), {}
        self.assertEqual([kind for kind, _ in found],
                         ["python", "python", "python", "sh", "python"])
        printed = run(found, names)
        self.assertIn("1 graphs: 4 ops compiled, 0 run by PyTorch", printed)
        self.close(names["y"], names["net"](names["x"]))
        # The graph back to PyTorch, of docs/python.md.
        back = [b for b in blocks("docs/python.md") if b[0] == "py"]
        self.assertEqual(len(back), 1)
        self.assertIn("linear", run(back, names))

    def test_readme(self):
        names = {"model": nn.Linear(4, 4), "torch": torch}
        run(blocks("README.md"), names)
        x = torch.randn(2, 4)
        self.close(names["model"](x), names["model"]._orig_mod(x))
        self.assertEqual(tc.counters()["fallback_ops"], {})
        self.assertGreater(tc.counters()["ops_compiled"], 0)


if __name__ == "__main__":
    unittest.main()
