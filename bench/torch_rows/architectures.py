"""Architectures of transformers at the widths that their configurations have by
themselves, with few layers: of each layer's kinds one or two. The sizes of
their arguments are those of a GPU if tensors are made there. Convolutions have
weights that keep the size of what they are given: by those of a configuration
alone, behind norms whose statistics are not trained, images become denormals,
which take a CPU many times as long."""
import torch
import transformers as T

from . import ROWS, Row

LAYERS = {name: 2 for name in (
    "num_hidden_layers", "num_layers", "n_layer", "n_layers", "encoder_layers",
    "decoder_layers", "num_decoder_layers", "num_encoder_layers")}
CAPS = {"vocab_size": 32000, "num_local_experts": 16, "num_experts": 16,
        "n_routed_experts": 16, "hidden_size": 4096}
MANY = {"num_local_experts": 4, "num_experts": 4, "num_experts_per_tok": 2}
# Kind -> what differs from its own configuration but the number of layers.
TEXT = {
    # encoders
    "bert": {}, "roberta": {}, "distilbert": {}, "albert": {}, "electra": {},
    "deberta": {}, "deberta-v2": {}, "convbert": {}, "roformer": {},
    "fnet": {}, "squeezebert": {}, "mobilebert": {}, "nystromformer": {},
    "modernbert": {"pad_token_id": 0}, "canine": {}, "layoutlm": {}, "longformer": {},
    "big_bird": {}, "mpnet": {}, "yoso": {},
    "megatron-bert": {},
    # decoders
    "gpt2": {}, "gpt_neo": {
        "num_layers": 2, "attention_types": [[["global", "local"], 1]]},
    "gpt_neox": {"hidden_size": 2048, "num_attention_heads": 32,
                 "intermediate_size": 8192}, "gptj": {}, "opt": {},
    "llama": {}, "mistral": {}, "gemma": {}, "gemma2": {}, "gemma3_text": {},
    "qwen2": {}, "qwen3": {}, "phi": {}, "phi3": {"pad_token_id": 0},
    "bloom": {}, "codegen": {}, "stablelm": {}, "starcoder2": {}, "olmo2": {},
    "cohere": {"hidden_size": 4096, "num_attention_heads": 32,
               "intermediate_size": 11008}, "glm4": {
        "pad_token_id": 0}, "mpt": {},
    "gpt_bigcode": {}, "xglm": {}, "persimmon": {},
    # mixtures of experts
    "mixtral": {"num_local_experts": 4}, "qwen2_moe": {}, "qwen3_moe": {},
    "olmoe": {}, "gpt_oss": {}, "granitemoe": MANY, "deepseek_v3": {
        "hidden_size": 2048, "n_group": 4, "topk_group": 2,
        "first_k_dense_replace": 1}, "jetmoe": {}, "phimoe": MANY,
    # recurrences, convolutions over time
    "mamba": {}, "mamba2": {}, "falcon_mamba": {}, "rwkv": {},
    "recurrent_gemma": {}, "qwen3_next": {}, "lfm2": {},
    "falcon_h1": {}, "bamba": {}, "jamba": MANY,
    # encoders and decoders
    "t5": {}, "bart": {}, "pegasus": {}, "longt5": {}, "switch_transformers": {},
    "led": {}, "m2m_100": {}, "fsmt": {"src_vocab_size": 32000,
                                       "tgt_vocab_size": 32000},
}
OTHER = {
    # images
    **dict.fromkeys("""
    vit deit beit swin swinv2 convnext convnextv2 resnet regnet mobilenet_v1
    mobilenet_v2 mobilevit mobilevitv2 segformer poolformer dinov2 dinov3_vit
    levit pvt pvt_v2 efficientnet focalnet hiera dpt glpn bit sam_vision_model
    vitdet swiftformer hgnet_v2 textnet vit_mae yolos cvt siglip_vision_model
    """.split(), {}),
    "swin2sr": {"image_size": 64},
    # sound
    **dict.fromkeys("""wav2vec2 hubert wavlm sew audio-spectrogram-transformer
    encodec dac speech_to_text wav2vec2-conformer""".split(), {}),
    "whisper": {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2},
    # text and images
    "clip": {}, "siglip": {}, "blip": {}, "vilt": {},
    # series
    "patchtst": {"context_length": 512, "num_input_channels": 7,
                 "patch_length": 16, "patch_stride": 8}, "patchtsmixer": {
        "context_length": 512, "num_input_channels": 7, "patch_length": 16,
        "patch_stride": 16},
    # video
    "videomae": {}, "timesformer": {},
}


class Named(torch.nn.Module):
    """A model whose arguments have names; its results are a list."""

    def __init__(self, model, names):
        super().__init__()
        self.model, self.names = model, names

    def forward(self, *values):
        return floats(self.model(**dict(zip(self.names, values))).to_tuple())


def floats(values):
    """The tensors of floats among values and what these hold."""
    found = []
    for v in values:
        if isinstance(v, (list, tuple)):
            found += floats(v)
        elif isinstance(v, torch.Tensor) and v.is_floating_point():
            found.append(v)
    return found


def shallow(config, own):
    for part in (config, *(getattr(config, name, None)
                           for name in ("text_config", "vision_config"))):
        if part is None or isinstance(part, dict):
            continue
        for name, value in LAYERS.items():
            if isinstance(getattr(part, name, None), int) and \
                    name not in own and not hasattr(part, "depths"):
                setattr(part, name, value)
        for name, most in CAPS.items():
            value = getattr(part, name, None)
            if isinstance(value, int) and value > most:
                setattr(part, name, most)
        kinds = getattr(part, "layer_types", None)
        if isinstance(kinds, list) and len(kinds) > 2:
            last = next((k for k in kinds if k != kinds[0]), kinds[0])
            part.layer_types = [kinds[0], last]
        if hasattr(part, "use_cache"):
            part.use_cache = False
    return config


def pixels(count, config):
    size = getattr(config, "image_size", 224)
    size = size if isinstance(size, (list, tuple)) else (size, size)
    return torch.randn(count, getattr(config, "num_channels", 3), *size)


def arguments(model, config):
    """Name -> tensor. Eight texts of 512 tokens (448 where a model has no more
    positions) and sixteen images on a GPU, one of 128 and one on a CPU."""
    gpu = torch.get_default_device().type == "cuda"
    texts, length = (8, 512) if gpu else (1, 128)
    count = 16 if gpu else 1
    kind, name = config.model_type, model.main_input_name
    vision = getattr(config, "vision_config", config)
    words = getattr(config, "text_config", config)
    # Positions of some begin behind that of the padding.
    places = getattr(words, "max_position_embeddings", None)
    if isinstance(places, int) and length > places - 4 > 0:
        length = (places - 4) // 64 * 64

    def ids(length):
        most = min(getattr(words, "vocab_size", 1000), 1000)
        return torch.randint(3, most, (texts, length))
    if kind in ("videomae", "timesformer"):
        return {"pixel_values": torch.randn(
            texts, config.num_frames, 3, config.image_size, config.image_size)}
    if kind in ("clip", "siglip", "blip", "vilt"):
        short = min(words.max_position_embeddings, 64)
        return {"input_ids": ids(short), "pixel_values": pixels(texts, vision)}
    if kind in ("patchtst", "patchtsmixer"):
        return {name: torch.randn(count, config.context_length, 7)}
    if kind == "audio-spectrogram-transformer":
        return {name: torch.randn(texts, config.max_length,
                                  config.num_mel_bins)}
    if kind == "whisper":
        return {name: torch.randn(texts, config.num_mel_bins, 3000),
                "decoder_input_ids": ids(64)}
    if kind == "speech_to_text":
        return {name: torch.randn(texts, 512, config.input_feat_per_channel),
                "decoder_input_ids": ids(64)}
    if kind in ("encodec", "dac"):
        return {name: torch.randn(texts, 1, 16000)}
    if name == "pixel_values":
        return {name: pixels(count, vision)}
    if name == "input_values":
        return {name: torch.randn(texts, 16000)}
    found = {"input_ids": ids(length)}
    if getattr(config, "is_encoder_decoder", False):
        found["decoder_input_ids"] = ids(length // 2)
    return found


def keep_sizes(model):
    for layer in model.modules():
        if isinstance(layer, torch.nn.Conv2d):
            torch.nn.init.kaiming_normal_(layer.weight)
    return model


def build(kind, own):
    config = shallow(T.CONFIG_MAPPING[kind](**own), own)
    config._attn_implementation = "sdpa"
    try:
        model = T.AutoModel.from_config(config)
    except ValueError:
        config._attn_implementation = "eager"
        model = T.AutoModel.from_config(config)
    found = arguments(model, config)
    model = keep_sizes(model.float().eval())
    return Named(model, list(found)), tuple(found.values())


for kind, own in (TEXT | OTHER).items():
    ROWS[kind.replace("-", "_") + "_layers"] = Row(
        lambda kind=kind, own=own: build(kind, own), "architectures",
        train=True, bf16=True)
