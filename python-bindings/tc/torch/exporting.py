"""tc.export: a model as .mlir and .safetensors, for tc-compile and tc-run."""
import json
import pathlib
import struct

import torch
from torch._dynamo.exc import UserError
from torch._export.utils import _get_decomp_for_cia
from torch.export.graph_signature import InputKind, OutputKind
from torch.fx.experimental import _config as fx_config
from torch.utils._pytree import tree_leaves

import tc

from .decompositions import decompositions, is_composed
from .importer import Unsupported
from .program_text import ProgramWriter, canonical_weight, weight_tensor
from .support import known_targets

VERSION = "0.1"
# As the safetensors format calls element types; it has no complex ones.
DTYPES = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16",
    torch.bfloat16: "BF16", torch.int64: "I64", torch.int32: "I32",
    torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8",
    torch.bool: "BOOL",
}


class ExportError(RuntimeError):
    """What cannot be written; the number is that of docs/errors.md."""

    def __init__(self, number, message):
        super().__init__(f"[TC-{number}] {message}")
        self.number = number


class _Function(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def export(model, args, path, kwargs=None, *, dynamic_shapes=None):
    """Writes `model` (a module or function) as `path`.mlir, a graph of the fx
    dialect, and `path`.safetensors, its parameters, buffers and constants:

        tc.export(model, (x,), "model", dynamic_shapes={"x": {0: Dim("batch")}})
        # tc-compile model.mlir -o model.so
        # tc-run model.so --weights model.safetensors

    args, kwargs: an example of its arguments, as torch.export takes them:
    tensors are arguments of the program (in order, nested ones flattened), all
    else is fixed as it is. dynamic_shapes: torch.export's; a torch.export.Dim
    gives a size its name. Evaluates as the model's own training flag says. An op
    that tc has no rule for is written as PyTorch decomposes it.
    Gives the path of the .mlir file. Raises ExportError (TC-8120, an op or a
    value that no text stands for; TC-8121, a weight's element type), and
    whatever torch.export raises."""
    path = pathlib.Path(path)
    path = path.with_suffix("") if path.suffix == ".mlir" else path
    if not isinstance(model, torch.nn.Module):
        model = _Function(model)
    program = _decomposed(_export(model, tuple(args), kwargs, dynamic_shapes))
    writer = ExampleWriter(program, _mutated(program),
                           _size_names(dynamic_shapes),
                           tree_leaves((tuple(args), kwargs)))
    try:
        text = writer.module({"tc.version": VERSION})
    except Unsupported as error:
        raise ExportError(8120, f"the model cannot be written: {error}") \
            from error
    code = pathlib.Path(f"{path}.mlir")
    tc.Module.parse(text, str(code))  # what is written is well formed
    _write_weights(f"{path}.safetensors", {
        name: weight_tensor(program, name) for name in dict.fromkeys(
            writer.weights[n] for n in writer.weights if n in writer.loaded)})
    code.write_text(text)
    return code


def _export(model, args, kwargs, dynamic_shapes):
    """A size of 0 or 1 is a size as any other, unless the model asks; then
    torch.export supposes that none is."""
    with torch.no_grad():
        try:
            with fx_config.patch(backed_size_oblivious=True):
                return torch.export.export(model, args, kwargs,
                                           dynamic_shapes=dynamic_shapes)
        except UserError:
            return torch.export.export(model, args, kwargs,
                                       dynamic_shapes=dynamic_shapes)


def _decomposed(program):
    """By PyTorch's decompositions, where tc has no rule for an op."""
    seen = set()
    while rules := _rules(program, seen):
        seen |= set(rules)
        program = program.run_decompositions(decompositions() | rules)
    if seen:
        _write_back(program)
    return program


NEW_VALUES = OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION


def _write_back(program):
    """The graph writes what it gives as new values of buffers and arguments."""
    arguments = {n.name: n for n in program.graph.nodes if n.op == "placeholder"}
    buffers = {s.target: arguments[s.arg.name]
               for s in program.graph_signature.input_specs
               if s.kind == InputKind.BUFFER}
    output = next(iter(reversed(program.graph.nodes)))
    kept = []
    for spec, value in zip(program.graph_signature.output_specs, output.args[0]):
        if spec.kind not in NEW_VALUES:
            kept.append(value)
            continue
        old = (buffers if spec.kind == OutputKind.BUFFER_MUTATION else
               arguments)[spec.target]
        with program.graph.inserting_before(output):
            copy = program.graph.call_function(
                torch.ops.aten.copy_.default, (old, value))
        copy.meta["val"] = old.meta["val"]
    output.args = (tuple(kept),)


def _rules(program, seen):
    """{op without a rule of tc's: its decomposition}."""
    known, rules = known_targets(), decompositions()
    ops = {n.target for n in program.graph.nodes
           if isinstance(n.target, torch._ops.OpOverload)} - seen
    return {op: rules[op] if op in rules else _get_decomp_for_cia(op)
            for op in ops if str(op) not in known and
            (op in rules or is_composed(op))}


class ExampleWriter(ProgramWriter):
    """Says besides how tc-run makes arguments like those of the example."""

    def __init__(self, program, mutated, dims, values):
        super().__init__(program, mutated, dims)
        self.values = [v for v in values if isinstance(v, torch.Tensor)]

    def module(self, attributes, others=()):
        sizes = {self.sizes.name(s): int(v) for s, v in self.hints().items()}
        return super().module(
            attributes | ({"tc.sizes": sizes} if sizes else {}), others)

    def hints(self):
        """{size symbol: its value in the example}."""
        user = [n for n in self.program.graph.nodes if n.op == "placeholder"
                and n.name in self.program.graph_signature.user_inputs
                and isinstance(n.meta.get("val"), torch.Tensor)]
        return {size.node.expr: value
                for node, given in zip(user, self.values)
                for size, value in zip(node.meta["val"].shape, given.shape)
                if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol}

    def placement(self, node):
        number = len(self.drawn)
        self.drawn.append(node)
        fill = _fill(self.values[number], number)
        return {"tc.init": fill} | super().placement(node)

    def arguments(self):
        self.drawn = []
        return super().arguments()


def _fill(tensor, stream):
    if tensor.dtype.is_floating_point or tensor.dtype.is_complex:
        return {"kind": "uniform", "mean": 0.0, "std": 1.0, "stream": stream}
    low, high = (int(f()) for f in (tensor.min, tensor.max)) \
        if tensor.numel() else (0, 0)
    return {"kind": "randint", "low": low, "high": high + 1, "stream": stream}


def _mutated(program):
    kinds = (OutputKind.BUFFER_MUTATION,)
    found = {s.target for s in program.graph_signature.output_specs
             if s.kind in kinds}
    names = {s.arg.name: s.target
             for s in program.graph_signature.input_specs
             if s.kind in (InputKind.BUFFER, InputKind.PARAMETER,
                           InputKind.CONSTANT_TENSOR)}
    # Before decomposition the graph itself writes.
    for node in program.graph.nodes:
        if node.op == "call_function" and \
                isinstance(node.target, torch._ops.OpOverload):
            found |= {names[n.name] for n in _written(node)
                      if n.name in names}
    return {canonical_weight(program, name) for name in found}


def _written(node):
    """The arguments that a call writes to, and what they are views of."""
    for spec, value in zip(node.target._schema.arguments, node.args):
        if spec.alias_info is not None and spec.alias_info.is_write:
            while isinstance(value, torch.fx.Node):
                yield value
                value = value.args[0] if value.args else None


def _size_names(dynamic_shapes):
    """One {axis: name} an argument, of the sizes whose Dim has a name."""
    values = dynamic_shapes.values() if isinstance(dynamic_shapes, dict) \
        else dynamic_shapes or ()
    names = []
    for spec in values:
        axes = spec.items() if isinstance(spec, dict) else enumerate(spec or ())
        names.append({axis: dim.__name__ for axis, dim in axes
                      if isinstance(axis, int)
                      and isinstance(dim, torch.export.Dim)})
    return names


def _write_weights(path, tensors):
    """A .safetensors file: the length of a JSON head, the head, the bytes."""
    head, offset = {}, 0
    for name, tensor in tensors.items():
        if tensor.dtype not in DTYPES:
            raise ExportError(8121, f"the weight {name} is of {tensor.dtype}, "
                              "which a .safetensors file cannot have")
        size = tensor.numel() * tensor.element_size()
        head[name] = {"dtype": DTYPES[tensor.dtype],
                      "shape": list(tensor.shape),
                      "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            data = tensor.detach().cpu().contiguous().reshape(-1)
            if data.numel():
                file.write(memoryview(data.view(torch.uint8).numpy()))
