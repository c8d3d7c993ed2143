"""Small models of many architectures, with random weights: name -> a function
that gives (model, arguments)."""
from families import FAMILIES, INPUTS
import torch

SMALL = {
    "hidden_size": 32, "d_model": 32, "n_embd": 32, "dim": 32, "embed_dim": 32,
    "embedding_size": 32, "num_hidden_layers": 2, "num_layers": 2,
    "n_layer": 2, "n_layers": 2, "encoder_layers": 2, "decoder_layers": 2,
    "num_decoder_layers": 2, "num_encoder_layers": 2,
    "num_attention_heads": 4, "num_heads": 4, "n_head": 4, "n_heads": 4,
    "encoder_attention_heads": 4, "decoder_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 8, "d_kv": 8, "d_ff": 64,
    "intermediate_size": 64, "ffn_dim": 64, "n_inner": 64, "hidden_dim": 64,
    "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "vocab_size": 99,
    "max_position_embeddings": 64, "n_positions": 64, "n_ctx": 64,
    "image_size": 32, "patch_size": 8, "num_channels": 3,
    "num_local_experts": 4, "num_experts": 4, "num_experts_per_tok": 2,
    "n_routed_experts": 4, "moe_intermediate_size": 32, "type_vocab_size": 2,
    "rotary_dim": 8, "state_size": 8, "projection_dim": 32,
    "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
    "decoder_start_token_id": 1, "word_embed_proj_dim": 32, "use_cache": False,
}
# model type -> what differs from SMALL.
TRANSFORMERS = {
    # encoders
    "bert": {}, "roberta": {}, "distilbert": {}, "albert": {}, "electra": {},
    "camembert": {}, "xlm-roberta": {}, "mpnet": {}, "deberta": {},
    "deberta-v2": {}, "convbert": {}, "roformer": {}, "fnet": {},
    "squeezebert": {}, "mobilebert": {"true_hidden_size": 32,
                                      "intra_bottleneck_size": 32},
    "megatron-bert": {}, "ernie": {}, "nystromformer": {"num_landmarks": 8,
                                                        "segment_means_seq_len": 8},
    "modernbert": {}, "xlm": {"emb_dim": 32}, "flaubert": {"emb_dim": 32},
    
    "canine": {}, "layoutlm": {}, "splinter": {}, "rembert": {
        "input_embedding_size": 32, "output_embedding_size": 32}, "ibert": {},
    # decoders
    "gpt2": {}, "gpt_neo": {"attention_types": [[["global", "local"], 1]], "window_size": 8},
    "gpt_neox": {}, "gptj": {"rotary_dim": 4}, "opt": {}, "llama": {},
    "mistral": {}, "gemma": {}, "gemma2": {}, "qwen2": {}, "qwen3": {},
    "phi": {}, "phi3": {"pad_token_id": 0}, "bloom": {}, "codegen": {"rotary_dim": 4},
    "stablelm": {}, "starcoder2": {}, "olmo": {}, "olmo2": {}, "cohere": {}, "granite": {},
    "glm": {}, "persimmon": {}, "mpt": {"max_seq_len": 64}, "smollm3": {}, "ctrl": {"dff": 64},
    "biogpt": {}, "xglm": {"attention_heads": 4}, "helium": {}, "nemotron": {},
    # mixture of experts, state space
    "mixtral": {}, "qwen2_moe": {"shared_expert_intermediate_size": 32}, "olmoe": {},
    "mamba": {}, "mamba2": {"num_heads": 8, "head_dim": 8, "expand": 2, "n_groups": 1,
                            "chunk_size": 8}, "falcon_mamba": {},
    "rwkv": {"attention_hidden_size": 32, "context_length": 64},
    # encoder-decoders
    "t5": {}, "bart": {}, "mbart": {}, "pegasus": {}, "blenderbot": {},
    "marian": {}, "m2m_100": {}, "led": {"attention_window": [8, 8]}, "mt5": {},
    "longt5": {}, "umt5": {}, "fsmt": {"src_vocab_size": 99, "tgt_vocab_size": 99}, 
    "bigbird_pegasus": {"attention_type": "original_full"},
    # vision
    "vit": {}, "deit": {}, "beit": {}, "swin": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2],
                                                "window_size": 2, "patch_size": 4},
    "convnext": {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1], "image_size": 64},
    "convnextv2": {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1], "image_size": 64},
    "resnet": {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 1]},
    "regnet": {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 1], "groups_width": 8},
    "mobilenet_v1": {}, "mobilenet_v2": {}, "mobilevit": {"hidden_sizes": [16, 16, 16], "neck_hidden_sizes": [8, 8, 8, 8, 16, 16, 16]},
    "segformer": {"hidden_sizes": [8, 16], "depths": [1, 1], "num_encoder_blocks": 2, "sr_ratios": [2, 1],
                  "num_attention_heads": [1, 2], "patch_sizes": [7, 3], "strides": [4, 2], "mlp_ratios": [2, 2]},
    "poolformer": {"hidden_sizes": [8, 8, 8, 8], "depths": [1, 1, 1, 1]}, "dinov2": {}, "vit_mae": {"decoder_hidden_size": 32,
        "decoder_num_attention_heads": 4, "decoder_num_hidden_layers": 1, "decoder_intermediate_size": 64}, "levit": {
        "hidden_sizes": [16, 16, 16], "num_attention_heads": [2, 2, 2], "depths": [1, 1, 1], "key_dim": [8, 8, 8],
        "patch_size": 16, "kernel_size": 3, "image_size": 64},
    "pvt": {"hidden_sizes": [8, 8, 8, 8], "depths": [1, 1, 1, 1], "num_attention_heads": [1, 1, 2, 2], "sequence_reduction_ratios": [2, 2, 2, 1],
            "mlp_ratios": [2, 2, 2, 2], "patch_sizes": [4, 2, 2, 2], "image_size": 32},
    "siglip_vision_model": {}, "clip_vision_model": {}, "yolos": {"image_size": [32, 32], "num_detection_tokens": 4},
    # audio
    "wav2vec2": {"conv_dim": [16, 16], "conv_stride": [5, 2], "conv_kernel": [10, 3], "num_feat_extract_layers": 2,
                 "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 2},
    "hubert": {"conv_dim": [16, 16], "conv_stride": [5, 2], "conv_kernel": [10, 3], "num_feat_extract_layers": 2,
               "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 2},
    "whisper": {"num_mel_bins": 16, "max_source_positions": 32, "max_target_positions": 32},
    "audio-spectrogram-transformer": {"num_mel_bins": 16, "max_length": 32, "patch_size": 8, "frequency_stride": 8, "time_stride": 8},
    # multimodal
    "clip": {}, "siglip": {}, "blip": {}, "vilt": {},
}
# With nothing that differs from SMALL.
TRANSFORMERS |= dict.fromkeys("""
    afmoe apertus arcee bailing_hybrid big_bird bitnet cohere2_moe cpmant
    data2vec-vision deepseek_v4 diffllama dinov3_vit doge dpt ernie4_5_moe
    esm exaone4 falcon_h1 flex_olmo focalnet gemma3_text glm4 glm4_moe glpn
    gpt_bigcode gpt_oss granitemoe gte hiera hrm_text hunyuan_v1_moe
    idefics2 idefics3 imagegpt inkling_text jamba jetmoe kimi_linear
    kosmos-2.5 lfm2 lfm3 llama4_text llava longformer markuplm mgp-str
    mimo_v2_flash minimax minimax_m2 mllama molmo2_text moshi mra nanochat
    nemotron_h nllb-moe olmo3 olmo_hybrid openai-gpt paligemma pegasus_x
    phimoe pixtral plbart pvt_v2 qwen3_5_moe_text qwen3_moe qwen3_next
    qwen3_vl qwen4_exp_text radio recurrent_gemma sam_vision_model sapiens2
    seed_oss smolvlm swiftformer switch_transformers tapas tipsv2 ultrabert
    vaultgemma video_llava visual_bert vit_msn vitdet xlstm yoso
""".split(), {}) | FAMILIES
WITHOUT = {"prophetnet": {"num_hidden_layers"}}  # sizes that cannot be set
TEXT = ("text_config", "vision_config")


def configuration(kind):
    from transformers import CONFIG_MAPPING
    cls = CONFIG_MAPPING[kind]
    config = cls()
    own = TRANSFORMERS.get(kind, {})
    names = {k for k in dir(config) if not k.startswith("_")} - \
        WITHOUT.get(kind, set())
    small = {k: v for k, v in SMALL.items() if k in names and
             _fits(getattr(config, k, None), v)}
    subs = {}
    for sub in TEXT:
        if isinstance(getattr(config, sub, None), object) and \
                hasattr(getattr(config, sub, None), "to_dict"):
            part = getattr(config, sub)
            subs[sub] = {k: v for k, v in SMALL.items() if hasattr(part, k)
                         and _fits(getattr(part, k), v)}
            small.pop("hidden_size", None)
    return cls(**(small | subs | own))


def _fits(old, new):
    return old is None or type(old) is type(new)


def transformer(kind):
    from transformers import AutoModel
    torch.manual_seed(0)
    config = configuration(kind)
    config._attn_implementation = "sdpa"
    try:
        model = AutoModel.from_config(config)
    except ValueError:
        config._attn_implementation = "eager"
        model = AutoModel.from_config(config)
    return untied(model.float().eval()), inputs(model, config)


def untied(model):
    """Matrices that start at zero are drawn: a router of zeros chooses among
    equal experts, and which is not defined."""
    with torch.no_grad():
        for p in model.parameters():
            if p.dim() > 1 and not p.any():
                p.normal_(std=0.02)
    return model


def inputs(model, config):
    if config.model_type in INPUTS:
        return INPUTS[config.model_type](config)
    name = model.main_input_name
    vision = getattr(config, "vision_config", config)
    ids = torch.randint(3, 90, (2, 16))
    size = getattr(vision, "image_size", 32)
    size = size if isinstance(size, (list, tuple)) else (size, size)
    pixels = torch.randn(2, getattr(vision, "num_channels", 3), *size)
    if name == "pixel_values":
        return {name: pixels}
    if name == "input_values" and hasattr(config, "max_length") and \
            "spectrogram" in config.model_type:
        return {name: torch.randn(2, config.max_length, config.num_mel_bins)}
    if name == "input_values":
        return {name: torch.randn(2, 400)}
    if name == "input_features":
        return {name: torch.randn(2, 16, 64),
                "decoder_input_ids": ids[:, :8]}
    given = {"input_ids": ids}
    if getattr(config, "is_encoder_decoder", False):
        given["decoder_input_ids"] = ids[:, :8]
    return given
