"""Captures one program: exports it, fills it, runs it in both precisions, writes it."""
import torch
from torch.export import Dim
from torch.export.graph_signature import InputKind
from torch.fx.experimental import _config as config

from . import fills
from .graph import GraphWriter, canonical_weight, weight_tensor
from .reference import (GRADIENT_SAMPLES, SAMPLES, describe, gradients, run)
from .training import update_graph

VERSION = "0.1"


def capture(name, source):
    """The text of a program.Program."""
    module = source.module()
    inits = fills.plan(module, source.scales)
    fills.apply(module, inits)
    example = source.example()
    program = export(module, example, source.dims(), source.limits)
    for constant, tensor in program.constants.items():
        if constant not in inits:  # a tensor that the code made from numbers
            inits[constant] = fills.buffer_init(constant, tensor, len(inits))
    head = {"tc.version": VERSION, "tc.model": name}
    if source.sizes:
        head["tc.sizes"] = source.sizes
    count = GRADIENT_SAMPLES if source.gradients else SAMPLES
    expected, mutated = results(program, list(example.values()),
                                source.native, count)
    if source.gradients:
        expected["tc.expected_gradients"] = expected_gradients(
            program, list(example.values()))
    writer = GraphWriter(program, inits, source.inputs.values(), mutated,
                         source.dims())
    others = update_graph(source.training, export) if source.training else ()
    text = writer.module(head | expected, others)
    for target, name in source.renames.items():
        text = text.replace(f'"{target}"', f'"{name}"')
    return text


def export(module, example, dims, limits):
    """torch.export's program, before any decomposition."""
    symbols, shapes = {}, None
    for name in {n for axes in dims for n in axes.values()}:
        least, most = limits.get(name, (1, None))
        symbols[name] = Dim(name, min=least, max=most)
    if symbols:
        shapes = {name: {axis: symbols[n] for axis, n in axes.items()}
                  for name, axes in zip(example, dims)}
    # A size of 0 or 1 is a size as any other: no program is specialised to it.
    oblivious = config.patch(backed_size_oblivious=True)
    with torch.no_grad(), oblivious:
        return torch.export.export(module, (), example, dynamic_shapes=shapes)


def results(program, values, native, count):
    """(attributes, mutated): the expectations of results and of values that
    the program writes to, and the names of weights among the latter."""
    tensors = bind(program, values)
    eager, changed = run(program, tensors, wide=False)
    wide, changed_wide = (eager, changed) if native else \
        run(program, tensors, wide=True)
    attributes = {
        "tc.expected": [describe(w, e) for w, e in zip(wide, eager)]}
    weights = {s.arg.name: canonical_weight(program, s.target)
               for s in program.graph_signature.input_specs
               if s.kind != InputKind.USER_INPUT}
    arguments = program.graph_signature.user_inputs
    state = []
    for name, tensor in changed.items():
        place = {"weight": weights[name]} if name in weights else \
            {"argument": arguments.index(name)}
        state.append(place | describe(changed_wide[name], tensor,
                                      count))
    if state:
        attributes["tc.expected_state"] = state
    return attributes, {weights[n] for n in changed if n in weights}


def expected_gradients(program, values):
    """What is expected of the gradients of the only result, a scalar, by
    parameter."""
    tensors = bind(program, values)
    names = {s.arg.name: canonical_weight(program, s.target)
             for s in program.graph_signature.input_specs
             if s.kind == InputKind.PARAMETER}
    eager = gradients(program, tensors, names, wide=False)
    wide = gradients(program, tensors, names, wide=True)
    return [{"weight": name} |
            describe(wide[name], eager[name], GRADIENT_SAMPLES)
            for name in wide]


def bind(program, values):
    """{placeholder name: tensor} in the order of the graph."""
    values = iter(values)
    tensors = {}
    for spec in program.graph_signature.input_specs:
        user = spec.kind == InputKind.USER_INPUT
        tensors[spec.arg.name] = next(values) if user else \
            weight_tensor(program, spec.target).detach()
    return tensors
