#!/usr/bin/env python3
"""Which of the models of models.py are one graph (fullgraph=True) with tc, and,
where tc's is not, with Inductor, PyTorch's default: a model that is one graph
with Inductor alone is a mistake.

    test/conformance/fullgraph.py [--sample N] [--gradients] [NAME...]
"""
import argparse
import copy
import random
import sys
import traceback
import warnings

import models  # exits where PyTorch is missing
import torch

import architectures
import networks


def failure(name, backend, gradients):
    """Why it is no graph; "" where it is one, which has run."""
    torch._dynamo.reset()
    model, arguments = models.builder(name)()
    model.train(False)
    compiled = torch.compile(copy.deepcopy(model), backend=backend,
                             fullgraph=True)
    try:
        models.run(model, compiled, arguments, gradients)
        return ""
    except Exception as error:
        text = traceback.format_exception_only(error)[-1].strip()
        return text.split("\n")[0][:160]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--sample", type=int, default=0)
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    names = options.names or [*networks.NETWORKS, *architectures.TRANSFORMERS]
    if options.sample:
        names = random.Random(20260101).sample(names, options.sample)
    whole = neither = wrong = 0
    for name in names:
        why = failure(name, "tc", options.gradients)
        if not why:
            whole += 1
            print(f"{name:24} one graph", flush=True)
        elif failure(name, "inductor", options.gradients):
            neither += 1
            print(f"{name:24} none of either: {why}", flush=True)
        else:
            wrong += 1
            print(f"{name:24} WRONG, one graph with Inductor alone: {why}",
                  flush=True)
    print(f"{len(names)} models: {whole} one graph, {neither} of neither, "
          f"{wrong} of Inductor alone")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
