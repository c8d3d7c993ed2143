"""Models of transformers: few layers, real widths."""
import torch
import transformers as T
from torch.nn.functional import silu
from transformers.integrations.moe import _grouped_mm

from . import row

BERT = {"num_hidden_layers": 2}
SMALL = {"hidden_size": 768, "intermediate_size": 2048, "num_hidden_layers": 2,
         "num_attention_heads": 12, "vocab_size": 32000}
KEYS, POSITION = 512, 300  # of a cache, and how many of them are filled


def tokens(batch, length, vocabulary=1000):
    return torch.randint(3, vocabulary, (batch, length))


def model_of(config):
    """The base model, without a head; no cache unless one is given."""
    return T.AutoModel.from_config(config).eval()


@row(train=True, bf16=True)
def bert():
    return model_of(T.BertConfig(**BERT)), (tokens(1, 128),)


@row()
def bert_masked():
    mask = torch.ones(4, 64, dtype=torch.int64)
    mask[1:, 40:] = 0
    return model_of(T.BertConfig(**BERT)), (tokens(4, 64), mask)


@row(train=True, bf16=True)
def gpt2():
    return (model_of(T.GPT2Config(n_layer=2, use_cache=False)),
            (tokens(1, 128),))


@row()
def gpt2_long():
    return model_of(T.GPT2Config(n_layer=1, n_embd=256, n_head=4, n_ctx=2048,
                                 n_positions=2048, use_cache=False)), \
        (tokens(1, 2048),)


def step_of(model):
    """One token into a static cache of KEYS keys, with the head."""
    cache = T.StaticCache(config=model.config, max_cache_len=KEYS)
    with torch.no_grad():
        model(tokens(1, POSITION), past_key_values=cache)

    def rewind():
        for layer in cache.layers:
            layer.cumulative_length.fill_(POSITION)

    class Step(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, token):
            return self.model(token, past_key_values=cache).logits
    return Step(), (tokens(1, 1),), rewind


@row()
def gpt2_step():
    return step_of(T.GPT2LMHeadModel(T.GPT2Config(n_layer=2)).eval())


def llama_config(**more):
    return T.LlamaConfig(**{**SMALL, "num_key_value_heads": 4, **more})


@row()
def llama_step():
    return step_of(T.LlamaForCausalLM(llama_config()).eval())


@row()
def llama_step_growing():
    """The cache is concatenated at each step, as DynamicCache does."""
    model = T.LlamaForCausalLM(llama_config()).eval()
    filled = torch.randn(2, 2, 1, 4, POSITION, 64)

    class Step(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, token, filled):
            cache = T.DynamicCache([(k, v) for k, v in filled])
            out = self.model(token, past_key_values=cache)
            return (out.logits,
                    [(l.keys, l.values) for l in cache.layers])
    return Step(), (tokens(1, 1), filled)


@row(train=True, bf16=True)
def llama():
    return model_of(llama_config(use_cache=False)), (tokens(1, 128),)


@row()
def mistral_window():
    return model_of(T.MistralConfig(**{
        **SMALL, "hidden_size": 256, "intermediate_size": 512,
        "num_attention_heads": 4}, num_key_value_heads=2, sliding_window=128,
        use_cache=False)), (tokens(1, 1024),)


class Sequences(torch.nn.Module):
    """An encoder-decoder, both sequences positional."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source, target):
        return self.model(input_ids=source, decoder_input_ids=target,
                          use_cache=False).last_hidden_state


@row(train=True)
def t5():
    return Sequences(model_of(T.T5Config(
        num_layers=2, num_decoder_layers=2))), (tokens(1, 64), tokens(1, 32))


@row(train=True)
def bart():
    return Sequences(model_of(T.BartConfig(
        encoder_layers=1, decoder_layers=1, d_model=768,
        encoder_ffn_dim=3072, decoder_ffn_dim=3072))), \
        (tokens(1, 64), tokens(1, 32))


@row()
def mixtral():
    return model_of(T.MixtralConfig(**{
        **SMALL, "hidden_size": 512, "intermediate_size": 1024,
        "num_attention_heads": 8}, num_key_value_heads=2, num_local_experts=8,
        use_cache=False)), (tokens(1, 64),)


@row()
def bloom():
    return model_of(T.BloomConfig(hidden_size=768, n_layer=2, n_head=12,
                                  vocab_size=32000, use_cache=False)), \
        (tokens(1, 128),)


@row()
def deberta():
    return model_of(T.DebertaV2Config(
        **{**SMALL, "num_hidden_layers": 1}, relative_attention=True,
        pos_att_type=["c2p", "p2c"], position_buckets=64)), (tokens(1, 128),)


@row()
def swin():
    return model_of(T.SwinConfig(depths=[2, 2], num_heads=[3, 6],
                                 image_size=112)), (torch.randn(1, 3, 112,
                                                                112),)


@row(train=True)
def vit():
    return model_of(T.ViTConfig(num_hidden_layers=2, image_size=160)), \
        (torch.randn(1, 3, 160, 160),)


@row()
def mamba():
    return model_of(T.MambaConfig(hidden_size=512, num_hidden_layers=1,
                                  vocab_size=32000, use_cache=False)), \
        (tokens(1, 32),)


@row()
def mamba2():
    return model_of(T.Mamba2Config(
        hidden_size=512, num_hidden_layers=1, vocab_size=32000, num_heads=16,
        head_dim=64, expand=2, n_groups=1, chunk_size=64, use_cache=False)), \
        (tokens(1, 128),)


@row()
def rwkv():
    return model_of(T.RwkvConfig(hidden_size=512, num_hidden_layers=2,
                                 vocab_size=32000, context_length=64,
                                 use_cache=False)), (tokens(1, 32),)


class Experts(torch.nn.Module):
    """A mixture of experts as transformers has it: each token's `top` of
    `count`, whose rows are sorted by expert and multiplied in groups."""

    def __init__(self, count, top, width, inner):
        super().__init__()
        self.count, self.top = count, top
        self.router = torch.nn.Linear(width, count, bias=False)
        parameter = torch.nn.Parameter
        self.up = parameter(torch.randn(count, width, 2 * inner) * 0.02)
        self.down = parameter(torch.randn(count, inner, width) * 0.02)

    def forward(self, x):
        weight, expert = self.router(x).softmax(-1).topk(self.top)
        weight = weight / weight.sum(-1, keepdim=True)
        expert, order = expert.flatten().sort(stable=True)
        ends = torch.arange(self.count, device=x.device)
        ends = torch.searchsorted(expert, ends, right=True).to(torch.int32)
        rows = order // self.top
        gate, value = _grouped_mm(x[rows], self.up, ends).chunk(2, -1)
        y = _grouped_mm(silu(gate) * value, self.down, ends)
        y = y * weight.flatten()[order, None]
        return torch.zeros_like(x).index_add(0, rows, y.to(x.dtype))


@row(train=True, bf16=True)
def experts():
    return Experts(8, 2, 1024, 2048), (torch.randn(512, 1024),)


@row(train=True, bf16=True)
def experts_many():
    return Experts(64, 8, 512, 256), (torch.randn(512, 512),)


@row(bf16=True)
def experts_step():
    return Experts(64, 8, 1024, 512), (torch.randn(1, 1024),)
