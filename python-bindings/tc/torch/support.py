"""Decides which calls of ATen overloads tc compiles."""
import functools
import operator
import pathlib
import subprocess

import torch
from torch._prims_common import is_contiguous_or_false
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import Node
from torch.fx.experimental.symbolic_shapes import statically_known_true

from tc import _core
from .importer import SIZE_ASSERTS, is_size, result_list
from .text import ELEMENT

MAX_RANK = 16
WORKER = pathlib.Path(_core.__file__).parent / "bin/tc-worker"
# Views that keep all elements: where a result is one, its base is computed
# and the framework makes the view, as it does in eager.
WHOLE_VIEWS = {
    "aten." + name for name in
    "view.default _unsafe_view.default reshape.default permute.default "
    "transpose.int t.default unsqueeze.default squeeze.default squeeze.dim "
    "squeeze.dims expand.default alias.default detach.default "
    "view_as_real.default view_as_complex.default _conj.default "
    "_neg_view.default view.dtype".split()}


@functools.cache
def known_targets():
    """Names of the overloads that have a rule."""
    done = subprocess.run([WORKER, "--overloads"], capture_output=True,
                          text=True, check=True)
    return frozenset(done.stdout.split())


class Rule:
    """A call that tc compiles to other numbers than PyTorch's."""

    def __init__(self, target, why, holds):
        self.target, self.why, self.holds = target, why, holds


def _is_integer(node):
    dtype = node.meta["val"].dtype
    return not dtype.is_floating_point and not dtype.is_complex


def _is_cut(node):
    """Whether weights that are added up are captured as integers: PyTorch's
    trace until 2.12, where eager gives floats."""
    return _argument(node, 1, "weights") is not None and _is_integer(node)


def _is_mixed(node):
    """Whether operands differ in type: eager's huber_loss has the first one's,
    PyTorch's trace the common one."""
    return len({n.meta["val"].dtype for n in operand_nodes(node)}) > 1


def _are_whole_on_gpus(node):
    """Whether a range is of integers on a GPU: PyTorch's kernel steps in f32."""
    return _is_integer(node) and node.meta["val"].device.type != "cpu"


def _has_other_positions(node):
    """Whether positions and counts are captured in the type of the elements
    (PyTorch's trace until 2.12, where eager gives i64) and computed with."""
    return any(v.dtype != torch.int64 for v in node.meta["val"][1:])


MASKED = "aten._scaled_dot_product_attention_math.default"


def _drops(node):
    """Whether attention drops probabilities at random, of no mask."""
    return _argument(node, 4, "dropout_p") not in (None, 0) and \
        (str(node.target) != MASKED or
         _argument(node, 6, "dropout_mask") is None)


def _argument(node, i, name):
    return node.args[i] if len(node.args) > i else node.kwargs.get(name)


TRANSFORMS = [f"aten._fft_{name}.default" for name in ("c2c", "r2c", "c2r")]


def _is_of_a_symbol(node):
    """Whether a size along a dimension that is transformed varies."""
    return any(not isinstance(n.meta["val"].shape[dim], int)
               for n in (node, node.args[0]) for dim in node.args[1])


def _reads_others(node):
    """Whether more than the first result is read, as a derivative does."""
    return any(user.args[1] != 0 for user in node.users)


def _adds_bits(node):
    mask = _argument(node, 3, "attn_mask")
    return isinstance(mask, Node) and mask.meta["val"].dtype == torch.bool


# Their rules differentiate the op, and integers have no derivative; PyTorch
# calls them where integers are written through a view, too.
DIFFERENTIATED = [f"aten.{name}_backward.default" for name in (
    "unfold", "slice", "select", "diagonal", "trace", "index_select",
    "avg_pool2d", "avg_pool3d", "reflection_pad1d", "reflection_pad2d",
    "reflection_pad3d", "replication_pad1d", "replication_pad2d",
    "replication_pad3d", "upsample_nearest1d", "upsample_nearest2d",
    "upsample_nearest3d")]

# Known mistakes, each of which goes when its cause is mended, and what a rule
# does not take.
WRONG = [
    *(Rule(name, "it transforms along a dimension whose size varies",
           _is_of_a_symbol) for name in TRANSFORMS),
    *(Rule(name, "integers have no derivative", _is_integer)
      for name in DIFFERENTIATED),
    *(Rule(name, "its further results are what PyTorch's derivative reads",
           _reads_others)
      for name in ("aten._ctc_loss.default",
                   "aten._ctc_loss.Tensor",
                   "aten.multilabel_margin_loss_forward.default")),
    Rule(MASKED, "its probabilities are given to nobody", _reads_others),
    Rule(MASKED, "its truth values are added", _adds_bits),
    Rule("aten.huber_loss.default",
         "its type is captured as the operands' common one", _is_mixed),
    *(Rule(f"aten.linspace.{name}", "PyTorch steps in f32 on GPUs",
           _are_whole_on_gpus) for name in
      ("default", "Scalar_Tensor", "Tensor_Scalar", "Tensor_Tensor")),
    *(Rule(f"aten.{name}.default", "its positions are captured as elements",
           _has_other_positions)
      for name in ("_unique2", "unique_dim", "unique_consecutive")),
    Rule("aten.bincount.default",
         "its sums of weights are captured as integers", _is_cut),
]


# They count in memory; compiled code, in row-major order.
IN_MEMORY = {"aten.as_strided.default", "aten.as_strided_scatter.default"}


def _why_memory(node):
    value = node.args[0].meta["val"]
    if is_contiguous_or_false(value) and \
            statically_known_true(value.storage_offset() == 0):
        return None
    return "it counts in memory that is not in row-major order"


class Blocked:
    """Targets that a compile has said to be unknown, with the reason."""

    def __init__(self):
        self.targets = {}


blocked = Blocked()


def is_view(node):
    """A call whose result shares memory with its first argument."""
    return isinstance(node.target, torch._ops.OpOverload) and \
        aliases_first(node.target)


def memory_of(node):
    """The value that a node is a view of, perhaps of another view; itself. (The
    gradient of a product with 1j has a view of a number: conj(1j).)"""
    while node.op == "call_function" and is_view(node) and \
            isinstance(node.args[0], Node):
        node = node.args[0]
    return node


def is_lazy(value):
    """Whether its memory holds the conjugates or the negatives."""
    return value.is_conj() or value.is_neg()


def overlaps(value):
    """Whether elements of a traced tensor share memory, as expand makes them."""
    return any(type(s) is int and s == 0 and not (type(n) is int and n <= 1)
               for n, s in zip(value.shape, value.stride()))


@functools.cache
def aliases_first(target):
    schema = target._schema
    return bool(schema.arguments) and not schema.is_mutable and any(
        r.alias_info is not None for r in schema.returns)


@functools.cache
def _why_target(target, name):
    if name in blocked.targets:
        return blocked.targets[name]
    if torch.Tag.nondeterministic_seeded in target.tags and \
            name not in CALM:
        return DRAWN
    if target._schema.is_mutable:
        return "it writes to an argument"
    if name not in known_targets():
        return "tc has no rule for it"
    return None


DRAWN = "random numbers are drawn by the framework, as eager does"


def block_target(name, why):
    blocked.targets[name] = why
    _why_target.cache_clear()


CPU = torch.device("cpu")
DEVICES = ("cpu", "cuda")
_blocked_devices = {}


def why_device(device):
    """Why nothing is compiled for a device, or None."""
    if device.type not in DEVICES:
        return f"device {device}"
    return _blocked_devices.get(device)


def block_device(device, why):
    """From now on compiles nothing for the device: no driver, or an unknown chip."""
    _blocked_devices[device] = f"device {device}: {why}"


def unblock_devices():
    _blocked_devices.clear()


def device_of(node):
    """Where the (first) result of a node is; None of a number's."""
    for value in result_list(node):
        if isinstance(value, torch.Tensor):
            return value.device
    return None


def _is_elsewhere(value, device):
    """Whether a program for `device` cannot read it: numbers of the host
    travel with the call."""
    is_number = value.device.type == "cpu" and value.dim() == 0
    return value.device != device and not is_number


def _is_nothing(value):
    return any(type(size) is int and size == 0 for size in value.shape)


def why_value(tensor):
    """Why a value cannot enter or leave compiled code, or None."""
    if not isinstance(tensor, torch.Tensor):
        return f"a value of type {type(tensor).__name__}"
    if type(tensor) not in (FakeTensor, torch.Tensor, torch.nn.Parameter,
                            torch.nn.Buffer):
        return f"a tensor of class {type(tensor).__name__}"
    if tensor.layout != torch.strided:
        return f"layout {tensor.layout}"
    if tensor.is_quantized:
        return "a quantized tensor"
    why = why_device(tensor.device)
    if why:
        return why
    if tensor.dtype not in ELEMENT:
        return f"dtype {tensor.dtype}"
    if tensor.dim() > MAX_RANK:
        return f"more than {MAX_RANK} dimensions"
    return None


def operand_nodes(node):
    """The nodes among the arguments, sizes left out."""
    return [n for n in node.all_input_nodes if not is_size(n.meta.get("val"))]


def why_not(node):
    """Why `node` is left to the framework, or None."""
    target = node.target
    if target is operator.getitem:
        return None
    if not isinstance(target, torch._ops.OpOverload):
        return "it is no ATen overload" if not hasattr(target, "tc_name") \
            else DRAWN
    name = str(target)
    why = _why_target(target, name)
    if why:
        return why
    if name in CALM and _drops(node):
        return DRAWN
    for rule in WRONG:
        if name == rule.target and rule.holds(node):
            return rule.why
    if name in IN_MEMORY and _why_memory(node):
        return _why_memory(node)
    if not defines_sizes(node):
        return "it decides a size that is none of its results'"
    # None among results is a gradient that nobody asked for.
    values = [v for v in result_list(node) if v is not None]
    if not values:
        return "it has no result"
    if node.meta.get("unbacked_bindings") and device_of(node) != CPU:
        return "data decide a size, for which a call would wait for the GPU"
    for value in values:
        why = why_value(value)
        if why:
            return why
    for operand in operand_nodes(node):
        value = operand.meta.get("val")
        if isinstance(value, (list, tuple)):
            return "an argument is a list"
        why = why_value(value)
        if why:
            return "an argument is " + why
        if _is_elsewhere(value, values[0].device):
            return f"it reads {value.device} from {values[0].device}"
    if any(v.device != values[0].device and not _is_nothing(v)
           for v in values):
        return "its results are on several devices"
    return None


def defines_sizes(node):
    """Whether all sizes that data decides in this call are sizes of its
    results, where code defines and the caller's allocator reads them."""
    bindings = node.meta.get("unbacked_bindings") or {}
    # Nothing is allocated for a result without elements, so none is found.
    is_empty = any(type(s) is int and s == 0 for v in result_list(node)[:1]
                   if isinstance(v, torch.Tensor) for s in v.shape)
    return not bindings or not is_empty and not is_view(node) and all(
        any(getattr(k, "name", None) == "size" for k in path)
        for path in bindings.values())


# Tagged as random for a probability of dropout, which is 0 as a rule.
CALM = {"aten.scaled_dot_product_attention.default", MASKED}
FRESH = {  # memory with nothing in it
    "aten.empty.memory_format", "aten.empty_permuted.default",
    "aten.empty_strided.default",
    "aten.new_empty.default", "aten.new_empty_strided.default"}
# A number of a tensor: what asks for it waits for it, whoever computed it.
NUMBER = "aten._local_scalar_dense.default"
SIZES_OF = (NUMBER, "aten.sym_size", "aten.sym_stride", "aten.sym_numel",
            "aten.sym_storage_offset")


def is_free(node):
    """Sizes, what asserts them, numbers that are read, and fresh memory: no
    work on a tensor."""
    if node.target is operator.getitem:
        return False
    name = str(node.target)
    if name in SIZE_ASSERTS or name.startswith(SIZES_OF) or name in FRESH:
        return True
    value = node.meta.get("val")
    return isinstance(value, SCALARS) and not any(
        isinstance(n.meta.get("val"), torch.Tensor)
        for n in node.all_input_nodes)


SCALARS = (int, float, bool, torch.SymInt, torch.SymFloat, torch.SymBool)
