"""The ops that torch.nn's transformer layers call in evaluation without
gradients, as formulas (ATen/native/transformers/{attention,transformer}.cpp):
PyTorch has no decomposition of them."""
import math

import torch
from torch.nn import functional as F

aten = torch.ops.aten
# What a mask speaks of: (query, key), (batch, key), or all of (batch, head,
# query, key).
OF_PAIRS, OF_KEYS = 0, 1


def _project(query, key, value, weight, bias):
    if query is key and key is value:
        return F.linear(query, weight, bias).chunk(3, -1)
    return [F.linear(x, w, b) for x, w, b in
            zip((query, key, value), weight.chunk(3), bias.chunk(3))]


def attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias,
              proj_weight, proj_bias, mask=None, need_weights=True,
              average_attn_weights=True, mask_type=None):
    """aten._native_multi_head_attention; a mask that is not 0 hides a key."""
    if any(x.is_nested for x in (query, key, value)):
        return NotImplemented
    heads = [x.unflatten(-1, (num_head, -1)).transpose(1, 2) for x in
             _project(query, key, value, qkv_weight, qkv_bias)]
    scale = 1 / math.sqrt(embed_dim // num_head)
    scores = (heads[0] * scale) @ heads[1].transpose(-2, -1)
    if mask is not None:
        hidden = mask.to(torch.bool)
        if mask_type == OF_KEYS:
            hidden = hidden[:, None, None, :]
        elif mask_type == OF_PAIRS:
            hidden = hidden[None, None]
        scores = scores.masked_fill(hidden, float("-inf"))
    shares = scores.softmax(-1)
    out = F.linear((shares @ heads[2]).transpose(1, 2).flatten(2),
                   proj_weight, proj_bias).contiguous()
    if not need_weights:
        return out, None
    return out, shares.mean(1) if average_attn_weights else shares


def layer(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight,
          proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1,
          norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2,
          ffn_bias_2, mask=None, mask_type=None):
    """aten._transformer_encoder_layer_fwd."""
    if src.is_nested:
        return NotImplemented

    def attend(x):
        return attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias,
                         proj_weight, proj_bias, mask, False, True,
                         mask_type)[0]

    def feed(x):
        x = F.linear(x, ffn_weight_1, ffn_bias_1)
        x = F.gelu(x) if use_gelu else F.relu(x)
        return F.linear(x, ffn_weight_2, ffn_bias_2)

    def norm(x, weight, bias):
        return F.layer_norm(x, (embed_dim,), weight, bias, eps)
    first, second = (norm_weight_1, norm_bias_1), (norm_weight_2, norm_bias_2)
    if norm_first:
        x = src + attend(norm(src, *first))
        x = x + feed(norm(x, *second))
    else:
        x = norm(src + attend(src), *first)
        x = norm(x + feed(x), *second)
    return x.contiguous()  # whatever src is


DECOMPOSITIONS = {
    aten._native_multi_head_attention.default: attention,
    aten._transformer_encoder_layer_fwd.default: layer}
