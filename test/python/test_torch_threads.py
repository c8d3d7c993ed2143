"""Compiling and calling from eight threads at once: each its own function, and
all of them one function whose sizes change. Kernels run on as many threads as
PyTorch is told to use."""
import concurrent.futures
import os
import pathlib
import resource
import threading
import time
import unittest

from Inputs.torch_case import Case
import tc
from tc.torch import report
import torch
from torch import nn

THREADS = 8


def together(work):
    """work(number) in threads that start at one moment; their results."""
    start = threading.Barrier(THREADS)

    def run(number):
        start.wait()
        return work(number)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def others():
    """Seconds of processor time of this process's other threads."""
    tasks = pathlib.Path("/proc/self/task")
    return sum(int((tasks / name / "schedstat").read_text().split()[0])
               for name in os.listdir(tasks)
               if int(name) != threading.get_native_id()) * 1e-9


class Threads(Case):
    @unittest.skipUnless(os.path.exists("/proc/self/task"), "no /proc")
    def test_one_thread(self):
        """A pool of tc's own would take over tasks of these kernels."""
        compiled = torch.compile(lambda x: x.softmax(-1), backend="tc")
        x, threads = torch.randn(1024, 1024), torch.get_num_threads()
        try:
            torch.set_num_threads(1)
            compiled(x)
            before, start = others(), time.thread_time()
            for _ in range(50):
                compiled(x)
            self.assertLess(others() - before,
                            (time.thread_time() - start) / 10)
        finally:
            torch.set_num_threads(threads)

    def test_scratch_is_kept(self):
        """Launches with little and with much scratch: no call has pages of
        theirs unmapped and faulted in again."""
        def centred(x):
            e = nn.functional.gelu(x)
            return ((e - e.mean(0)) * (e * x).sum(0)).sum(1)

        def faults():
            return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        compiled = torch.compile(lambda x, y: (centred(x), centred(y)),
                                 backend="tc")
        x, y = torch.randn(8192, 32), torch.randn(131072, 32)
        threads = torch.get_num_threads()
        try:
            torch.set_num_threads(2)
            for _ in range(3):
                compiled(x, y)
            before = faults()
            for _ in range(10):
                compiled(x, y)
            self.assertLess(faults() - before, 100)
        finally:
            torch.set_num_threads(threads)

    def test_each_its_own_model(self):
        models = [nn.Sequential(nn.Linear(4 + i, 6), nn.Tanh(),
                                nn.Linear(6, 3)) for i in range(THREADS)]
        inputs = [torch.randn(5, 4 + i) for i in range(THREADS)]

        def work(number):
            compiled = torch.compile(models[number], backend="tc")
            for _ in range(3):
                y = compiled(inputs[number])
                y.sum().backward()
            return y.detach(), models[number][0].weight.grad / 3
        for i, (y, grad) in enumerate(together(work)):
            models[i].zero_grad()
            want = models[i](inputs[i])
            want.sum().backward()
            self.close(y, want.detach())
            torch.testing.assert_close(grad, models[i][0].weight.grad)
        self.assertFalse(report.state.failures)

    def test_one_function(self):
        for compile in (tc.compile,
                        lambda f: torch.compile(f, backend="tc", dynamic=True)):
            tc.reset()
            compiled = compile(lambda x: torch.softmax(x * 2, -1))

            def work(number):
                found = []
                for n in (number + 2, 9, number):
                    x = torch.full((n, 3), float(number))
                    found.append((compiled(x), torch.softmax(x * 2, -1)))
                return found
            for got, want in sum(together(work), []):
                self.close(got, want)
            self.assertFalse(report.state.failures)

    def test_calls_while_others_compile(self):
        ready = torch.compile(lambda x: x.exp() + 1, backend="tc")
        x = torch.randn(1000)
        want = ready(x)

        def work(number):
            if number % 2:
                fresh = torch.compile(lambda x: x.sin() * number, backend="tc")
                return fresh(x), x.sin() * number
            for _ in range(50):
                got = ready(x)
                if not torch.equal(got, want):
                    break
            return got, want
        for got, expected in together(work):
            torch.testing.assert_close(got, expected)


if __name__ == "__main__":
    unittest.main()
