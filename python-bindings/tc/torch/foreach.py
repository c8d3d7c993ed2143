"""Decompositions of aten._foreach_*, which optimizers call on all parameters at
once, to one call a tensor: _foreach_add([a, b], 2) is [a + 2, b + 2]."""
import functools

import torch

aten = torch.ops.aten
# Their ops take other arguments, or are called otherwise.
NOT_ALIKE = frozenset(["copy", "max", "norm", "powsum", "zero"])
NO_SCALARS = frozenset(["maximum", "minimum"])
OF_A_VALUE = frozenset(["addcdiv", "addcmul"])  # (x, a, b, *, value)


@functools.cache
def decompositions_of_lists():
    """{overload: its decomposition}, functional ones only."""
    names = {n.removeprefix("aten::").partition(".")[0]
             for n in torch._C._dispatch_get_all_op_names()
             if n.startswith("aten::_foreach_")}
    packets = [getattr(aten, name) for name in sorted(names)]
    overloads = [getattr(p, o) for p in packets for o in p.overloads()]
    return {o: rule for o in overloads if (rule := _rule(o))}


def _rule(overload):
    schema, variant = overload._schema, overload._overloadname
    name = schema.name.removeprefix("aten::_foreach_")
    if schema.is_mutable or name in NOT_ALIKE or not hasattr(aten, name) or \
            name in NO_SCALARS and variant.startswith("Scalar") or \
            name in OF_A_VALUE and variant == "Tensor":
        return None
    op = getattr(aten, name)
    lists = [isinstance(a.type, torch._C.ListType) for a in schema.arguments]

    def rule(*args, **kwargs):
        count = len(args[lists.index(True)])
        found = []
        for i in range(count):
            one = [a[i] if is_list else a for a, is_list in zip(args, lists)]
            words = dict(kwargs)
            if name in OF_A_VALUE and len(one) > 3:
                words["value"] = one.pop()
            found.append(op(*one, **words))
        return found
    return rule
