"""torch.export's program as text of the `fx` dialect: one fx.call a node, the
node's name as the value's, module paths as locations. The grammar is in
docs/architecture.md, "fx"."""
import operator

import torch
from torch.export.graph_signature import InputKind
from torch.fx import Node
from torch.utils import _pytree as pytree

from .text import ELEMENT, Sizes, attribute, key, quote, tensor_type

# What these assert of sizes is said by fx.guard, or the compiler's to prove.
SIZE_ASSERTS = {
    "aten._assert_scalar.default", "aten.sym_constrain_range.default",
    "aten.sym_constrain_range_for_size.default",
}
# Higher-order op -> op of fx, its operands, the words before its regions.
CONTROL = {
    "cond": ("cond", "{0}({1})", "then ", "else "),
    "while_loop": ("while_loop", "({0}) with ({1})", "cond ", "do "),
    "scan": ("scan", "({0}) over ({1}) with ({2})", ""),
    "map_impl": ("map", "over ({0}) with ({1})", ""),
}
DEVICE_LIKE = (torch.device, torch.layout, torch.memory_format)


class GraphWriter:
    """Writes one exported program. `inits` are the fills of weights by name,
    `inputs` (program.Input) the user inputs in order."""

    def __init__(self, program, inits, inputs, mutated=(), dims=None):
        self.program = program
        self.inits = inits
        self.inputs = inputs
        self.mutated = mutated
        self.sizes = name_sizes(program, dims)
        self.weights = {}     # placeholder name -> weight name
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
        return f"%{node.name}: {self.type(node)} {attribute(attrs)}"

    def weight(self, name):
        tensor = weight_tensor(self.program, name)
        flags = {"mutated": None} if name in self.mutated else {}
        attrs = attribute(flags | {"init": self.inits[name]})
        kind = tensor_type(tensor.shape, tensor.dtype)
        return f"  prim.weight @{quote(name)} : {kind} {attrs}"

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

    def type(self, value):
        tensor = value.meta["val"] if isinstance(value, Node) else value
        return tensor_type(tensor.shape, tensor.dtype, self.sizes)

    def location(self, node):
        path = module_path(node)
        if not path:
            return ""
        alias = self.locations.setdefault(path, f"#loc{len(self.locations)}")
        return f" loc({alias})"


class Body:
    """The lines of one graph: the program's own, or a region of a control
    flow op, whose names take a prefix."""

    def __init__(self, writer, module, indent, prefix=""):
        self.writer = writer
        self.module = module
        self.indent = indent
        self.prefix = prefix
        self.loaded = set()   # placeholders whose get_attr is written
        self.lines = []

    def text(self):
        for node in self.module.graph.nodes:
            if node.op == "call_function":
                self.call(node)
        words = [self.value(n) for n in self.results()]
        types = [self.writer.type(n) for n in self.results()]
        self.line(f"fx.output {', '.join(words)} : {', '.join(types)}"
                  if words else "fx.output")
        return self.lines

    def line(self, text):
        self.lines.append(self.indent + text)

    def results(self):
        output = next(iter(reversed(self.module.graph.nodes)))
        return [n for n in pytree.tree_leaves(output.args[0])
                if n is not None]

    def call(self, node):
        if node.target is operator.getitem or is_size(node.meta.get("val")):
            return  # results are named by number, sizes by expression
        if str(node.target) in SIZE_ASSERTS:
            return
        if str(node.target) in CONTROL:
            return self.control(node, *CONTROL[str(node.target)])
        if not isinstance(node.target, torch._ops.OpOverload):
            raise ValueError(f"{node.name}: {node.target} is not captured yet")
        operands = []
        words = [self.argument(a, operands) for a in node.args]
        words += [f"{key(k)} = {self.argument(v, operands)}"
                  for k, v in node.kwargs.items()]
        self.line(f"{self.left(node)}fx.call {quote(str(node.target))}"
                  f"({', '.join(words)}) : {self.signature(node, operands)}"
                  f"{self.writer.location(node)}")

    def left(self, node):
        count = len(result_list(node))
        name = f"%{self.prefix}{node.name}" + (f":{count}" if count > 1 else "")
        return f"{name} = " if count else ""

    def signature(self, node, operands):
        results = [self.writer.type(r) for r in result_list(node)]
        right = results[0] if len(results) == 1 else f"({', '.join(results)})"
        kinds = ", ".join(map(self.writer.type, operands))
        return f"({kinds}) -> {right}"

    def argument(self, value, operands):
        """One leaf or list of an argument tree; tensors go to `operands`."""
        if isinstance(value, Node):
            if is_size(value.meta["val"]):
                return self.writer.sizes.attribute(value.meta["val"])
            operands.append(value)
            return self.value(value)
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.argument(v, operands)
                                   for v in value) + "]"
        if value is None:
            return "none"
        if isinstance(value, torch.dtype):
            return ELEMENT[value]
        if isinstance(value, DEVICE_LIKE):
            return quote(str(value).removeprefix("torch."))
        if isinstance(value, torch.SymInt):
            return self.writer.sizes.attribute(value)
        return attribute(value)

    def value(self, node):
        if not self.prefix and node.name in self.writer.weights:
            return self.load(node)
        if node.target is operator.getitem:
            source, number = node.args
            one = len(result_list(source)) == 1
            return self.value(source) + ("" if one else f"#{number}")
        return f"%{self.prefix}{node.name}"

    def load(self, node):
        """A weight's value; its get_attr stands before the first use."""
        if node.name not in self.loaded:
            self.loaded.add(node.name)
            name = self.writer.weights[node.name]
            self.line(f"%{node.name} = fx.get_attr @{quote(name)}"
                      f" : {self.writer.type(node)}")
        return f"%{node.name}"

    # Control flow: graphs among the arguments become regions.

    def control(self, node, op, form, *words):
        regions = [a for a in node.args if is_graph(a)]
        groups = [a for a in node.args if not is_graph(a)]
        operands = pytree.tree_leaves(groups)
        if any(is_size(o) or is_size(o.meta["val"]) for o in operands):
            raise ValueError(f"{node.name}: a size enters a region")
        texts = [", ".join(map(self.value, pytree.tree_leaves(g)))
                 for g in groups]
        self.line(f"{self.left(node)}fx.{op} {form.format(*texts)} : "
                  f"{self.signature(node, operands)} {words[0]}{{")
        for number, region in enumerate(regions):
            if number:
                self.line(f"}} {words[number]}{{")
            self.region(node, number, getattr(self.module, region.target))
        self.line("}" + self.writer.location(node))

    def region(self, node, number, module):
        body = Body(self.writer, module, self.indent + "  ",
                    f"{self.prefix}{node.name}.{number}.")
        args = [f"%{body.prefix}{n.name}: {self.writer.type(n)}"
                for n in module.graph.nodes if n.op == "placeholder"]
        self.line(f"^bb0({', '.join(args)}):")
        self.lines += body.text()


def is_graph(value):
    return isinstance(value, Node) and value.op == "get_attr"


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
