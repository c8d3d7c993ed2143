"""What test/conformance calls right: a rounding of terms that cancel, but not a
wrong coefficient."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] /
                       "conformance"))
import harness  # noqa: E402, exits where PyTorch is missing
import torch  # noqa: E402
from compare import compare  # noqa: E402
from calls import Results, Rounded, fresh, moved, run, wide  # noqa: E402

subject = harness.Subject("window", lambda device, gradients: [])


def window(n, terms=(0.42, 0.5, 0.08)):
    """A Blackman window as eager computes it: at the ends 0.42 - 0.5 + 0.08."""
    x = torch.linspace(0, 2 * torch.pi, n)
    waves = [(-1) ** i * a * torch.cos(i * x) for i, a in enumerate(terms)]
    return torch.stack(waves).sum(0)


def judged(function, *args, got):
    want = run(function, args, False)
    return harness.judge(subject, function, args, False,
                         Results([got], []), want)


eager = window(2)
assert eager.abs().max() < 1e-7
# Another order of the same sum is right: its terms are of the order of 1.
assert not judged(window, 2, got=eager + 2 ** -25)
# What no rounding of a term explains is wrong.
assert "off" in judged(window, 2, got=eager + 1e-5)
assert "off" in judged(window, 9, got=window(9, (0.42, 0.5, 0.0801)))

# Nothing cancels in x * 3: a few roundings, no more.
x = torch.rand(64) + 1
assert not judged(lambda x: x * 3, x, got=x * 3 * (1 + 2 ** -23))
assert "off" in judged(lambda x: x * 3, x, got=x * 3 * (1 + 2 ** -18))

# A whole number is exact, or an index would move.
with Rounded(torch.Generator().manual_seed(0)):
    assert torch.equal((x * 4).floor() - (x * 4).floor(), torch.zeros(64))
far, = moved(lambda x: (x - 1) + 1, [x], False, [x])
assert 0 < far.max() < 1e-6

# Where eager overflows, the truth in the type is right, and nothing else.
half = torch.full((4,), 300.0, dtype=torch.float16)
eager = half * half - half * half  # inf - inf
truth = torch.zeros(4, dtype=torch.float64)
assert not compare([torch.zeros(4).half()], [eager], [truth])
assert compare([eager + 1], [torch.zeros(4).half()], [truth])
assert not compare([half * half], [eager], [truth + 90000])
assert compare([-half * half], [eager], [truth + 90000])
assert compare([eager], [half * half], [truth + 90000])

# No gradient is not a gradient of zeros, nor the other way round.
assert compare([None], [x], None) and compare([x], [None], None)

# A result lies as eager's or as PyTorch's trace of the op says, also where data
# decide its size.
def distinct(x):
    return torch.unique(x, dim=1)


x = torch.tensor([[[1, 2], [1, 2], [3, 4]]]).expand(3, 3, 2).clone()
eager = distinct(x)
assert eager.shape == (3, 2, 2)
assert not eager.is_contiguous() and not judged(distinct, x, got=eager)
assert not judged(distinct, x, got=eager.contiguous())
assert "strides" in judged(distinct, x, got=eager.mT.contiguous().mT)


# What a call writes to is held against eager's, and its arguments stay.
def add_one(x):
    return x.add_(1)


def add_one_anew(x):
    x.add_(1)
    return x.clone()


x = torch.arange(12.).view(3, 4)[:, 1:3]
kept = fresh([x])[0]
assert kept._is_view() and kept.stride() == x.stride()
theirs = run(add_one, fresh([x]), False)
assert torch.equal(x, kept) and theirs.written == 1 and theirs.outputs == 2
options = {"strided": theirs.outputs}
assert not compare(run(add_one, fresh([x]), False), theirs, None, **options)
assert compare(run(lambda x: x + 1, fresh([x]), False), theirs, None)
assert "returned" in compare(run(add_one_anew, [x.clone()], False),
                             run(add_one, [x.clone()], False), None)
other = Results([theirs[0], theirs[1] + 1], theirs[2:], 1)
assert "off" in compare(other, theirs, None, strided=0)

# Nor does the run in f64 write to them, where they are f64 themselves.
x = torch.arange(4.0, dtype=torch.float64)
run(add_one, wide([x]), False)
assert x[0] == 0


# Eager writes to the running statistics, but says so to nobody; the trace does.
def statistics(x, mean, var):
    return torch.native_batch_norm(x, None, None, mean, var, True, 0.5, 1e-5)


def judged_one(got):
    args = [x[:, None].expand(4, 1).contiguous(), x[:1].clone(), x[1:2].clone()]
    want = run(statistics, fresh(args), False)
    got = run(got, fresh(args), False)
    return harness.judge(subject, statistics, args, False, got, want)


traced = torch.compile(statistics, backend="aot_eager")
assert not judged_one(traced)
assert "off" in judged_one(lambda *args: (traced(*args), args[1].mul_(2))[0])

# What a call writes to is seen by values too: eager's batch norm gives its
# averages no new version.
mean, var = torch.zeros(3), torch.ones(3)
version = mean._version
norm = run(torch.nn.functional.batch_norm,
           (torch.rand(4, 3), mean, var, None, None, True), False)
assert mean._version == version and norm.written == 2
with Rounded(torch.Generator().manual_seed(0)):  # which copies do not count for
    assert not run(torch.add, (x, x), False).written
