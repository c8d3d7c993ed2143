"""Nodes of sizes, made of the sizes of a graph's arguments, so that what needs
them waits for no piece."""
import functools
import operator

import torch
from torch.fx import Node

aten = torch.ops.aten


def parts_of(size):
    """(function, sizes): an expression as what it joins; None of others than
    sums, products and powers."""
    if size.is_Add:
        return operator.add, size.args
    if size.is_Mul:
        return operator.mul, size.args
    if size.is_Pow and size.exp.is_Integer and size.exp > 1:
        return operator.mul, [size.base] * int(size.exp)
    return None


def join(add, function, nodes):
    """The node of a size that is computed of those of others. `add(target,
    args, value)` makes nodes."""
    def pair(one, other):
        values = (n.meta["val"] if isinstance(n, Node) else n
                  for n in (one, other))
        return add(function, (one, other), function(*values))
    return functools.reduce(pair, nodes)


class SizeNodes:
    """`known`: an expression -> its node, or (a tensor's, dimension)."""

    def __init__(self, graph):
        inputs = [n for n in graph.nodes if n.op == "placeholder"]
        self.graph, self.place = graph, inputs[-1].next if inputs else None
        self.known = {}
        for node in inputs:
            value = node.meta.get("val")
            if isinstance(value, torch.SymInt):
                self.known[value.node.expr] = node
        for node in inputs:
            for dim, size in enumerate(getattr(node.meta.get("val"), "shape",
                                               ())):
                if isinstance(size, torch.SymInt):
                    self.known.setdefault(size.node.expr, (node, dim))

    def add(self, target, args, value):
        with self.graph.inserting_before(self.place):
            node = self.graph.call_function(target, args)
        node.meta["val"] = value
        return node

    def of(self, size):
        """A number, or the node of the size; a LookupError if the arguments do
        not say it."""
        return size if isinstance(size, int) else self.find(size.node.expr)

    def find(self, expr):
        if expr.is_Integer:
            return int(expr)
        found = self.known.get(expr)
        if isinstance(found, tuple):
            node, dim = found
            found = self.add(aten.sym_size.int, found,
                             node.meta["val"].shape[dim])
        elif found is None:
            parts = parts_of(expr)
            if parts is None:
                raise LookupError(expr)
            found = join(self.add, parts[0], list(map(self.find, parts[1])))
        self.known[expr] = found
        return found
