"""The captured models: how each is built, its inputs and their fills. Weights
are random, so the configuration is all there is to know."""
import torch

from ..fills import INPUT_STREAM, randint, uniform
from ..program import Input, Program
from ..training import adamw


def tokens(position, shape, high):
    return Input(shape, torch.int64, randint(0, high, INPUT_STREAM + position))


def resnet50():
    from .resnet import ResNet
    return ResNet()


def bert():
    from transformers import BertConfig, BertModel
    return BertModel(BertConfig())


def bert_bf16():
    return bert().to(torch.bfloat16)


def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel
    return GPT2LMHeadModel(GPT2Config(use_cache=False))


def llama():
    from transformers import LlamaConfig, LlamaForCausalLM
    return LlamaForCausalLM(LlamaConfig(
        num_hidden_layers=12, hidden_size=768, num_attention_heads=12,
        num_key_value_heads=4, intermediate_size=2048, vocab_size=32000,
        use_cache=False))


class Loss(torch.nn.Module):
    """A model with its loss: what a training step differentiates."""

    def __init__(self, model, loss):
        super().__init__()
        self.model, self.loss = model, loss

    def forward(self, x, target):
        return self.loss(self.model(x), target)


def resnet50_train():
    return Loss(resnet50(), torch.nn.functional.cross_entropy)


def gpt2_block_train():
    from transformers import GPT2Config
    from transformers.models.gpt2.modeling_gpt2 import GPT2Block
    config = GPT2Config(use_cache=False, attn_implementation="eager")

    class Block(GPT2Block):
        def forward(self, x):
            y = super().forward(x)
            return y[0] if isinstance(y, tuple) else y

    return Loss(Block(config, layer_idx=0), torch.nn.functional.mse_loss)


class NextByte(torch.nn.Module):
    """A language model on bytes with its loss: each row of the text is asked
    for the byte after each of its bytes."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, text):
        ids = text.long()
        logits = self.model(ids[:, :-1]).logits
        return torch.nn.functional.cross_entropy(
            logits.flatten(0, 1), ids[:, 1:].flatten())


def gpt_train():
    from transformers import GPT2Config, GPT2LMHeadModel
    return NextByte(GPT2LMHeadModel(GPT2Config(
        vocab_size=256, n_positions=128, n_embd=256, n_layer=4, n_head=4,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False)))


def bert_inputs(batch, length):
    shape = [batch, length]
    return {"input_ids": tokens(0, shape, 30522),
            "attention_mask": tokens(1, shape, 2),
            "token_type_ids": tokens(2, shape, 2)}


MODELS = {
    # The last norm of a block is scaled down, or 16 residual sums grow.
    "resnet50": Program(
        resnet50,
        {"x": Input([1, 3, 224, 224], torch.float32,
                    uniform(0, 1, INPUT_STREAM))},
        scales=((r".*\.bn3\.weight", 0.4, 0.05),)),
    "bert": Program(bert, bert_inputs(1, 128)),
    "bert_bf16": Program(bert_bf16, bert_inputs(1, 128)),
    "bert_dynamic": Program(bert, bert_inputs("b", "s"),
                            sizes={"b": 3, "s": 50},
                            limits={"s": (1, 512)}),
    # The embedding is the head as well: its scale is that of the logits.
    "gpt2": Program(gpt2, {"input_ids": tokens(0, [1, 256], 50257)},
                  scales=((r".*\.wte\.weight", 0.0, 768**-0.5),)),
    "resnet50_train": Program(
        resnet50_train,
        # Of the streams near by the one whose activations stay clear of
        # relu's kink: one that rounding moves across changes gradients.
        {"x": Input([2, 3, 64, 64], torch.float32,
                    uniform(0, 1, INPUT_STREAM + 20)),
         "target": tokens(1, [2], 1000)},
        scales=((r".*\.bn3\.weight", 0.4, 0.05),), train=True,
        gradients=True),
    "gpt2_block_train": Program(
        gpt2_block_train,
        {"x": Input([2, 32, 768], torch.float32, uniform(0, 1, INPUT_STREAM)),
         "target": Input([2, 32, 768], torch.float32,
                         uniform(0, 1, INPUT_STREAM + 1))},
        train=True, gradients=True),
    "gpt_train": Program(
        gpt_train, {"text": Input([4, 129], torch.uint8,
                                  randint(0, 256, INPUT_STREAM))},
        scales=((r".*\.wte\.weight", 0.0, 256**-0.5),), train=True,
        gradients=True, training=adamw(lr=5e-4)),
    "llama": Program(llama, {"input_ids": tokens(0, [1, 256], 32000)}),
}
