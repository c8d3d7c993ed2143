"""Expected results of a captured program: the graph run op by op in f64 (the
same f32 weights and inputs, upcast) and in its own types (eager)."""
import torch
from torch.fx import Interpreter
from torch.utils import _pytree as pytree

from .fills import SEED
from .tc_fill import words
from tc.torch.text import ELEMENT, Raw, dense

SAMPLES = 256
GRADIENT_SAMPLES = 16  # there are as many gradients as parameters
WIDE = {
    torch.float16: torch.float64, torch.bfloat16: torch.float64,
    torch.float32: torch.float64, torch.complex64: torch.complex128,
}


def widen(value):
    if isinstance(value, torch.dtype):
        return WIDE.get(value, value)
    if isinstance(value, torch.Tensor) and value.dtype in WIDE:
        return value.detach().to(WIDE[value.dtype])
    return value


class Own(Interpreter):
    """Runs a captured graph with dropout as tc draws it: element e of all that
    is drawn is kept if word e of the fills' stream 0 is p or more (the key that
    fx-to-prim gives as an example is that of the fills)."""
    drawn = 0

    def call_function(self, target, args, kwargs):
        if target is not torch.ops.aten.dropout.default:
            return super().call_function(target, args, kwargs)
        x, p, train = args
        if not train or p == 0:
            return x
        word = words(self.drawn, x.numel(), 0, SEED) >> 8
        self.drawn += x.numel()
        draw = torch.from_numpy(word.astype("float32") * 2.0**-24)
        return torch.where((draw >= p).reshape(x.shape), x / (1 - p), 0.0)


class Wide(Own):
    """Runs a captured graph with every float type replaced by f64: a plain
    `module.double()` would still pass through each `to(float32)` on its way."""

    def call_function(self, target, args, kwargs):
        if target is torch.ops.aten._assert_tensor_metadata.default:
            return None
        args, kwargs = pytree.tree_map(widen, (args, kwargs))
        return super().call_function(target, args, kwargs)


def run(program, tensors, wide):
    """(results, changed): the results of the graph on a copy of `tensors`
    (one per placeholder, by name), and the placeholders it wrote to."""
    values = copies(tensors, wide)
    before = {n: (t._version, t.clone()) for n, t in values.items()}
    runner = (Wide if wide else Own)(program.graph_module)
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if wide else default)
    try:
        with torch.no_grad():
            results = runner.run(*values.values(), enable_io_processing=False)
    finally:
        torch.set_default_dtype(default)
    changed = {n: t for n, t in values.items() if t._version != before[n][0]
               or not torch.equal(t, before[n][1])}
    return list(results), changed


def gradients(program, tensors, parameters, wide):
    """{weight: gradient of the first result}; `parameters` are the names of
    weights by placeholder. What is tied is one weight."""
    values = copies(tensors, wide)
    leaves = {}
    for name, weight in parameters.items():
        leaf = leaves.setdefault(weight, values[name].requires_grad_(True))
        values[name] = leaf
    runner = (Wide if wide else Own)(program.graph_module)
    with torch.enable_grad():
        results = runner.run(*values.values(), enable_io_processing=False)
        found = torch.autograd.grad(results[-1], list(leaves.values()))
    return dict(zip(leaves, found))


def copies(tensors, wide):
    """Copies that lie and overlap as the originals do, widened if asked."""
    storages = {}

    def copy(tensor):
        storage = tensor.untyped_storage()
        where = storage.data_ptr(), tensor.dtype
        if where not in storages:
            count = storage.nbytes() // tensor.element_size()
            whole = torch.empty(0, dtype=tensor.dtype).set_(storage, 0, [count])
            storages[where] = widen(whole.clone()) if wide else whole.clone()
        return storages[where].as_strided(tensor.shape, tensor.stride(),
                                          tensor.storage_offset())

    return {name: copy(tensor.detach()) for name, tensor in tensors.items()}


def flat(tensor):
    """Elements in row-major order, complex ones as two reals."""
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj())
    return tensor.detach().reshape(-1)


def samples(values, count):
    if values.numel() <= count:
        return values
    return values[torch.arange(count) * values.numel() // count]


def relative(error, values):
    norm = values.norm()
    return float(error.norm() / norm) if norm else 0.0


def describe(wide, eager, count=SAMPLES):
    """What is stored of one result: see docs/ir/fx.md, tc.expected."""
    dtype = eager.dtype
    entry = {"shape": list(eager.shape), "dtype": Raw(ELEMENT[dtype])}
    values, own = flat(wide), flat(eager)
    exact = not (dtype.is_floating_point or dtype.is_complex)
    if exact:
        if not torch.equal(values, own):
            raise ValueError("an integer result depends on rounding")
        if len(values) and values.double().abs().max() > 2**53:
            raise ValueError("an integer result is not exact in f64")
        entry["sum"] = float(values.sum())
        values = values.double()
        entry["norm"] = float(values.norm())
    else:
        values = values.double()
        error = own.double() - values
        norm = values.norm()
        if not torch.isfinite(values).all():
            raise ValueError("a result is not finite")
        entry["sum"] = float(values.sum())
        entry["norm"] = float(norm)
        # Of all elements, or of the samples, where these are smaller.
        entry["eager_error"] = max(
            relative(error, values),
            relative(samples(error, count), samples(values, count)))
        entry["eager_max"] = float(error.abs().max()) if len(error) else 0.0
    entry["samples"] = dense(samples(values, count))
    return entry
