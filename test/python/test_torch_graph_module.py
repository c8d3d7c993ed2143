"""tc.to_fx: captured programs (test/exec/fx) as text, back as torch.fx, give
the same text again, the same results and writes, and can be exported."""
import os
import re
import sys
import tempfile
import unittest

from Inputs.torch_case import ROOT, Case, clone
import tc
import torch
from torch.fx.experimental import _config as fx_config

sys.path.append(str(ROOT))
from capture import fills  # noqa: E402
from capture.capture import bind, export  # noqa: E402
from capture.cases import load  # noqa: E402
from tc.torch.importer import Body, Names  # noqa: E402
from tc.torch.program_text import ProgramWriter, canonical_weight  # noqa: E402

# What each has that others have not.
CASES = (
    "inplace_on_slice_of_input", "inplace_through_view_chain",  # mutation
    "counter_buffers", "batch_norm_training",  # of buffers
    "channels_last_argument",  # strides of an argument
    "join_family", "embedding_bags", "split_family",  # lists, None
    "casts", "factories", "complex_numbers_given",  # dtypes, kwargs, complex
    "modes",  # conversions that autocast stands for
    "symbolic_attention", "symbolic_cat_grows",  # symbolic sizes
    "sizes_from_items", "nonzero",  # sizes that data decides
    "cond", "while_sum_is_small", "scan_recurrence", "map_over_rows",
)
HEAD = {"tc.version": "0.1"}


def lines(text):
    """Of the graph, without locations; names as Python has them."""
    text = text[text.index("  fx.graph"):]
    text = re.sub(r" loc\(#loc\d+\)|(?m:^#loc.*\n?)", "", text)
    return re.sub(r"%([\w.]+)", lambda m: "%" + m[1].replace(".", "_"),
                  text).splitlines()


def parted(found):
    """Loads of weights, which the importer writes where it first needs them,
    and the other lines."""
    loads = [line for line in found if " = fx.get_attr " in line]
    return loads, [line for line in found if line not in loads]


def again(module, before):
    """The lines that the importer writes of `module`; the head, of which
    torch.fx knows nothing but sizes and guards, is that of `before`."""
    names = Names()
    names.sizes.names = dict(module.meta["tc.sizes"])
    nodes = module.graph.nodes
    names.weights = {n.name: n.target for n in nodes if n.op == "get_attr"
                     and isinstance(n.meta.get("val"), torch.Tensor)}
    body = Body(names, module, "    ")
    written = body.text()
    guards = [f'    fx.guard #tc.size<{a}> "{r}" #tc.size<{b}>'
              for a, r, b in ((getattr(a, "text", a), r, getattr(b, "text", b))
                              for a, r, b in module.meta["tc.guards"])]
    types = ", ".join(f"%{n.name}: {names.type(n)}" for n in nodes
                      if n.op == "placeholder")
    got = re.findall(r"%[\w.]+: tensor<(?:[^<>]|<[^<>]*>)*>", before[0])
    return types, ", ".join(got), [*guards, *lines(
        "\n".join(["  fx.graph", *written]))[1:]]


class RoundTrip(Case):
    def program(self, name):
        """(torch.export's program, text, weights) of a case."""
        source = load()[name]
        module = source.module()
        fills.apply(module, fills.plan(module, source.scales))
        example = source.example()
        program = export(module, example, source.dims(), source.limits)
        mutated = [n for n in program.state_dict
                   if n in dict(module.named_buffers())]
        text = ProgramWriter(program, mutated, source.dims()).module(
            HEAD | ({"tc.sizes": source.sizes} if source.sizes else {}))
        weights = {n: torch.nn.Parameter(t.detach(), requires_grad=False)
                   if isinstance(t, torch.nn.Parameter) else t
                   for n, t in ((program.constants | program.state_dict)
                                .items()) if isinstance(t, torch.Tensor)}
        return program, text, weights, list(example.values())

    def check_case(self, name):
        program, text, weights, example = self.program(name)
        kept = clone(weights)
        module = tc.to_fx(text, weights)
        before = lines(text)
        types, given, after = again(module, before)
        self.assertEqual(types, given)
        start = next(i for i, line in enumerate(before)
                     if line.endswith("{")) + 1
        loads, before = parted(before[start:-2])
        self.assertEqual(parted(after), (loads, before))
        self.assertEqual([f"%{n.name}" for n in module.graph.nodes
                          if "val" in n.meta and n.op == "get_attr"],
                         [line.split()[0] for line in loads])
        # It runs: results, and what it writes to.
        mine, theirs = clone(example), clone(example)
        tensors = dict(zip((n.name for n in program.graph.nodes
                            if n.op == "placeholder"), bind(
                                program, theirs).values()))
        names = {s.arg.name: canonical_weight(program, s.target)
                 for s in program.graph_signature.input_specs
                 if s.target is not None}
        others = clone(kept)
        for node, weight in names.items():
            tensors[node] = others[weight].detach()
        with torch.no_grad():
            want = torch.fx.Interpreter(program.graph_module).run(
                *tensors.values())
            got = module(*mine)
        self.same((got, mine), (tuple(want), theirs))
        state = dict(module.named_parameters()) | dict(module.named_buffers())
        for weight, tensor in state.items():
            self.close(tensor.detach(), others[weight].detach())
            self.assertEqual(
                isinstance(tensor, torch.nn.Parameter),
                isinstance(weights[weight], torch.nn.Parameter))
        return module, example

    def same(self, got, want):
        flat = torch.utils._pytree.tree_leaves
        for a, b in zip(flat(got), flat(want), strict=True):
            if isinstance(b, torch.Tensor):
                self.close(a, b, rtol=0, atol=0)
            else:
                self.assertEqual(a, b)

    def check_export(self, module, example):
        with torch.no_grad(), fx_config.patch(backed_size_oblivious=True):
            want = module(*clone(example))
            again = torch.export.export(module, tuple(clone(example)))
            self.same(again.module()(*clone(example)), want)


def test_of(name):
    def test(self):
        module, example = self.check_case(name)
        if name in ("join_family", "modes", "inplace_on_slice_of_input",
                    "symbolic_attention", "cond"):
            self.check_export(module, example)
    return test


for name in CASES:
    setattr(RoundTrip, f"test_{name}", test_of(name))


class Files(Case):
    def test_an_exported_model(self):
        """Of the files of tc.export; symbolic sizes hold for others."""
        model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.GELU(),
                                    torch.nn.Unflatten(1, (3, 1)))
        with tempfile.TemporaryDirectory() as folder:
            path = tc.export(model, (torch.randn(5, 4),),
                             os.path.join(folder, "model"),
                             dynamic_shapes=({0: torch.export.Dim("n")},))
            module = tc.to_fx(path.read_text(), path.with_suffix(
                ".safetensors"))
        with torch.no_grad():
            for n in (5, 2, 1):
                x = torch.randn(n, 4)
                self.close(module(x)[0], model(x), rtol=0, atol=0)

    def test_what_is_no_graph_of_torch(self):
        graph = """prim.weight @w : tensor<2xf32>
            fx.graph @main(%x: tensor<2xf32>) -> (tensor<2xf32>) {{
              %w = fx.get_attr @w : tensor<2xf32>
              %0 = fx.call "{}"(%x) : (tensor<2xf32>) -> tensor<2xf32>
              fx.output %0 : tensor<2xf32>
            }}"""
        weights = {"w": torch.ones(2)}
        module = tc.to_fx(graph.format("aten.exp.default"), weights)
        self.close(module(torch.zeros(2))[0], torch.ones(2))
        for text, given, message in (
                (graph.format("aten.exp.default"), {}, "weight w is not given"),
                (graph.format("aten.no_such.default"), weights, "no op"),
                ("", weights, "no fx.graph @main")):
            with self.assertRaisesRegex(tc.ExportError, message) as caught:
                tc.to_fx(text, given)
            self.assertEqual(caught.exception.number, 8122)


if __name__ == "__main__":
    unittest.main()
