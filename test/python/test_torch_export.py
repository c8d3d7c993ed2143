"""tc.export end to end: the files that it writes, compiled by tc-compile,
loaded with their weights, give eager's results."""
import os
import subprocess
import tempfile
import unittest

from Inputs.torch_case import BUILD, Case
import tc
import torch
from torch import nn
from torch.export import Dim


class Export(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model")

    def program(self, model, args, **options):
        """What tc-compile makes of the files."""
        written = tc.export(model, args, self.path, **options)
        self.assertEqual(str(written), self.path + ".mlir")
        subprocess.run([BUILD / "bin/tc-compile", written, "-o",
                        self.path + ".so"], check=True)
        program = tc.load(self.path + ".so")
        program.set_weights(self.path + ".safetensors")
        return program

    def same(self, program, model, *args):
        with torch.no_grad():
            want = model(*args)
        flat = torch.utils._pytree.tree_leaves
        got = [r for r, info in zip(program.call(flat(args)), program.results)
               if info.alias is None]
        for a, b in zip(got, flat(want), strict=True):
            self.close(a, b)

    def test_a_network_of_any_batch(self):
        model = nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(),
            nn.Linear(4 * 36, 5)).eval()
        program = self.program(model, (torch.randn(2, 3, 8, 8),),
                               dynamic_shapes=({0: Dim("batch")},))
        self.assertEqual(program.symbols, ("batch",))
        for n in (2, 5, 1):
            self.same(program, model, torch.randn(n, 3, 8, 8))

    def test_a_model_that_asks_whether_a_size_is_1(self):
        """Then sizes are exported as torch.export does it."""
        model = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True).eval()
        program = self.program(
            model, (torch.randn(2, 5, 16),),
            dynamic_shapes=({0: Dim("batch"), 1: Dim("length")},))
        for batch, length in (2, 5), (3, 7), (1, 5), (2, 1):
            self.same(program, model, torch.randn(batch, length, 16))

    def test_tc_run_takes_both_files(self):
        model = nn.Sequential(nn.Embedding(9, 4), nn.Linear(4, 3))
        tc.export(model, (torch.randint(0, 9, (2, 4)),), self.path + ".mlir",
                  dynamic_shapes=({0: Dim("batch")},))
        done = subprocess.run(
            [BUILD / "bin/tc-run", self.path + ".mlir", "--weights",
             self.path + ".safetensors", "--repeat", "1"],
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_tied_weights_types_and_arguments(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding = nn.Embedding(7, 4)
                self.head = nn.Linear(4, 7, bias=False)
                self.head.weight = self.embedding.weight
                self.register_buffer("scale", torch.rand(4).bfloat16())
                self.register_buffer("mask", torch.rand(7) > 0.5,
                                     persistent=False)

            def forward(self, index, more, twice=True):
                x = self.embedding(index) * self.scale + more["shift"]
                y = self.head(x) * (2 if twice else 1)
                return {"y": y, "masked": y.masked_fill(self.mask, 0.0),
                        "t": more["t"].t() + 1}
        model = Net()
        more = {"shift": torch.randn(4), "t": torch.randn(3, 5).t()}
        args = torch.randint(0, 7, (2, 3)), more
        program = self.program(model, args, kwargs={"twice": True})
        self.assertEqual([w.name for w in program.weights],
                         ["embedding.weight", "scale", "mask"])
        self.same(program, model, *args)

    def test_state(self):
        class Count(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("n", torch.zeros(3))

            def forward(self, x):
                self.n.add_(1)
                self.n[0].mul_(2)
                return x + self.n
        model = Count()
        program = self.program(model, (torch.zeros(3),))
        for _ in range(3):
            self.same(program, model, torch.zeros(3))

    def test_a_function(self):
        def function(x, y):
            return x @ y, x.sum()
        args = torch.randn(3, 4), torch.randn(4, 2)
        self.same(self.program(function, args), function, *args)

    def test_what_pytorch_decomposes(self):
        class Spectral(nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm1d(4)
                self.register_buffer("calls", torch.zeros(()))

            def forward(self, x):
                self.calls.add_(1)
                y = torch.fft.irfft2(torch.fft.rfft2(self.norm(x)) * 0.5)
                return y * self.calls, torch.cross(y[:, :3], x[:, :3], dim=1)
        model = Spectral().eval()
        program = self.program(model, (torch.randn(2, 4, 6),),
                               dynamic_shapes=({0: Dim("batch")},))
        for n in (3, 1):
            self.same(program, model, torch.randn(n, 4, 6))

    def test_writes_beside_what_pytorch_decomposes(self):
        def function(x, y):
            x.mul_(2)
            return torch.fft.fft(y).real + x
        args = torch.randn(3, 4), torch.randn(3, 4)
        program = self.program(function, args)
        mine = [a.clone() for a in args]
        want = function(*args)
        got = [r for r, info in zip(program.call(mine), program.results)
               if info.alias is None]
        self.close(got[0], want)
        self.close(mine[0], args[0])

    def test_what_cannot_be_written(self):
        model = nn.Linear(2, 2).to(torch.complex64)
        with self.assertRaisesRegex(tc.ExportError, "TC-8121.*weight"):
            tc.export(model, (torch.ones(1, 2, dtype=torch.complex64),),
                      self.path)
        self.assertFalse(os.path.exists(self.path + ".mlir"))
        with self.assertRaisesRegex(tc.ExportError, "TC-8120"):
            tc.export(lambda x: x.to(torch.float8_e8m0fnu), (torch.ones(2),),
                      self.path)


if __name__ == "__main__":
    unittest.main()
