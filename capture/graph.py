"""torch.export's program as text of the `fx` dialect: one fx.call a node, the
node's name as the value's, module paths as locations. The grammar is in
docs/architecture.md, "fx"."""
import operator

import torch
from torch.export.graph_signature import InputKind
from torch.fx import Node

from .text import ELEMENT, Sizes, attribute, key, quote, tensor_type

# What these assert of sizes is said by fx.guard, or the compiler's to prove.
SIZE_ASSERTS = {
    "aten._assert_scalar.default", "aten.sym_constrain_range.default",
    "aten.sym_constrain_range_for_size.default",
}
DEVICE_LIKE = (torch.device, torch.layout, torch.memory_format)


class GraphWriter:
    """Writes one exported program. `inits` are the fills of weights by name,
    `inputs` (program.Input) the user inputs in order."""

    def __init__(self, program, inits, inputs, mutable=(), dims=None):
        self.program = program
        self.inits = inits
        self.inputs = inputs
        self.mutable = mutable
        self.sizes = name_sizes(program, dims)
        self.weights = {}     # placeholder name -> weight name
        self.loaded = set()   # placeholders whose get_attr is written
        self.locations = {}   # module path -> alias
        self.lines = []

    def module(self, attributes):
        """The whole module's text."""
        args = self.arguments()
        for node in self.program.graph.nodes:
            if node.op == "call_function":
                self.call(node)
        output = self.output()
        # Weights are known once the graph is written: unused ones stay out.
        weights = [self.weight(name) for name in self.used_weights()]
        head = "module attributes {\n  " + ",\n  ".join(
            f"{key(k)} = {attribute(v)}" for k, v in attributes.items())
        results = ", ".join(f"{t}{a}" for t, a in self.results())
        graph = (f"  fx.graph @main({', '.join(args)})\n"
                 f"      -> ({results}) {{")
        aliases = [f"{alias} = loc({quote(path)})"
                   for path, alias in self.locations.items()]
        return "\n".join([head + "\n} {", *weights, graph, *self.guards(),
                          *self.lines, output, "  }", "}", *aliases, ""])

    # Placeholders: weights become symbols, the rest arguments.

    def arguments(self):
        args, specs = [], iter(self.inputs)
        nodes = {n.name: n for n in self.program.graph.nodes}
        for spec in self.program.graph_signature.input_specs:
            name = spec.arg.name
            if spec.kind == InputKind.USER_INPUT:
                args.append(self.argument(nodes[name], next(specs)))
            else:
                self.weights[name] = canonical_weight(self.program, spec.target)
        return args

    def argument(self, node, spec):
        attrs = {"fx.name": node.name, "tc.init": spec.init} | spec.placement()
        return f"%{node.name}: {self.type(node.meta['val'])} {attribute(attrs)}"

    def used_weights(self):
        return dict.fromkeys(self.weights[n] for n in self.weights
                             if n in self.loaded)

    def weight(self, name):
        tensor = weight_tensor(self.program, name)
        flags = {"mutated": None} if name in self.mutable else {}
        attrs = attribute(flags | {"init": self.inits[name]})
        kind = tensor_type(tensor.shape, tensor.dtype)
        return f"  prim.weight @{quote(name)} : {kind} {attrs}"

    def load(self, node):
        """A weight's value; its get_attr stands before the first use."""
        name = self.weights[node.name]
        if node.name not in self.loaded:
            self.loaded.add(node.name)
            self.lines.append(f"    %{node.name} = fx.get_attr @{quote(name)}"
                              f" : {self.type(node.meta['val'])}")
        return f"%{node.name}"

    # Calls.

    def call(self, node):
        if node.target is operator.getitem or is_size(node.meta.get("val")):
            return  # results are named by number, sizes by expression
        if not isinstance(node.target, torch._ops.OpOverload):
            raise ValueError(f"{node.name}: {node.target} is not captured yet")
        if str(node.target) in SIZE_ASSERTS:
            return
        operands = []
        words = [self.argument_text(a, operands) for a in node.args]
        words += [f"{key(k)} = {self.argument_text(v, operands)}"
                  for k, v in node.kwargs.items()]
        results = result_list(node)
        types = ", ".join(self.type(r) for r in results)
        if len(results) != 1:
            types = f"({types})"
        name = f"%{node.name}" + (f":{len(results)}" if len(results) > 1 else "")
        left = f"{name} = " if results else ""
        kinds = ", ".join(self.type(o.meta["val"]) for o in operands)
        self.lines.append(
            f"    {left}fx.call {quote(str(node.target))}({', '.join(words)}) : "
            f"({kinds}) -> {types}{self.location(node)}")

    def argument_text(self, value, operands):
        """One leaf or list of an argument tree; tensors go to `operands`."""
        if isinstance(value, Node):
            meta = value.meta["val"]
            if is_size(meta):
                return self.sizes.attribute(meta)
            operands.append(value)
            return self.value(value)
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.argument_text(v, operands)
                                   for v in value) + "]"
        if value is None:
            return "none"
        if isinstance(value, torch.dtype):
            return ELEMENT[value]
        if isinstance(value, DEVICE_LIKE):
            return quote(str(value).removeprefix("torch."))
        if isinstance(value, torch.SymInt):
            return self.sizes.attribute(value)
        return attribute(value)

    def value(self, node):
        if node.name in self.weights:
            return self.load(node)
        if node.target is operator.getitem:
            return f"%{node.args[0].name}#{node.args[1]}"
        return f"%{node.name}"

    def output(self):
        node = self.output_node()
        values = ", ".join(self.value(v) for v in node.args[0])
        types = ", ".join(self.type(v.meta["val"]) for v in node.args[0])
        return f"    fx.output {values} : {types}"

    def results(self):
        for value in self.output_node().args[0]:
            tensor = value.meta["val"]
            yield self.type(tensor), result_layout(value, tensor)

    def output_node(self):
        return next(iter(reversed(self.program.graph.nodes)))

    # Types, sizes, locations.

    def type(self, tensor):
        return tensor_type(tensor.shape, tensor.dtype, self.sizes)

    def guards(self):
        """The bounds that the named sizes were captured under."""
        for symbol, bounds in self.program.range_constraints.items():
            name = self.sizes.names.get(symbol)
            if not name:
                continue  # data-dependent: its op defines it
            if int(bounds.lower) > 0:
                yield self.guard(int(bounds.lower), name)
            if bounds.upper.is_Integer and bounds.upper < 2**62:
                yield self.guard(name, int(bounds.upper))

    def guard(self, least, most):
        return f'    fx.guard #tc.size<{least}> "le" #tc.size<{most}>'

    def location(self, node):
        path = module_path(node)
        if not path:
            return ""
        alias = self.locations.setdefault(path, f"#loc{len(self.locations)}")
        return f" loc({alias})"


def is_size(value):
    """A size, or a condition on sizes (which only SIZE_ASSERTS read)."""
    return isinstance(value, (int, torch.SymInt, torch.SymBool))


def result_list(node):
    value = node.meta.get("val")
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def result_layout(node, tensor):
    """A result that PyTorch leaves channels-last says so."""
    if node.op != "call_function" or tensor.dim() != 4:
        return ""
    if any(isinstance(s, torch.SymInt) for s in tensor.shape):
        return ""
    last = torch.channels_last
    if tensor.is_contiguous() or not tensor.is_contiguous(memory_format=last):
        return ""
    return " {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}"


def module_path(node):
    """"encoder.layer.0.attention.self"; the root goes by its class."""
    stack = node.meta.get("nn_module_stack")
    if not stack:
        return ""
    path, kind = list(stack.values())[-1]
    path = path.partition("@")[0]
    kind = kind if isinstance(kind, str) else kind.__name__
    return path or kind.rpartition(".")[2]


def name_sizes(program, dims):
    """Names the size symbols of inputs as `dims` does: one {axis: name} per
    user input."""
    sizes = Sizes()
    names = iter(dims or [])
    nodes = {n.name: n for n in program.graph.nodes}
    for spec in program.graph_signature.input_specs:
        if spec.kind != InputKind.USER_INPUT:
            continue
        for axis, name in (next(names, None) or {}).items():
            size = nodes[spec.arg.name].meta["val"].shape[axis]
            if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol:
                sizes.names[size.node.expr] = name
    return sizes


def weight_tensor(program, name):
    if name in program.state_dict:
        return program.state_dict[name]
    return program.constants[name]


def canonical_weight(program, name):
    """The first name of a tied weight."""
    tensor = weight_tensor(program, name)
    for other, candidate in program.state_dict.items():
        if candidate.data_ptr() == tensor.data_ptr() and \
                candidate.shape == tensor.shape and tensor.numel():
            return other
    return name
