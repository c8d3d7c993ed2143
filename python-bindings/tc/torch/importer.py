"""Writes nodes of a torch.fx graph as text of the `fx` dialect, one fx.call
per node. The grammar is in docs/ir/fx.md. There is only this
importer: the PyTorch back end uses it for pieces of AOTAutograd's graphs,
capture/ for whole programs of torch.export."""
import operator

import torch
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
# Regions that say how eager runs what is in them: the number of arguments
# before the graph. What they hold stands in the graph around them.
MODES = {"wrap_with_set_grad_enabled": 1, "wrap_with_autocast": 4,
         "wrap_with_inference_mode": 1}
# Ops that give the dtype they are told, under autocast too.
CASTS = ("aten.to.", "aten._to_copy.", "aten.type_as.", "aten.copy.")
# A number of a tensor, where it becomes a size.
ITEMS = {"aten.item.default", "aten._local_scalar_dense.default"}
DEVICE_LIKE = (torch.device, torch.layout, torch.memory_format)


class Unsupported(ValueError):
    """No text stands for `node`; the message says why."""

    def __init__(self, node, why):
        super().__init__(f"{node.name}: {why}")
        self.node = node
        self.why = why


class Names:
    """How a graph's sizes, values, types and locations are written. The
    importer asks; whoever writes a whole graph may decide otherwise."""

    def __init__(self, sizes=None):
        self.sizes = sizes or Sizes()
        self.weights = {}  # placeholder name -> weight name
        self.types = {}    # of static shapes, which recur

    def name(self, node):
        return node.name

    def type(self, value):
        tensor = value.meta["val"] if isinstance(value, Node) else value
        if tensor is None:  # a gradient that nobody asked for
            return "tensor<0xf32>"
        if isinstance(tensor, (int, torch.SymInt)):
            return "i64"  # a size among the results of an op
        shape = tuple(tensor.shape)
        if any(type(s) is not int for s in shape):
            return tensor_type(shape, tensor.dtype, self.sizes)
        known = shape, tensor.dtype
        if known not in self.types:
            self.types[known] = tensor_type(shape, tensor.dtype)
        return self.types[known]

    def is_argument(self, node):
        """Whether a node that picks a result of another is a value by itself:
        an argument, the other being outside of what is written."""
        return False

    def location(self, node):
        """The text after an op: "" or a space and its location."""
        return ""


class Body:
    """The lines of one graph, a part of one, or a region of a control flow
    op, whose names take a prefix. `nodes` are in order; values of others are
    the arguments. `module` holds the graphs of control flow."""

    def __init__(self, names, module, indent, prefix="", nodes=None,
                 results=None):
        self.names = names
        self.module = module
        self.indent = indent
        self.prefix = prefix
        self.nodes = module.graph.nodes if nodes is None else nodes
        self.given_results = results
        self.bound = {}       # values that stand for others, by node name
        self.autocast = None  # the dtype of the region that this is
        self.casts = {}       # operands of a call that are converted
        self.loaded = set()   # placeholders whose get_attr is written
        self.lines = []

    def text(self):
        for node in self.nodes:
            if node.op == "call_function":
                self.call(node)
        words = [self.value(n) for n in self.results()]
        types = [self.names.type(n) for n in self.results()]
        self.line(f"fx.output {', '.join(words)} : {', '.join(types)}"
                  if words else "fx.output")
        return self.lines

    def line(self, text):
        self.lines.append(self.indent + text)

    def results(self):
        if self.given_results is not None:
            return self.given_results
        output = next(iter(reversed(self.module.graph.nodes)))
        return [n for n in pytree.tree_leaves(output.args[0])
                if n is not None]

    def call(self, node):
        target = str(node.target)
        if target in MODES:
            self.inline(node, target)
            return
        if target in ITEMS and is_fresh(node.meta.get("val")):
            self.item(node)
            return
        if node.target is operator.getitem or is_size(node.meta.get("val")):
            return  # results are named by number, sizes by expression
        if target in SIZE_ASSERTS:
            return
        if target in CONTROL:
            self.control(node, *CONTROL[target])
            return
        if not isinstance(node.target, torch._ops.OpOverload):
            raise Unsupported(node, f"{target} is not captured yet")
        operands = []
        if self.autocast and not target.startswith(CASTS):
            self.cast_operands(node)
        words = [self.argument(node, a, operands) for a in node.args]
        words += [f"{key(k)} = {self.argument(node, v, operands)}"
                  for k, v in node.kwargs.items()]
        self.line(f"{self.left(node)}fx.call {quote(target)}"
                  f"({', '.join(words)}) : {self.signature(node, operands)}"
                  f"{self.names.location(node)}")

    def item(self, node):
        """A size that data decides: what reads it reads its symbol, which
        this op defines."""
        source, = node.args
        size = self.names.sizes.text(node.meta["val"])
        self.line(f'%{self.prefix}{self.names.name(node)} = fx.call '
                  f'"tc.range_to.default"({self.value(source)}) : '
                  f"({self.names.type(source)}) -> "
                  f"tensor<?xi64, #tc.dims<[{size}]>>"
                  f"{self.names.location(node)}")

    # Autocast: where an op gives another dtype than its operands make, they
    # have been converted to that one.

    def cast_operands(self, node):
        self.casts = {}
        results = [r for r in result_list(node) if is_float(r)]
        operands = [n for n in node.all_input_nodes
                    if is_float(n.meta.get("val"))]
        if not results or not operands:
            return
        wanted, natural = results[0].dtype, operands[0].meta["val"].dtype
        for operand in operands[1:]:
            natural = torch.promote_types(natural, operand.meta["val"].dtype)
        if natural == wanted:
            return
        for operand in operands:
            if operand.meta["val"].dtype != wanted:
                self.casts[operand.name] = self.cast(operand, node, wanted)

    def cast(self, operand, node, dtype):
        value = operand.meta["val"].to(dtype)
        word = f"%{self.prefix}{self.names.name(node)}.{operand.name}"
        element = self.element(node, dtype)
        self.line(f'{word} = fx.call "aten.to.dtype"'
                  f"({self.value(operand)}, {element}) : "
                  f"({self.names.type(operand)}) -> {self.names.type(value)}")
        return word, value

    def type(self, operand):
        """Of an operand of the call that is being written."""
        cast = self.casts.get(getattr(operand, "name", None))
        return self.names.type(cast[1] if cast else operand)

    def left(self, node):
        count = len(result_list(node))
        name = f"%{self.prefix}{self.names.name(node)}"
        return f"{name}:{count} = " if count > 1 else \
            f"{name} = " if count else ""

    def signature(self, node, operands):
        try:
            results = [self.names.type(r) for r in result_list(node)]
            kinds = ", ".join(map(self.type, operands))
        except ValueError as error:
            raise Unsupported(node, str(error)) from None
        right = results[0] if len(results) == 1 else f"({', '.join(results)})"
        return f"({kinds}) -> {right}"

    def argument(self, node, value, operands):
        """One leaf or list of an argument tree; tensors go to `operands`."""
        if isinstance(value, Node):
            known = value.meta.get("val")
            if is_size(known):
                return self.size(node, known)
            operands.append(value)
            cast = self.casts.get(value.name)
            return cast[0] if cast else self.value(value)
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join([self.argument(node, v, operands)
                                    for v in value]) + "]"
        if value is None:
            return "none"
        if isinstance(value, torch.dtype):
            return self.element(node, value)
        if isinstance(value, DEVICE_LIKE):
            return quote(str(value).removeprefix("torch."))
        if isinstance(value, torch.SymInt):
            return self.size(node, value)
        try:
            return attribute(value)
        except TypeError as error:
            raise Unsupported(node, str(error)) from None

    def size(self, node, value):
        if isinstance(value, torch.SymBool):
            raise Unsupported(node, f"{value} is a condition on sizes")
        try:
            return self.names.sizes.attribute(value)
        except ValueError as error:
            raise Unsupported(node, str(error)) from None

    def element(self, node, dtype):
        if dtype not in ELEMENT:
            raise Unsupported(node, f"no element type stands for {dtype}")
        return ELEMENT[dtype]

    def value(self, node):
        known = self.bound.get(node.name)
        if isinstance(known, str):
            return known
        if not self.prefix and node.name in self.names.weights:
            return self.load(node)
        if node.target is operator.getitem and \
                not self.names.is_argument(node):
            source, number = node.args
            if source.name in self.bound:
                return self.bound[source.name][number]
            one = len(result_list(source)) == 1
            return self.value(source) + ("" if one else f"#{number}")
        return f"%{self.prefix}{self.names.name(node)}"

    def load(self, node):
        """A weight's value; its get_attr stands before the first use."""
        if node.name not in self.loaded:
            self.loaded.add(node.name)
            name = self.names.weights[node.name]
            self.line(f"%{node.name} = fx.get_attr @{quote(name)}"
                      f" : {self.names.type(node)}")
        return f"%{node.name}"

    def inline(self, node, target):
        """The ops of a region, under names of their own; its results stand
        for those of the node."""
        count = MODES[target]
        module = getattr(self.module, node.args[count].target)
        body = Body(self.names, module, self.indent,
                    f"{self.prefix}{self.names.name(node)}.")
        body.autocast = self.autocast
        if target == "wrap_with_autocast":
            _, dtype, enabled, _ = node.args[:count]
            body.autocast = dtype if enabled else None
        inputs = [n for n in module.graph.nodes if n.op == "placeholder"]
        for name, given in zip(inputs, node.args[count + 1:]):
            if isinstance(given, Node):
                body.bound[name.name] = self.value(given)
        for inner in module.graph.nodes:
            if inner.op == "call_function":
                body.call(inner)
        self.lines += body.lines
        output = next(iter(reversed(module.graph.nodes))).args[0]
        words = [body.value(n) if isinstance(n, Node) else None
                 for n in (output if isinstance(output, (list, tuple))
                           else [output])]
        self.bound[node.name] = words

    # Control flow: graphs among the arguments become regions.

    def control(self, node, op, form, *words):
        regions = [a for a in node.args if is_graph(a)]
        groups = [a for a in node.args if not is_graph(a)]
        operands = pytree.tree_leaves(groups)
        if any(is_size(o) or is_size(o.meta["val"]) for o in operands):
            raise Unsupported(node, "a size enters a region")
        texts = [", ".join(map(self.value, pytree.tree_leaves(g)))
                 for g in groups]
        self.line(f"{self.left(node)}fx.{op} {form.format(*texts)} : "
                  f"{self.signature(node, operands)} {words[0]}{{")
        for number, region in enumerate(regions):
            if number:
                self.line(f"}} {words[number]}{{")
            self.region(node, number, getattr(self.module, region.target))
        self.line("}" + self.names.location(node))

    def region(self, node, number, module):
        body = Body(self.names, module, self.indent + "  ",
                    f"{self.prefix}{self.names.name(node)}.{number}.")
        args = [f"%{body.prefix}{self.names.name(n)}: {self.names.type(n)}"
                for n in module.graph.nodes if n.op == "placeholder"]
        self.line(f"^bb0({', '.join(args)}):")
        self.lines += body.text()


def is_graph(value):
    return isinstance(value, Node) and value.op == "get_attr"


def is_size(value):
    """A size, or a condition on sizes (which only SIZE_ASSERTS read)."""
    return isinstance(value, (int, torch.SymInt, torch.SymBool))


def is_fresh(value):
    """A size that is a symbol of its own."""
    return isinstance(value, torch.SymInt) and value.node.expr.is_Symbol


def decided_sizes(node):
    """The symbols of sizes that data decides in this call. PyTorch's record
    of where they are holds when it has given them other names since."""
    value = node.meta.get("val")
    paths = (node.meta.get("unbacked_bindings") or {}).values()
    return {pytree.key_get(value, path).node.expr for path in paths}


def is_float(value):
    return isinstance(value, torch.Tensor) and value.dtype.is_floating_point


def result_list(node):
    value = node.meta.get("val")
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]
