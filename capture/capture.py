"""One program captured: exported, filled, run in both precisions, written."""
import torch
from torch.export import Dim
from torch.export.graph_signature import InputKind
from torch.utils import _pytree as pytree

from . import fills
from .graph import GraphWriter, canonical_weight, weight_tensor
from .reference import describe, run

VERSION = "0.1"


def capture_model(name, model):
    """Text of a model of models.MODELS."""
    module = model.module()
    inits = fills.plan(module, model.scales)
    fills.apply(module, inits)
    example = model.example()
    dims = [{axis: size for axis, size in enumerate(shape)
             if isinstance(size, str)} for shape, _, _ in model.inputs.values()]
    program = export(module, (), example, dims, model.limits)
    inputs = [(init, None) for _, _, init in model.inputs.values()]
    head = {"tc.version": VERSION, "tc.model": name}
    if model.sizes:
        head["tc.sizes"] = model.sizes
    return write(program, inits, inputs, list(example.values()), head, dims)


def export(module, args, kwargs=None, dims=None, limits=None):
    symbols = {}

    def symbol(name):
        most = (limits or {}).get(name)
        return symbols.setdefault(name, Dim(name, min=1, max=most))

    dynamic = None
    if dims and any(dims):
        shapes = [{axis: symbol(n) for axis, n in d.items()} for d in dims]
        dynamic = dict(zip(kwargs, shapes)) if kwargs else tuple(shapes)
    with torch.no_grad():
        return torch.export.export(module, args, kwargs, dynamic_shapes=dynamic)


def write(program, inits, inputs, values, head, dims=None, native=False):
    """Text of an exported program. `inputs` are (fill, layout) and `values`
    the tensors they make; `native`: f64 has no say in the results."""
    tensors = bind(program, values)
    eager, changed = run(program, tensors, wide=False)
    wide, changed_wide = (eager, changed) if native else \
        run(program, tensors, wide=True)
    head["tc.expected"] = [describe(w, e) for w, e in zip(wide, eager)]
    weights = weight_names(program)
    state = [{**place(program, weights, n), **describe(changed_wide[n], t)}
             for n, t in changed.items()]
    if state:
        head["tc.expected_state"] = state
    mutable = {weights[n] for n in changed if n in weights}
    return GraphWriter(program, inits, inputs, mutable, dims).module(head)


def weight_names(program):
    return {s.arg.name: canonical_weight(program, s.target)
            for s in program.graph_signature.input_specs
            if s.kind != InputKind.USER_INPUT}


def place(program, weights, name):
    """Where a changed tensor lives: a weight, or an argument by number."""
    if name in weights:
        return {"weight": weights[name]}
    return {"argument": program.graph_signature.user_inputs.index(name)}


def bind(program, values):
    """{placeholder name: tensor} in the order of the graph."""
    values = iter(pytree.tree_leaves(values))
    tensors = {}
    for spec in program.graph_signature.input_specs:
        user = spec.kind == InputKind.USER_INPUT
        tensors[spec.arg.name] = next(values) if user else \
            weight_tensor(program, spec.target).detach()
    return tensors
