"""Times of calls on an NVIDIA GPU, for gpu.py and convolutions.py."""
import contextlib
import statistics

import torch

from package import tc


def median_ms(work, stream, repeat):
    """Of single calls, by events; inputs are larger than the L2."""
    for _ in range(3):
        work()
    pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)]
             for _ in range(repeat)]
    for start, end in pairs:
        start.record(stream)
        work()
        end.record(stream)
    stream.synchronize()
    return statistics.median(a.elapsed_time(b) for a, b in pairs)


@contextlib.contextmanager
def beginning(stream):
    """The current stream, from here on, behind what was begun before."""
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        yield


class Compiled:
    """A program, called on memory of the GPU in the order of a stream."""

    def __init__(self, program):
        self.program = tc.compile_text(program.text(), target="cuda")

    def bind(self, inputs, results, stream):
        handle, call = stream.cuda_stream, self.program.call
        return lambda: call(inputs, results, stream=handle, check=False)

    def synchronize(self, stream):
        """Raises what kernels have found wrong."""
        self.program.synchronize(stream.cuda_stream)


def error(got, want):
    """Relative; eager's own is a rounding of bf16."""
    got, want = got.double(), want.double()
    return ((got - want).norm() / want.norm()).item()


def differences(results, eager):
    """The greatest error of a program's results, of eager's one or tuple."""
    many = eager if isinstance(eager, tuple) else (eager,)
    return max(map(error, results, many))


def interleaved(ours, theirs, stream, repeat):
    """Medians of both, called by turns: the card's clock is that of both."""
    times = ([], [])
    for work in (ours, theirs) * 3:
        work()
    pairs = []
    for i in range(2 * repeat):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record(stream)
        (ours, theirs)[i % 2]()
        end.record(stream)
        pairs.append((start, end))
    stream.synchronize()
    for i, (a, b) in enumerate(pairs):
        times[i % 2].append(a.elapsed_time(b))
    return [statistics.median(t) for t in times]


def geometric_mean(values):
    return statistics.geometric_mean(values) if values else float("nan")


class Graph:
    """Calls as one graph, which is replayed on `stream`: no host between."""

    def __init__(self, calls, stream):
        for call in calls:
            call()
        stream.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=stream):
            for call in calls:
                call()

    def __call__(self):
        self.graph.replay()
