"""Random calls of ATen overloads, drawn from their schemas: overloads that the
compiler has a rule for, and their in-place forms."""
import functools
import hashlib
import re

import torch

from tc.torch.support import known_targets

# Random numbers and memory without values; what checks its arguments so little
# that PyTorch itself would crash; what ends the process, or waits for a GPU;
# views with strides, which PyTorch's own trace takes to be those of the shape.
LEFT_OUT = re.compile(
    r"empty|_backward|_scaled_dot|scaled_dot_product|_assert|lstm|gru|rnn_|"
    r"cudnn|resize|as_strided|_embedding_bag|_pack|_unpool|_cdist|lift|"
    r"_weight_norm|_foreach|_fused|_local_scalar|\.item|sym_|_to_copy|pin_|"
    r"native_batch_norm|_reshape_alias")
DTYPES = ("torch.float32", "torch.float64", "torch.bfloat16", "torch.int64",
          "torch.int32", "torch.bool")
# Equal elements have no order, so which of them is found is open.
ANY_PLACE = re.compile(r"kthvalue|mode|topk|median|^sort")
SORTED = ("boundaries", "sorted_sequence")
WORDS = {"rounding_mode": ("floor", "trunc"), "approximate": ("none", "tanh"),
         "indexing": ("ij", "xy"), "padding": ("same", "valid"),
         "mode": ("constant", "reflect", "replicate", "circular"),
         "equation": ("ij,jk->ik", "ij,kj->ik", "ij->ji", "ij,ij->i", "ii->i"),
         "reduce": ("sum", "prod", "mean", "amax", "amin", "add", "multiply")}


@functools.cache
def overloads():
    """{name: overload}."""
    found = {}
    for name in known_targets():
        space, packet, overload = name.split(".")
        if space != "aten" or LEFT_OUT.search(name):
            continue
        for own in (packet, packet + "_"):
            op = getattr(getattr(torch.ops.aten, own, None), overload, None)
            if op and torch.Tag.nondeterministic_seeded not in op.tags and \
                    any("Tensor" in str(r.type) for r in op._schema.returns):
                found[f"{own}.{overload}"] = op
    return found


def choose(draw):
    """Each as likely; one that comes or goes changes few choices."""
    number = draw.random()
    return min(overloads(), key=lambda name: hashlib.md5(
        f"{number} {name}".encode()).digest())


def tensor(w):
    return w.pick()


def integers(w, name):
    """A list: a shape, dimensions, or small numbers, as its name suggests."""
    shape = list(w.scope[w.pick()].shape)
    if name in ("size", "shape"):
        flat = [shape, [-1], [-1, *shape[1:]], [2, *shape], shape[::-1]]
        return str(w.draw.choice(flat))
    if name in ("dim", "dims", "source", "destination"):
        order = list(range(len(shape)))
        w.draw.shuffle(order)
        return str(order[:w.draw.randint(0, len(order))]
                   if w.draw.random() < 0.6 else order)
    if name == "pad":
        return str([w.draw.choice((0, 1, 1, 2))
                    for _ in range(2 * w.draw.randint(1, 2))])
    low = 0 if name in ("padding", "output_padding") else 1
    return str([w.draw.choice((low, 1, 1, 2))
                for _ in range(w.draw.randint(1, 3))])


def integer(w, name):
    if "dim" in name or name == "axis":
        return str(w.draw.randint(-2, 2))
    return str(w.draw.choice((0, 1, 1, 2, 2, 3, -1)))


def number(w, floats):
    return w.draw.choice(("0.5", "2.0", "1.0", "0.25") if floats else
                         ("1", "2", "-1", "0", "3"))


def value(w, argument, kind, floats):
    """The argument's text, or None: leave it out, or let the call be."""
    if argument.name == "sorter":
        return "None"
    optional = re.fullmatch(r"Optional\[(.*)\]", kind)
    if optional:
        return value(w, argument, optional[1], floats) \
            if w.draw.random() < 0.4 else "None"
    if kind == "Tensor" and argument.name in SORTED:
        return f"{tensor(w)}.sort(-1)[0]"
    if kind == "Tensor":
        return tensor(w)
    if kind in ("List[Tensor]", "List[Optional[Tensor]]"):
        return f"[{', '.join(tensor(w) for _ in range(w.draw.randint(1, 3)))}]"
    if kind == "List[int]":
        return integers(w, argument.name)
    if kind == "List[bool]":
        return "[True, True, True]"
    if kind == "int":
        return integer(w, argument.name)
    if kind == "bool":
        return w.draw.choice(("True", "False"))
    if kind == "ScalarType":
        return w.draw.choice(DTYPES)
    if kind == "MemoryFormat":
        return "torch.contiguous_format"
    if kind == "str" and argument.name in WORDS:
        return repr(w.draw.choice(WORDS[argument.name]))
    if kind in ("number", "float"):
        return number(w, floats)
    return None


def call(w, floats):
    """A statement, or None."""
    name = choose(w.draw)
    op, places, words = overloads()[name], [], []
    for a in op._schema.arguments:
        if a.has_default_value() and w.draw.random() < 0.5:
            if not a.kwarg_only:
                places.append(repr(a.default_value))
            continue
        text = value(w, a, str(a.real_type), floats)
        if text is None and not a.has_default_value():
            return None
        if text is not None and a.kwarg_only:
            words.append(f"{a.name}={text}")
        elif not a.kwarg_only:
            places.append(text or repr(a.default_value))
    text = f"torch.ops.aten.{name}({', '.join(places + words)})"
    if op._schema.is_mutable:
        return text
    returns = op._schema.returns
    if len(returns) > 1 or "List" in str(returns[0].type):
        place = w.draw.randrange(len(returns))
        is_open = ANY_PLACE.search(name) and "stable=True" not in text
        text += f"[{0 if is_open else place}]"
    return f"{w.new()} = {text}"
