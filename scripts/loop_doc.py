#!/usr/bin/env python3
"""Writes docs/ir/loop.md: the ops of the loop dialect from their rows, and the
programs of test/loop, which are run there. A program's kernel and the notes in
its first lines are copied as they are."""
import glob
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ORDER = [
    "pointwise", "softmax_last", "softmax_middle", "layer_norm",
    "layer_norm_backward", "cross_entropy", "product", "convolution",
    "attention", "attention_backward", "embedding", "scatter_add",
    "cumulative_sum", "sort_top_k", "concatenation", "max_pool", "optimizer",
    "random", "selective_scan", "lstm", "complex_product"
]

HEAD = """# The loop dialect

<!-- Written by scripts/loop_doc.py; a test checks that it is up to date. -->

A kernel is one symbol, isolated from above, over named iterators. Its region holds small stages in SSA; values
inside are tensors whose dimensions are the iterators of the stage that
computes them. A stage reads its operands through index maps, lists of size expressions over
iterators and size symbols, and computes with scalar prims. No op or attribute is named after a pattern: softmax, attention and convolution are
stages and index maps. How a kernel is run, `loop.schedule`, is an attribute that may be dropped or replaced without changing what it computes.

## Ops

The full reference, with every constraint, is generated at build/docs/ir/loop.md.

| op | |
|---|---|
"""

PROGRAMS = """
## Programs

Each of these is one kernel op. Its text is that of test/loop, where it is parsed, verified, printed and parsed again, run by the reference
interpreter, and compared with its prim form on the same inputs. A note below
each says how it can be mapped to threads and vectors on a CPU, to blocks and
warps on a GPU, and how many launches that takes; docs/architecture.md says
what is compiled today.
"""


def ops():
    rows = open(os.path.join(ROOT, "dialects/loop/LoopOps.td")).read()
    found = re.findall(
        r'def Loop_\w+Op : Loop_(?:Op|Stage)<"(\w+)".*?let summary = "(.*?)";',
        rows, re.S)
    return "".join(f"| `loop.{name}` | {summary} |\n" for name, summary in found)


def notes(lines):
    """Title, and the note of each heading."""
    text = [l[3:] for l in lines
            if l.startswith("// ") and not re.match("// (RUN|FUSED|EXPECT):", l)]
    title, found, key = text[0], {}, None
    for line in text[1:]:
        match = re.match(r"(CPU|GPU|LAUNCHES): (.*)", line)
        if match:
            key = match.group(1)
            found[key] = match.group(2)
        elif key:
            found[key] += " " + line.strip()
    return title, found


def program(name):
    text = open(os.path.join(ROOT, f"test/loop/{name}.mlir")).read()
    title, found = notes(text.split("\n\n")[0].splitlines())
    kernels = re.findall(r"^loop\.kernel .*?^}$", text, re.S | re.M)
    body = "\n\n".join(kernels)
    return (f"\n### {title}\n\n```mlir\n{body}\n```\n\n"
            f"- CPU: {found['CPU']}\n- GPU: {found['GPU']}\n"
            f"- launches: {found['LAUNCHES']}\n- test/loop/{name}.mlir\n")


def main():
    there = {os.path.basename(p)[:-5]
             for p in glob.glob(os.path.join(ROOT, "test/loop/*.mlir"))}
    assert there == set(ORDER), f"not in the list: {there ^ set(ORDER)}"
    print(HEAD + ops() + PROGRAMS + "".join(map(program, ORDER)), end="")


main()
