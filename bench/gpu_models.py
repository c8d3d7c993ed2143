#!/usr/bin/env python3
"""python3 bench/gpu_models.py FOLDER [NAME...]: writes the models that
bench/gpu.py measures, at the sizes it measures them at, in bf16: graphs without
expected results, whose weights are fills. Needs PyTorch and transformers."""
import os
import pathlib
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(sys.path[0], "python-bindings"))

import torch  # noqa: E402

from capture import capture as capturing  # noqa: E402
from capture import models  # noqa: E402
from capture.fills import INPUT_STREAM, uniform  # noqa: E402
from capture.program import Input, Program  # noqa: E402


def bf16(build):
    return lambda: build().to(torch.bfloat16)


# With the operations of their products and convolutions, in GFLOP.
MODELS = {
    "resnet50_64": (523.4, Program(
        bf16(models.resnet50),
        {"x": Input([64, 3, 224, 224], torch.bfloat16,
                    uniform(0, 1, INPUT_STREAM))})),
    "bert_32x128": (715.0, Program(models.bert_bf16,
                                   models.bert_inputs(32, 128))),
    "gpt2_8x1024": (2178.0, Program(
        bf16(models.gpt2),
        {"input_ids": models.tokens(0, [8, 1024], 50257)})),
    "llama_2x2048": (974.0, Program(
        bf16(models.llama),
        {"input_ids": models.tokens(0, [2, 2048], 32000)})),
}


def write(folder, names):
    # No results are expected: nothing is run.
    capturing.results = lambda program, *_: ({}, set())
    for name in names or MODELS:
        text = capturing.capture(name, MODELS[name][1])
        (pathlib.Path(folder) / f"{name}.mlir").write_text(text)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    write(sys.argv[1], sys.argv[2:])
