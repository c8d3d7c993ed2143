"""tc.to_fx: converts a graph of the fx dialect to a torch.fx.GraphModule, the
inverse of the importer. Order, names, arguments and `meta["val"]` of nodes are
those that were captured; sizes, which the text has as expressions, and results
of a list, which it has by number, become nodes again."""
import json
import operator
import pathlib
import re
import struct

import torch
from torch import fx
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental import _config as fx_config
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic, ShapeEnv, compute_unbacked_bindings)

import tc

from . import reading
from .exporting import DTYPES, ExportError

# A line that begins an op of fx, and the name of its results; the arguments of
# a region.
OP = re.compile(r"\s*(?:%([\w.$-]+)(?::\d+)? = )?fx\.(\w+)")
REGION = re.compile(r"\s*\^\w+\((.*)\):")
# Of arguments of these types (by the schema), what their strings stand for.
STRINGS = {"Device": torch.device, "Layout": lambda s: getattr(torch, s),
           "MemoryFormat": lambda s: getattr(torch, s)}
HIGHER_ORDER = {"fx.cond": "cond", "fx.while_loop": "while_loop",
                "fx.scan": "scan", "fx.map": "map_impl"}


def to_fx(text, weights=None, graph="main"):
    """The torch.fx.GraphModule of a graph in `text`, of the fx dialect, as
    tc.export and the importer write it:

        module = tc.to_fx(open("model.mlir").read(), "model.safetensors")

    weights: {name: tensor} or a .safetensors file; nn.Parameters become
    parameters of the module, other tensors buffers, as they are, uncopied. It
    runs, gives a tuple, writes to what the graph writes to, and goes through
    torch.export and torch.compile. Its `meta` has "tc.sizes", {size symbol of
    sympy: its name in the text}, and "tc.guards", the conditions on sizes that
    the text states. Raises tc.Error for text that is not well-formed, and
    ExportError (TC-8122) where nothing of PyTorch is what the text says."""
    root = tc.Module.parse(text).op
    if not isinstance(weights, dict):
        weights = read_weights(weights) if weights else {}
    found = [op for op in root.walk() if op.name == "fx.graph"
             and reading.attribute(op.attributes["sym_name"]) == graph]
    if not found:
        raise ExportError(8122, f"the text has no fx.graph @{graph}")
    hints = reading.attribute(root.attributes.get("tc.sizes", "{}"))
    # A size of 0 or 1 is a size as any other, as it was for the importer.
    with fx_config.patch(backed_size_oblivious=True), torch.no_grad():
        whole = Whole(Spelling(root, text), weights, hints)
        return whole.read(found[0])


def read_weights(path):
    """{name: tensor} of a .safetensors file."""
    data = bytearray(pathlib.Path(path).read_bytes())
    size, = struct.unpack("<Q", data[:8])
    dtypes = {name: dtype for dtype, name in DTYPES.items()}
    tensors = {}
    for name, row in json.loads(data[8:8 + size]).items():
        if name == "__metadata__":
            continue
        start, end = (8 + size + n for n in row["data_offsets"])
        flat = torch.frombuffer(data[start:end], dtype=torch.uint8) \
            if end > start else torch.empty(0, dtype=torch.uint8)
        tensors[name] = flat.view(dtypes[row["dtype"]]).view(row["shape"])
    return tensors


class Spelling:
    """How values are called in the text, which its ops do not know."""

    def __init__(self, root, text):
        lines = text.splitlines()
        ops = [op for op in root.walk()
               if op.name.startswith("fx.") and op.name != "fx.graph"]
        blocks = [block for op in ops for region in op.regions
                  for block in region]
        heads = [m for m in map(OP.match, lines) if m and m[2] != "graph"]
        regions = [m for m in map(REGION.match, lines) if m]
        # Text that is written in another way than ours goes without.
        self.ops = dict(zip(ops, (m[1] for m in heads))) \
            if len(ops) == len(heads) else {}
        self.blocks = dict(zip(blocks, (
            re.findall(r"%([\w.$-]+):", m[1]) for m in regions))) \
            if len(blocks) == len(regions) else {}
        self.used = {python(m[1]) for m in heads if m[1]}

    def of(self, op):
        """The name of its results, or None."""
        name = self.ops.get(op)
        return python(self.inner(name, op.parent)) if name else None

    def arguments(self, block):
        names = self.blocks.get(block) or []
        if len(names) != len(block.arguments):
            return [f"arg{i}" for i in range(len(block.arguments))]
        return [python(self.inner(n, block.parent)) for n in names]

    def inner(self, name, parent):
        """A region's names begin with its op's and its number."""
        head = re.escape(self.ops.get(parent) or "")
        return re.sub(rf"^{head}\.\d+\.", "", name) if head else name

    def free(self, name):
        """A name like `name` that no value of the text has."""
        number, found = 0, name
        while found in self.used:
            number += 1
            found = f"{name}_{number}"
        self.used.add(found)
        return found


def python(name):
    """A value's name as a node's, which is an identifier of Python."""
    name = re.sub(r"\W", "_", name)
    return f"_{name}" if name[0].isdigit() else name


class Whole:
    """What the graphs of one text share: weights, and sizes as they are while
    the graph is traced on fake tensors."""

    def __init__(self, spelling, weights, hints):
        self.spelling = spelling
        self.weights = weights
        self.hints = hints
        self.shapes = ShapeEnv()
        self.mode = FakeTensorMode(shape_env=self.shapes)
        self.root = torch.nn.Module()
        self.symbols = {}  # name -> SymInt or int

    def read(self, op):
        """The module of an fx.graph."""
        attributes = reading.attribute(op.attributes.get("arg_attrs", "[]"))
        block = op.regions[0][0]
        names = [a.get("fx.name") or f"arg{i}" for i, a in
                 enumerate(attributes or [{}] * len(block.arguments))]
        self.spelling.used |= set(names)
        # Sizes that arguments have are symbols before any op is read.
        for argument in block.arguments:
            for size in reading.tensor_type(argument.type).shape:
                if isinstance(size, reading.Size) and size.text.isidentifier():
                    self.symbol(size.text)
        graph = Graph(self, block, names, [
            self.argument(a.type, more.get("tc.layout")) for a, more in zip(
                block.arguments, attributes or [{}] * len(names))])
        module = fx.GraphModule(self.root, graph.read())
        module.meta["tc.sizes"] = {
            size.node.expr: name for name, size in self.symbols.items()
            if isinstance(size, torch.SymInt)}
        module.meta["tc.guards"] = [
            tuple(reading.attribute(o.attributes[k])
                  for k in ("lhs", "relation", "rhs"))
            for o in block.ops if o.name == "fx.guard"]
        return module

    def symbol(self, name):
        """The size that a name stands for; a new one is of an argument."""
        if name not in self.symbols:
            hint = self.hints.get(name, 5 + 2 * len(self.symbols))
            source = ConstantSource(name)
            expression = self.shapes.create_symbol(
                hint, source=source, dynamic_dim=DimDynamic.DYNAMIC)
            self.symbols[name] = self.shapes.create_symintnode(
                expression, hint=hint, source=source)
        return self.symbols[name]

    def tensor(self, type):
        """A fake tensor of a type's text."""
        shape, dtype = reading.tensor_type(type)
        sizes = [reading.evaluate(s, self.made) for s in shape]
        with self.mode:
            return torch.empty(sizes, dtype=dtype)

    def made(self, name):
        """A symbol, or a new one that data decides."""
        if name not in self.symbols:
            self.symbols[name] = self.shapes.create_unbacked_symint()
        return self.symbols[name]

    def argument(self, type, layout):
        value = self.tensor(type)
        with self.mode:
            if layout and "order" in layout:
                order = layout["order"]
                dense = torch.empty([value.shape[d] for d in order],
                                    dtype=value.dtype)
                return dense.permute([order.index(d)
                                      for d in range(value.dim())])
            if layout:
                strides = [reading.evaluate(s, self.symbol)
                           for s in layout["strides"]]
                offset = reading.evaluate(layout.get("offset", 0), self.symbol)
                extent = offset + 1 + sum(
                    (n - 1) * s for n, s in zip(value.shape, strides))
                return torch.empty(extent, dtype=value.dtype).as_strided(
                    value.shape, strides, offset)
        return value

    def weight(self, name):
        """Puts a weight where its name says; gives a fake tensor of it."""
        if name not in self.weights:
            raise ExportError(8122, f"the weight {name} is not given")
        tensor, module = self.weights[name], self.root
        *path, leaf = name.split(".")
        for part in path:
            if not hasattr(module, part):
                module.add_module(part, torch.nn.Module())
            module = getattr(module, part)
        if isinstance(tensor, torch.nn.Parameter):
            module.register_parameter(leaf, tensor)
        else:
            module.register_buffer(leaf, tensor)
        return self.mode.from_tensor(tensor, static_shapes=True)

    def region(self, module, name):
        """Puts the graph of a region beside the weights; gives its name."""
        name = self.spelling.free(name)
        self.root.add_module(name, module)
        return name


class Graph:
    """One graph, or a region of a control flow op, being read."""

    def __init__(self, whole, block, names, values, bare=False):
        self.whole = whole
        self.bare = bare   # whether it gives a tensor by itself, in no tuple
        self.block = block
        self.graph = fx.Graph()
        self.nodes = {}    # Value of the text -> node
        self.sizes = {}    # symbol, or function and arguments -> node or int
        self.picked = {}   # (node of a list, number) -> node
        for argument, name, value in zip(block.arguments, names, values):
            node = self.graph.placeholder(name)
            node.meta["val"] = value
            self.nodes[argument] = node
            self.origins(node, value, argument.type)

    def read(self):
        for op in self.block.ops:
            if op.name == "fx.guard":
                continue
            if op.name == "fx.output":
                values = tuple(map(self.value, op.operands))
                self.graph.output(values[0] if self.bare else values)
            elif op.name == "fx.get_attr":
                self.get_attr(op)
            elif op.name in HIGHER_ORDER:
                self.control(op)
            elif op.name == "fx.call":
                self.call(op)
            else:
                raise ExportError(8122, f"{op.name} has no node of torch.fx")
        self.graph.lint()
        return self.graph

    def value(self, value):
        if value not in self.nodes:
            raise ExportError(8122, f"{value} is used in a region that it is "
                              "not an argument of")
        node = self.nodes[value]
        return node() if callable(node) else node

    def node(self, kind, target, args, kwargs, name, value):
        node = self.graph.create_node(kind, target, args, kwargs, name)
        node.meta["val"] = value
        if self.whole.shapes.pending_fresh_unbacked_symbols:
            found = compute_unbacked_bindings(self.whole.shapes, value)
            if found:
                node.meta["unbacked_bindings"] = found
        return node

    # Sizes: which node gives the value of a symbol.

    def origins(self, node, tensor, type):
        """A symbol that is a size of `tensor` for the first time is asked of
        it where it is needed."""
        for axis, size in enumerate(reading.tensor_type(type).shape):
            if not isinstance(size, reading.Size) or \
                    not size.text.isidentifier() or size.text in self.sizes:
                continue
            name = size.text
            self.whole.symbols.setdefault(name, tensor.shape[axis])
            self.sizes[name] = lambda node=node, axis=axis: self.size_call(
                torch.ops.aten.sym_size.int, node, axis)

    def size(self, size):
        """The node, or the number, of a size in an argument tree."""
        return reading.evaluate(size, self.symbol, self.size_call)

    def symbol(self, name):
        if name not in self.sizes:
            raise ExportError(8122, f"no value's size is {name} alone")
        known = self.sizes[name]
        if callable(known):
            known = self.sizes[name] = known()
        return known

    def size_call(self, function, *args):
        if not any(isinstance(a, fx.Node) for a in args):
            return function(*args)
        if (function, args) not in self.sizes:
            value = function(*(a.meta["val"] if isinstance(a, fx.Node) else a
                               for a in args))
            name = "sym_size_int" if len(args) == 2 and function is \
                torch.ops.aten.sym_size.int else function.__name__
            self.sizes[function, args] = self.node(
                "call_function", function, args, {},
                self.whole.spelling.free(name), value)
        return self.sizes[function, args]

    # Ops.

    def get_attr(self, op):
        name = op.attributes["name"].removeprefix("@")
        name = reading.string(name) if name.startswith('"') else name
        value = self.whole.weight(name)
        self.nodes[op.results[0]] = self.node(
            "get_attr", name, (), {}, self.whole.spelling.of(op), value)

    def call(self, op):
        name = reading.attribute(op.attributes["target"])
        args = reading.attribute(op.attributes["args"])
        kwargs = reading.attribute(op.attributes.get("kwargs", "{}"))
        if name == "tc.range_to.default":  # a size that data decides
            self.item(op)
            return
        target = overload(name)
        schema = target._schema.arguments
        types = {a.name: str(a.real_type) for a in schema}
        args = tuple(self.leaf(op, a, str(s.real_type))
                     for a, s in zip(args, schema))
        kwargs = {k: self.leaf(op, kwargs[k], types[k])
                  for k in types if k in kwargs}  # attributes are sorted
        returns = target._schema.returns
        many = len(returns) != 1 or "List" in str(returns[0].type)
        self.place(op, target, args, kwargs, many)

    def place(self, op, target, args, kwargs, many):
        """The node of a call, and what stands for its results."""
        value = self.computed(op, target, args, kwargs, many)
        node = self.node("call_function", target, args, kwargs,
                         self.whole.spelling.of(op), value)
        for number, result in enumerate(op.results):
            self.nodes[result] = node if not many else \
                lambda number=number: self.pick(node, number)
            one = value[number] if many else value
            if not isinstance(one, torch.Tensor):
                continue
            if not many:
                self.origins(node, one, result.type)
            elif any(isinstance(s, torch.SymInt) for s in one.shape):
                self.origins(self.pick(node, number), one, result.type)

    def pick(self, node, number):
        if (node, number) not in self.picked:
            self.picked[node, number] = self.node(
                "call_function", operator.getitem, (node, number), {},
                self.whole.spelling.free("getitem"), node.meta["val"][number])
        return self.picked[node, number]

    def computed(self, op, target, args, kwargs, many):
        """What the call gives for fake tensors; where PyTorch cannot say, fake
        tensors of the types that the text says."""
        if isinstance(target, torch._ops.OpOverload):
            given = fx.map_arg((args, kwargs), lambda n: n.meta["val"])
            try:
                with self.whole.mode:
                    return target(*given[0], **given[1])
            except (RuntimeError, NotImplementedError):
                pass
        found = [self.whole.tensor(r.type) for r in op.results]
        return tuple(found) if many else found[0] if found else None

    def leaf(self, op, value, type):
        """A leaf or list of an argument tree as the call takes it."""
        if isinstance(value, reading.Operand):
            return self.value(op.operands[value.number])
        if isinstance(value, reading.Size):
            return self.size(value)
        if isinstance(value, list):
            return [self.leaf(op, v, type) for v in value]
        if isinstance(value, str):
            for word, meaning in STRINGS.items():
                if word in type:
                    return meaning(value)
        return value

    def item(self, op):
        source = self.value(op.operands[0])
        size, = reading.tensor_type(op.results[0].type).shape
        with self.whole.mode:
            value = source.meta["val"].item()
        self.whole.symbols.setdefault(size.text, value)
        self.sizes[size.text] = self.node(
            "call_function", torch.ops.aten.item.default, (source,), {},
            self.whole.spelling.of(op), value)

    # Control flow: a region is a module of its own, and an argument.

    def control(self, op):
        target = getattr(torch.ops.higher_order, HIGHER_ORDER[op.name])
        names = ("true_graph", "false_graph") if op.name == "fx.cond" else \
            ("cond_graph", "body_graph") if len(op.regions) == 2 else \
            ("body_graph",)
        regions = [self.region(blocks[0], name)
                   for blocks, name in zip(op.regions, names)]
        values = list(map(self.value, op.operands))
        groups = [values[:1], values[1:]] if op.name == "fx.cond" else \
            self.groups(op, values)
        args = (values[0], *regions, tuple(groups[1])) \
            if op.name == "fx.cond" else \
            (*regions, *(tuple(g) if op.name == "fx.while_loop" else list(g)
                         for g in groups))
        if op.name == "fx.scan":
            args = (*args[:-1], tuple(args[-1]))
        self.place(op, target, args, {}, True)

    def groups(self, op, values):
        words = op.attributes["operandSegmentSizes"]
        for count in map(int, re.findall(r"\d+", words.partition(":")[2])):
            yield values[:count]
            values = values[count:]

    def region(self, block, name):
        graph = Graph(self.whole, block, self.whole.spelling.arguments(block),
                      [self.whole.tensor(a.type) for a in block.arguments],
                      bare=name == "cond_graph")
        name = self.whole.region(
            fx.GraphModule(self.whole.root, graph.read()), name)
        return self.graph.create_node("get_attr", name)


def overload(name):
    """The op of PyTorch that is called `name`, as aten.add.Tensor."""
    space, _, rest = name.partition(".")
    packet, _, variant = rest.rpartition(".")
    try:
        return getattr(getattr(getattr(torch.ops, space), packet), variant)
    except (AttributeError, RuntimeError):
        raise ExportError(8122, f"PyTorch has no op {name}") from None
