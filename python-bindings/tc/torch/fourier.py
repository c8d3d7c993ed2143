"""Fourier transforms that PyTorch runs though tc has a rule: where its own
library is faster by more than the cut of the graph costs."""
import math

from tc._core import fourier_work

from .support import CPU, TRANSFORMS, device_of

C2R = "aten._fft_c2r.default"
SLOWER = "a Fourier transform of this size is faster in PyTorch"
UNMEASURED = "tc's Fourier transforms have not been measured on GPUs"


def _is_slower(node):
    """Of sizes that vary those of the first call count."""
    value = node.meta["val"]
    signal = value if str(node.target) == C2R else node.args[0].meta["val"]
    sizes = [s if isinstance(s, int) else s.node.hint for s in signal.shape]
    if None in sizes:
        return True
    limit, work = 0, 0
    for dim in node.args[1]:
        limit, one = fourier_work(sizes[dim])
        work += one
    return math.prod(sizes) * work * _parts(node) > 4 * limit


def _parts(node):
    """Real and imaginary parts that are given and that are read: 4 at most."""
    given = node.args[0]
    if str(given.target) == "aten._to_copy.default":
        given = given.args[0]
    read = node.meta["val"].is_complex() and not all(map(_reads_real, node.users))
    return (2 if given.meta["val"].is_complex() else 1) + (2 if read else 1)


def _reads_real(user):
    name = str(user.target)
    return name == "aten.real.default" or \
        name == "aten.view_as_real.default" and all(
            str(n.target) == "aten.select.int" and n.args[2] == 0
            for n in user.users)


def left(graph, options):
    """node -> why PyTorch runs it. None where that is an error."""
    if not options.get("fallback", True):
        return {}
    calls = [n for n in graph.nodes if str(n.target) in TRANSFORMS]
    return {n: UNMEASURED for n in calls if device_of(n) != CPU} | {
        n: SLOWER for n in calls if device_of(n) == CPU and _is_slower(n)}
