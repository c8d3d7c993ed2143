"""What the back end says: streams of logs, events for the profiler, a word
during a long compilation."""
import logging
import unittest

from Inputs.torch_case import Case
import tc
from tc.torch import logs
import torch


def function(x, w):
    return torch.softmax(x @ w, -1) + 1


class Logs(Case):
    def said(self, stream, level):
        arguments = torch.randn(4, 5), torch.randn(5, 6)
        with self.assertLogs(f"tc.{stream}", level) as seen:
            torch.compile(function, backend="tc")(*arguments)
        return "\n".join(r.getMessage() for r in seen.records)

    def test_streams(self):
        for stream, level, words in (
                ("graphs", "INFO", "inference graph in"),
                ("kernels", "INFO", "kernels in"),
                ("pieces", "DEBUG", "fx.call \"aten.matmul.default\""),
                ("code", "DEBUG", "def run(args):"),
                ("fusion", "DEBUG", "test_torch_logs.py")):
            tc.reset()
            self.assertIn(words, self.said(stream, level))
            self.assertIn(stream, logs.STREAMS)

    def test_enabling(self):
        logs.enable(["kernels"])
        try:
            self.assertTrue(logs.kernels.isEnabledFor(logging.DEBUG))
            self.assertFalse(logs.pieces.isEnabledFor(logging.DEBUG))
        finally:
            logs.kernels.handlers.clear()
            logs.kernels.setLevel(logging.NOTSET)
            logs.kernels.propagate = True
        with self.assertLogs("tc", "WARNING") as seen:
            logs.enable(["kernel"])
        self.assertIn("no stream 'kernel'", seen.output[0])

    def test_a_long_compilation(self):
        before, logs.PATIENCE = logs.PATIENCE, 0.001
        try:
            self.assertIn("compiling 3 ops for cpu",
                          self.said("progress", "WARNING"))
        finally:
            logs.PATIENCE = before

    def test_profiler(self):
        compiled = torch.compile(function, backend="tc")
        arguments = torch.randn(4, 5), torch.randn(5, 6)
        compiled(*arguments)
        with torch.profiler.profile() as profile:
            compiled(*arguments)
        self.assertIn("tc: matmul, softmax, add",
                      [e.key for e in profile.key_averages()])


if __name__ == "__main__":
    unittest.main()
