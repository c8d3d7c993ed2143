"""A program of torch.export as text of the `fx` dialect: one fx.call a node,
the node's name as the value's, module paths as locations. Adds the parts of a
whole program: weights by name, layouts, guards, named sizes."""
import torch
from torch.export.graph_signature import ConstantArgument, InputKind

from .importer import Body, Names
from .piece_text import layout
from .text import Raw, Sizes, attribute, key, quote, tensor_type


class ProgramWriter(Names):
    """Writes one exported program, whose weights are those of a file. `dims`
    names sizes: one {axis: name} a user input; `mutated` are the names of
    weights that the program writes to."""

    def __init__(self, program, mutated=(), dims=None):
        self.program = program
        self.mutated = mutated
        super().__init__(name_sizes(program, dims))
        self.locations = {}   # module path -> alias

    def module(self, attributes, others=()):
        """The whole module's text; `others` are the lines of further graphs."""
        graph = self.graph("main")
        weights = [self.weight(name) for name in dict.fromkeys(
            self.weights[n] for n in self.weights if n in self.loaded)]
        head = "module attributes {\n  " + ",\n  ".join(
            f"{key(k)} = {attribute(v)}" for k, v in attributes.items())
        aliases = [f"{alias} = loc({quote(path)})"
                   for path, alias in self.locations.items()]
        return "\n".join([head + "\n} {", *weights, *graph, *others, "}",
                          *aliases, ""])

    def graph(self, name):
        """The lines of the graph."""
        args = self.arguments()
        body = Body(self, self.program.graph_module, indent="    ")
        lines = body.text()
        self.loaded = body.loaded
        return [f"  fx.graph @{name}({', '.join(args)})",
                f"      -> ({', '.join(self.results(body))}) {{",
                *self.guards(), *lines, "  }"]

    # Placeholders: weights become symbols, the rest arguments.

    def arguments(self):
        args = []
        nodes = {n.name: n for n in self.program.graph.nodes}
        for spec in self.program.graph_signature.input_specs:
            name = spec.arg.name
            if isinstance(spec.arg, ConstantArgument):
                continue  # part of the graph by now
            if spec.kind == InputKind.USER_INPUT:
                args.append(self.argument(nodes[name]))
            else:
                self.weights[name] = canonical_weight(self.program, spec.target)
        return args

    def argument(self, node):
        attrs = {"fx.name": node.name} | self.placement(node)
        return f"%{node.name}: {self.type(node)} {attribute(attrs)}"

    def placement(self, node):
        """The attributes that say where an argument lies."""
        text = layout(self, node)
        return {"tc.layout": Raw(text[len(" {tc.layout = "):-1])} \
            if text else {}

    def weight(self, name):
        tensor = weight_tensor(self.program, name)
        kind = tensor_type(tensor.shape, tensor.dtype)
        flags = {"mutated": None} if name in self.mutated else {}
        flags |= self.fill(name)
        return f"  prim.weight @{quote(name)} : {kind}" + (
            f" {attribute(flags)}" if flags else "")

    def fill(self, name):
        """Attributes that say what is in a weight without a file."""
        return {}

    # The rest of what is said of the whole graph.

    def results(self, body):
        for node in body.results():
            yield self.type(node) + result_layout(node, node.meta["val"])

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
