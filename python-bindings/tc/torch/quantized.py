"""The ops quantized_decomposed.* that PyTorch's quantisation by graphs (PT2E)
inserts, as formulas. Most are PyTorch's own functions, which its dispatcher
knows but no table of decompositions; those whose scale is a tensor read its
number there (item), which would wait for data, and are formulas here."""
import sys

import torch

# PyTorch's module that defines the ops: who has them has imported it.
MODULE = "torch.ao.quantization.fx._decomposed"
OWN = ("quantize_per_tensor", "dequantize_per_tensor", "quantize_per_channel",
       "dequantize_per_channel", "choose_qparams_per_token",
       "quantize_per_token", "dequantize_per_token")


def _of_scale(scale):
    """What a Python number becomes that multiplies f32."""
    return scale.to(torch.float64).to(torch.float32)


def quantize(x, scale, zero_point, quant_min, quant_max, dtype):
    """quantized_decomposed.quantize_per_tensor.tensor"""
    inverse = (1.0 / scale.to(torch.float64)).to(torch.float32)
    y = torch.round(x.to(torch.float32) * inverse.reshape(()))
    y = y + zero_point.reshape(()).to(torch.float32)
    return torch.clamp(y, quant_min, quant_max).to(dtype)


def dequantize(x, scale, zero_point, quant_min, quant_max, dtype, *,
               out_dtype=None):
    """quantized_decomposed.dequantize_per_tensor.tensor"""
    if out_dtype not in (None, torch.float32):
        return NotImplemented
    y = x.to(torch.float32) - zero_point.reshape(()).to(torch.float32)
    return y * _of_scale(scale).reshape(())


def is_loaded():
    return MODULE in sys.modules


def decompositions_of_bytes():
    """By overload; empty unless PyTorch has defined the ops."""
    if not is_loaded():
        return {}
    ops, module = torch.ops.quantized_decomposed, sys.modules[MODULE]
    return {getattr(ops, name).default: getattr(module, name)
            for name in OWN if hasattr(module, name)} | {
        ops.quantize_per_tensor.tensor: quantize,
        ops.dequantize_per_tensor.tensor: dequantize}
