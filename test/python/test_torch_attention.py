"""Attention in training through torch.compile, at lengths at which forward and
backward stream: gradients are eager's, within twice eager's own error against
f64, and no program has memory for the scores. Skipped (exit code 77) without
PyTorch."""
import pathlib
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build/python"))
try:
    import torch
except ImportError as missing:
    print(f"skipped: no {missing.name}")
    sys.exit(77)

import torch.nn.functional as F  # noqa: E402
import tc.torch  # noqa: E402
from tc.torch import piece  # noqa: E402

warnings.filterwarnings("ignore")
HEADS, LENGTH, FEATURES = 2, 200, 16


def gradients(call, inputs, seed):
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    call(*leaves).backward(seed.to(inputs[0].dtype))
    return [x.grad.double() for x in leaves]


def error(ours, exact):
    return ((ours - exact).norm() / exact.norm()).item()


def wrong(name, dtype, **options):
    """The names of gradients that are too far from those in f64."""
    torch.manual_seed(0)
    torch._dynamo.reset()
    shape = (1, HEADS, LENGTH, FEATURES)
    inputs = [torch.randn(shape).to(dtype) for _ in range(3)]
    seed = torch.randn(shape)

    def call(q, k, v):
        masks = {n: m.to(q.dtype) if n == "attn_mask" else m
                 for n, m in options.items()}
        return F.scaled_dot_product_attention(q, k, v, **masks)
    exact = gradients(call, [x.double() for x in inputs], seed)
    eager = gradients(call, inputs, seed)
    ours = gradients(torch.compile(call, backend="tc"), inputs, seed)
    return [f"{name}, gradient of {n}" for n, a, b, c in
            zip("qkv", ours, eager, exact)
            if error(a, c) > 2 * error(b, c) + torch.finfo(dtype).eps]


def watched(compile_text, arenas):
    def compiled(*args, **kwargs):
        program = compile_text(*args, **kwargs)
        arenas.append(program.arena_bytes)
        return program
    return compiled


def main():
    sizes = []
    piece.compile_text = watched(piece.compile_text, sizes)
    mask = torch.randn(LENGTH, LENGTH)
    mask[:, 1::3] = -torch.inf
    bad = [*wrong("plain", torch.float32),
           *wrong("causal", torch.float32, is_causal=True),
           *wrong("causal bf16", torch.bfloat16, is_causal=True),
           *wrong("mask", torch.float32, attn_mask=mask)]
    print(*bad, f"arenas: {sizes}", sep="\n")
    return bool(bad) or not sizes or max(sizes) >= 4 * HEADS * LENGTH**2


if __name__ == "__main__":
    sys.exit(main())
