"""Results of the direct route that share memory with an argument or with another
result: PyTorch makes them as the views that they are, behind the autograd
function, so that autograd and writes see what eager's see."""
from operator import getitem

from torch.fx import Node

from .importer import is_size
from .outer import run_nodes
from .refused import Refused
from .support import is_view


class Views:
    """`numbers` of such results; `sources` of the views: ("argument" or
    "result", its number)."""

    def __init__(self, graph, results):
        inputs = [n for n in graph.nodes if n.op == "placeholder"]
        made = {}
        for number, node in enumerate(results):
            if base_of(node) is node and node.op == "call_function":
                made.setdefault(node, number)
        self.numbers = [i for i, node in enumerate(results)
                        if base_of(node).op == "placeholder" or
                        made.get(base_of(node), i) != i]
        needed, ends = {}, {}
        for number in self.numbers:
            _walk(results[number], made, needed, ends)
        self.sources = [("argument", inputs.index(n)) if n not in made else
                        ("result", made[n]) for n in ends]
        self.run = run_nodes([n for n in graph.nodes if n in needed], ends,
                             [results[i] for i in self.numbers])

    def give(self, args, results):
        """The results with the views."""
        if not self.numbers:
            return results
        results = list(results)
        sources = [(args if kind == "argument" else results)[number]
                   for kind, number in self.sources]
        for number, view in zip(self.numbers, self.run(*sources)):
            results[number] = view
        return results


def _walk(node, made, needed, ends):
    """Adds the views and sizes between the node and what it is made of."""
    if node.op == "placeholder" or node in made:
        ends[node] = None
    elif node not in needed:
        if not _is_part_of_view(node):
            raise Refused(f"a result is a view that {node.target} decides")
        needed[node] = None
        for source in node.all_input_nodes:
            _walk(source, made, needed, ends)


def _is_part_of_view(node):
    return node.op == "call_function" and (
        node.target is getitem or is_view(node) or
        is_size(node.meta.get("val")))


def base_of(node):
    """The value that a node is a view of, perhaps of another view; itself."""
    while node.op == "call_function":
        source = node.args[0] if node.args else None
        if not is_view(node) and not (
                isinstance(source, Node) and node.target is getitem):
            return node
        node = source
    return node
