"""Writes dialects/fx/schemas.inc: the schemas of ATen overloads, from PyTorch.

    python3 -m capture.schemas > dialects/fx/schemas.inc

One line a schema, sorted by name as strcmp sorts, in PyTorch's own notation;
dialects/fx/schema.c reads it. In it are core ATen, what PyTorch itself can
decompose, the in-place forms of those, and what else a captured graph needs;
not in it are out= variants, which torch.export does not give.
A call of anything else still parses: without a schema it is opaque.
"""

import re
import sys

import torch
from torch._C import DispatchKey
from torch._decomp import decomposition_table

ALSO = set(
    "_assert_tensor_metadata _assert_async _local_scalar_dense empty resize_ uniform_ normal_ normal_functional bernoulli_ rand_like randn_like "
    "randint _conj _conj_physical view_as_real view_as_complex __lshift__ __rshift__ masked_select lift_fresh_copy detach_copy cummax cummin "
    "logcumsumexp".split())
# Of other kinds of tensors, or of Python lists and dicts.
OTHERS = re.compile(r"Dimname|Dict\(|Storage|Stream|__torch__|Future|QScheme|tVal|\.\.\.|\[\]\(|[( ]t(\[\])? [a-z]")
# Of one back end, or of autograd's and the tests' own.
BACKENDS = re.compile(
    r"_?(sparse|cudnn|mkldnn|miopen|mps|nested|fbgemm|quantized|fake_quantize|foreach|to_sparse|xnnpack|wrapped|thnn|"
    r"validate_sparse|sobol|autocast|test|set_data|retain_grad|backward$)")


def is_known(name: str) -> bool:
    """Core, decomposed by a Python rule, or by its own C++ body."""
    packet = getattr(torch.ops.aten, name, None)
    if packet is None:
        return False
    overloads = [getattr(packet, o) for o in packet.overloads()]
    return name in ALSO or any(
        torch.Tag.core in o.tags
        or o in decomposition_table
        or torch._C._dispatch_has_kernel(o.name())
        and o.has_kernel_for_dispatch_key(DispatchKey.CompositeImplicitAutograd)
        for o in overloads)


def wanted(schema) -> bool:
    name, text = schema.name[6:], str(schema)
    if not schema.name.startswith("aten::") or "Tensor" not in text or BACKENDS.match(name):
        return False
    writes_keyword = any(a.kwarg_only and a.alias_info and a.alias_info.is_write for a in schema.arguments)
    if writes_keyword or OTHERS.search(text):
        return False
    return is_known(name) or (name.endswith("_") and is_known(name[:-1]))


def spell(text: str) -> str:
    """As in native_functions.yaml where the printer gives numbers of enums, and sizes as plain integers."""
    text = text.replace("SymInt", "int").replace("SymBool", "bool")
    text = re.sub(r"(ScalarType\?? \w+)=4", r"\1=long", text)
    return re.sub(r"(MemoryFormat\?? \w+)=0", r"\1=contiguous_format", text)


def main() -> None:
    lines = {}
    for schema in torch._C._jit_get_all_schemas():
        if wanted(schema):
            name = "aten." + schema.name[6:] + "." + (schema.overload_name or "default")
            signature = spell(str(schema))
            lines[name] = signature[signature.index("("):].replace("\\", "\\\\").replace('"', '\\"')
    version = torch.__version__.split("+")[0]
    print(f"// {len(lines)} schemas. Written by capture/schemas.py from PyTorch {version}; sorted by name.")
    for name in sorted(lines):
        print(f'TC_FX_SCHEMA("{name}", "{lines[name]}")')


if __name__ == "__main__":
    sys.exit(main())
