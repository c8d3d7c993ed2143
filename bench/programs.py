"""Small programs as text, with what PyTorch calls them: what kernels.py and
gpu.py measure."""
import math

BYTES = {"f32": 4, "bf16": 2, "f16": 2, "i64": 8}


def tensor(shape, dtype="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Program:
    """Argument shapes, body lines (%0.. and types by hand), results."""

    def __init__(self, name, arguments, lines, results, eager):
        self.name, self.arguments, self.lines = name, arguments, lines
        self.results, self.eager = results, eager

    def text(self):
        arguments = ", ".join(
            f"%a{i}: {tensor(*a)} {{tc.init = {{kind = \"uniform\", mean = 0.0,"
            f" std = 1.0, stream = {i}, seed = 1}}}}"
            for i, a in enumerate(self.arguments))
        types = ", ".join(tensor(*r) for _, r in self.results)
        names = ", ".join(n for n, _ in self.results)
        body = "\n".join("    " + line for line in self.lines)
        return (f"module attributes {{tc.version = \"0.1\"}} {{\n"
                f"  fx.graph @main({arguments}) -> ({types}) {{\n{body}\n"
                f"    fx.output {names} : {types}\n  }}\n}}\n")

    def bytes(self):
        all_of = self.arguments + [r for _, r in self.results]
        return sum(math.prod(s) * BYTES[d] for s, d in all_of)


def call(result, target, arguments, types, out):
    return (f'%{result} = fx.call "aten.{target}"({arguments}) : '
            f"({', '.join(types)}) -> {out}")


def one(name, target, shape, extra="", out=None, dtype="f32", eager=None):
    """A call of one argument."""
    out = shape if out is None else out
    x, y = (shape, dtype), (out, dtype)
    lines = [call("0", target, "%a0" + extra, [tensor(*x)], tensor(*y))]
    return Program(name, [x], lines, [("%0", y)], eager)


def layer_norm(shape, dtype="f32"):
    x, w = (shape, dtype), (shape[-1:], dtype)
    lines = [call("0", "layer_norm.default",
                  f"%a0, [{shape[-1]}], %a1, %a2, 1.0e-5",
                  [tensor(*x), tensor(*w), tensor(*w)], tensor(*x))]
    return Program("layer norm", [x, w, w], lines, [("%0", x)],
                   lambda t, x, w, b: t.nn.functional.layer_norm(
                       x, shape[-1:], w, b))


def gelu_chain(shape, dtype="f32"):
    x, b = (shape, dtype), (shape[-1:], dtype)
    t = tensor(*x)
    lines = [call("0", "add.Tensor", "%a0, %a1", [t, tensor(*b)], t),
             call("1", "gelu.default", "%0", [t], t),
             call("2", "add.Tensor", "%1, %a2", [t, t], t)]
    return Program("bias, gelu, residual", [x, b, x], lines, [("%2", x)],
                   lambda t, x, b, r: t.nn.functional.gelu(x + b) + r)


def transposed(shape, dtype="f32"):
    """A sum with it, so that it is no view."""
    x, y = (shape, dtype), (shape[::-1], dtype)
    lines = [call("0", "permute.default", "%a0, [1, 0]", [tensor(*x)],
                  tensor(*y)),
             call("1", "add.Tensor", "%0, 1", [tensor(*y)], tensor(*y))]
    return Program("transposed", [x], lines, [("%1", y)],
                   lambda t, x: x.t().contiguous() + 1)
