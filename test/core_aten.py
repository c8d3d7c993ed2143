"""core_aten.py FILE: its first words are the overloads of aten that PyTorch
tags `core`, no more, no fewer."""
import sys

import torch


def tagged():
    for name in torch._C._dispatch_get_all_op_names():
        namespace, _, rest = name.partition("::")
        if namespace != "aten":
            continue
        base, _, overload = rest.partition(".")
        packet = getattr(torch.ops.aten, base, None)
        op = getattr(packet, overload or "default", None)
        if op is not None and torch.Tag.core in op.tags:
            yield f"aten.{base}.{overload or 'default'}"


def main(path):
    with open(path, encoding="utf-8") as file:
        listed = {line.split()[0] for line in file if line[0] != "#"}
    wanted = set(tagged())
    for name in sorted(listed ^ wanted):
        print("new:" if name in wanted else "gone:", name)
    return listed != wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
