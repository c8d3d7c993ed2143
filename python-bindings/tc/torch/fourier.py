"""Fourier transforms that PyTorch runs though tc has a rule: where its own
library is faster by more than the cut of the graph costs."""
import functools
import math
import subprocess

from .support import CPU, TRANSFORMS, WORKER, device_of

C2R = "aten._fft_c2r.default"
SLOWER = "a Fourier transform of this size is faster in PyTorch"
UNMEASURED = "tc's Fourier transforms have not been measured on GPUs"


@functools.cache
def _work(points):
    """(the greatest transform that is compiled, work of a point), both in
    multiply-adds."""
    done = subprocess.run([WORKER, "--fourier", str(points)],
                          capture_output=True, text=True, check=True)
    return tuple(map(int, done.stdout.split()))


def _is_slower(node):
    """Of sizes that vary those of the first call count."""
    value = node.meta["val"]
    signal = value if str(node.target) == C2R else node.args[0].meta["val"]
    sizes = [s if isinstance(s, int) else s.node.hint for s in signal.shape]
    if None in sizes:
        return True
    limit, work = 0, 0
    for dim in node.args[1]:
        limit, one = _work(sizes[dim])
        work += one
    return math.prod(sizes) * work > limit


def left(graph, options):
    """node -> why PyTorch runs it. None where that is an error."""
    if not options.get("fallback", True):
        return {}
    calls = [n for n in graph.nodes if str(n.target) in TRANSFORMS]
    return {n: UNMEASURED for n in calls if device_of(n) != CPU} | {
        n: SLOWER for n in calls if device_of(n) == CPU and _is_slower(n)}

