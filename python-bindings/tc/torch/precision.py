"""PyTorch's flags that say which products of f32 may use TF32 on a GPU. A graph
is compiled for those of that moment."""
import torch
from torch._dynamo.guards import GuardBuilder, install_guard
from torch._dynamo.source import AttrSource
from torch._dynamo.symbolic_convert import InstructionTranslator

FLAGS = {"matmul": torch.backends.cuda.matmul,
         "convolution": torch.backends.cudnn.conv}


def permissions(device):
    """The attribute of a graph that says for which the flags allow it now."""
    kinds = [f'"{kind}"' for kind, backend in FLAGS.items()
             if backend.fp32_precision == "tf32"]
    return f" attributes {{tc.tf32 = [{', '.join(kinds)}]}}" \
        if device.type == "cuda" and kinds else ""


def guard(graph_module):
    """Has Dynamo compile a graph with convolutions on a GPU anew when cuDNN's flag
    changes. Of these flags it guards only that of matrix products itself."""
    graphs = [m.graph for m in graph_module.modules()  # checkpoints, branches
              if isinstance(m, torch.fx.GraphModule)]
    if any(_is_convolution(n) for graph in graphs for n in graph.nodes):
        guard_convolutions()


def _is_convolution(node):
    """On a GPU, whether called as torch's function, functional's or overload."""
    value = node.meta.get("example_value")
    return "conv" in getattr(node.target, "__name__", str(node.target)) and \
        isinstance(value, torch.Tensor) and value.device.type == "cuda"


def guard_convolutions():
    """Called while Dynamo compiles a frame: the flag is then read at each call of
    it, which takes about 1.5 us."""
    module = InstructionTranslator.current_tx().import_source(
        "torch.backends.cudnn")
    flag = AttrSource(AttrSource(module, "conv"), "fp32_precision")
    install_guard(flag.make_guard(GuardBuilder.EQUALS_MATCH))
