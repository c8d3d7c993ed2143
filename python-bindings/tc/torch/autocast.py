"""Autocast on the direct route. It leaves no node in Dynamo's graph: what a call
converts is asked of PyTorch. The overload is called under the autocast that the
graph was captured under, with all that comes after autocast switched off, and
the dtypes that arrive are noted, once for each overload and its arguments'
dtypes. Overloads that PyTorch composes of others that autocast converts for are
recorded (recording.py)."""
import functools

import torch
from torch.fx import Node
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

from .recording import fake_mode
from .refused import Refused
from .support import aliases_first

aten = torch.ops.aten
KEYS = {"cpu": "AutocastCPU", "cuda": "AutocastCUDA"}
# (overload, what its arguments are, autocast's state) -> the dtype of each
# argument that is converted, by its number; None where more is changed.
_table = {}


def is_on():
    return torch._C._is_any_autocast_enabled()


def refuse_devices():
    """Autocast of devices that tc does not compile for has kernels of its own."""
    if is_on() and not any(map(torch.is_autocast_enabled, KEYS)):
        raise Refused("autocast of another device is on")


def without(run):
    """`run` with autocast off: a graph that was captured under autocast has its
    conversions as nodes."""
    def call(*args):
        with torch._C._DisableAutocast():
            return run(*args)
    return call


class Regions:
    """The autocast regions of Dynamo's graph, entered while it is translated,
    which is done inside of `with` this. Without autocast's cache: weights that
    Dynamo's trace has converted are converted by a call that is seen."""

    def __init__(self):
        self.open = []
        self.cached = None

    def __enter__(self):
        self.cached = torch.is_autocast_cache_enabled()
        torch.set_autocast_cache_enabled(False)

    def __exit__(self, *_):
        while self.open:
            self.open.pop()[1].__exit__(None, None, None)
        torch.set_autocast_cache_enabled(self.cached)

    def visit(self, node):
        """Whether the node begins or ends one."""
        if node.target is torch.amp._enter_autocast:
            device, dtype, enabled, _ = node.args
            mode = torch.autocast(device, dtype, enabled, False)
            mode.__enter__()
            self.open.append((node, mode))
        elif node.target is torch.amp._exit_autocast:
            if not self.open or self.open[-1][0] is not node.args[0]:
                raise Refused("autocast regions that are not nested")
            self.open.pop()[1].__exit__(None, None, None)
        else:
            return False
        return True


class _Arrived(Exception):
    pass


class _Listener(TorchDispatchMode):
    """`call`: what arrives of a call of `packet`; `sources`: id of a value that
    was made before -> what it was made of."""

    def __init__(self, packet):
        super().__init__()
        self.packet, self.call = packet, None
        self.sources, self.kept = {}, []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket is self.packet:
            self.call = func, (args, kwargs or {})
            raise _Arrived
        result = func(*args, **(kwargs or {}))
        if isinstance(result, torch.Tensor) and args and result is not args[0]:
            self.sources[id(result)] = args[0]
            self.kept.append(result)
        return result

    def source(self, value):
        while id(value) in self.sources:
            value = self.sources[id(value)]
        return value


def cast(lowering, origin, target, args, kwargs):
    """The arguments as autocast converts them; None if the call has to be
    recorded instead."""
    if aliases_first(target):
        return args, kwargs
    leaves, form = pytree.tree_flatten((args, kwargs))
    values = [n.meta["val"] if isinstance(n, Node) else n for n in leaves]
    devices = {v.device.type for v in values if isinstance(v, torch.Tensor)}
    if not any(_has_kernel(target, device) for device in devices):
        return (args, kwargs) if _is_plain(target, values, form) else None
    key = target, form, tuple(map(_key, values)), _state()
    if key not in _table:
        _table[key] = _ask(target, values, form)
    if _table[key] is None:
        return None
    for number, dtype in _table[key].items():
        leaves[number] = lowering.cast(origin, leaves[number], dtype)
    return pytree.tree_unflatten(leaves, form)


def _is_plain(target, values, form):
    """Whether autocast converts nothing inside of this call, either."""
    if not torch._C._dispatch_has_kernel_for_dispatch_key(
            target.name(), "CompositeImplicitAutograd"):
        return True
    args, kwargs = pytree.tree_unflatten(values, form)
    try:
        with fake_mode(args, kwargs), torch.no_grad(), _Converts():
            target(*args, **kwargs)
    except Exception:  # the recorder says what fails
        return False
    return True


class _Converts(TorchDispatchMode):
    """Stops at what autocast may have converted for. (prim.device is how a fake
    tensor is asked where it is.)"""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is aten._to_copy.default or \
                func.namespace != "prim" and any(
                    _has_kernel(func, device) for device in KEYS):
            raise _Arrived
        return func(*args, **(kwargs or {}))


@functools.cache
def _has_kernel(target, device):
    return device in KEYS and torch._C._dispatch_has_kernel_for_dispatch_key(
        target.name(), KEYS[device])


def _key(value):
    """What autocast looks at."""
    if isinstance(value, torch.Tensor):
        return value.dtype, value.device.type
    return value if isinstance(value, torch.dtype) else type(value)


def _state():
    return tuple((torch.is_autocast_enabled(d), torch.get_autocast_dtype(d))
                 for d in KEYS)


def _ask(target, values, form):
    """{number of an argument: the dtype that it is converted to}, or None."""
    args, kwargs = pytree.tree_unflatten(values, form)
    listener = _Listener(target.overloadpacket)
    with fake_mode(args, kwargs), torch.no_grad(), \
            torch._C._AutoDispatchBelowAutograd(), listener:
        try:
            target(*args, **kwargs)
        except _Arrived:
            pass
        except Exception as error:
            raise Refused(f"{target} under autocast: {error!r}"[:300]) from None
    if listener.call is None or listener.call[0] is not target:
        return None
    given, arrived = pytree.tree_flatten(listener.call[1])
    if arrived != form:
        return None
    found = {}
    for number, (old, new) in enumerate(zip(values, given)):
        if isinstance(old, torch.Tensor):
            if listener.source(new) is not old:
                return None
            if new.dtype != old.dtype:
                found[number] = new.dtype
        elif isinstance(new, torch.dtype) and new != old:
            return None
    return found
