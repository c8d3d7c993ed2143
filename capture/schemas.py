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
    "_assert_tensor_metadata _assert_async _local_scalar_dense empty empty_permuted resize_ uniform_ normal_ normal_functional bernoulli_ rand_like randn_like "
    "randint _conj _conj_physical view_as_real view_as_complex __lshift__ __rshift__ masked_select lift_fresh_copy detach_copy cummax cummin "
    "logcumsumexp "
    # What AOTAutograd's graphs hold, and what has a rule here.
    "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_flash_attention_for_cpu_backward "
    "_scaled_dot_product_efficient_attention _scaled_dot_product_efficient_attention_backward "
    "_scaled_dot_product_flash_attention _scaled_dot_product_flash_attention_backward "
    "_scaled_dot_product_cudnn_attention _scaled_dot_product_cudnn_attention_backward "
    "_adaptive_avg_pool3d_backward avg_pool3d_backward max_pool3d_with_indices_backward "
    "reflection_pad1d_backward reflection_pad2d_backward reflection_pad3d_backward "
    "replication_pad1d_backward replication_pad2d_backward replication_pad3d_backward "
    "upsample_nearest1d_backward upsample_nearest2d_backward upsample_nearest3d_backward "
    "upsample_linear1d_backward upsample_bilinear2d_backward upsample_bicubic2d_backward upsample_trilinear3d_backward "
    "histc _fft_c2c _grouped_mm _int_mm _weight_norm_interface _weight_norm_interface_backward _weight_norm lstm gru rnn_tanh rnn_relu "
    "masked_scatter masked_scatter_backward upsample_bicubic2d triplet_margin_loss linalg_solve_triangular "
    "nll_loss2d_forward _pdist_forward _cdist_backward grid_sampler_2d grid_sampler_2d_backward grid_sampler_3d grid_sampler_3d_backward "
    "linear_backward "
    "_unique2 unique_consecutive unique_dim repeat_interleave bincount searchsorted median kthvalue mode "
    "adaptive_max_pool2d adaptive_max_pool2d_backward adaptive_max_pool3d adaptive_max_pool3d_backward embedding_bag _embedding_bag "
    "_embedding_bag_forward_only _embedding_bag_backward "
    "im2col col2im item "
    "slice_copy select_copy split_copy view_as_real_copy view_as_complex_copy "
    "nonzero_static put take index_reduce addbmm dist nanmedian polygamma angle nextafter "
    "_batch_norm_with_update_functional _trilinear hypot "
    "signbit copysign ldexp round lgamma digamma erfinv i0 special_i0e "
    "special_i1 special_i1e special_erfcx special_ndtri special_digamma".split())
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
        if wanted(schema) and schema.overload_name != "quantized":
            name = "aten." + schema.name[6:] + "." + (schema.overload_name or "default")
            signature = spell(str(schema))
            lines[name] = signature[signature.index("("):].replace("\\", "\\\\").replace('"', '\\"')
    version = torch.__version__.split("+")[0]
    # transformers' own op of mixtures of experts (torch.library, its
    # integrations/moe.py): spelled here, so that PyTorch alone writes this.
    # The importer's own: a number of data that sizes are computed with.
    lines["tc.range_to.default"] = "(Tensor n) -> Tensor"
    lines["transformers.grouped_mm_fallback.default"] = "(Tensor input, Tensor weight, Tensor offs) -> Tensor"
    lines["transformers.grouped_mm_fallback_backward.default"] = \
        "(Tensor input, Tensor weight, Tensor offs, Tensor grad_output) -> (Tensor, Tensor)"
    print(f"// {len(lines)} schemas. Written by capture/schemas.py from PyTorch {version}; sorted by name.")
    for name in sorted(lines):
        print(f'TC_FX_SCHEMA("{name}", "{lines[name]}")')


if __name__ == "__main__":
    sys.exit(main())
