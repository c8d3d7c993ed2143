"""Families of transformers that need more than the small sizes of
architectures.py: what differs from these, and what their models are given."""
import torch

SPEECH = {"conv_dim": [16, 16], "conv_stride": [5, 2], "conv_kernel": [10, 3],
          "num_feat_extract_layers": 2, "num_conv_pos_embeddings": 16,
          "num_conv_pos_embedding_groups": 2, "apply_spec_augment": False}
LATENT = {"qk_rope_head_dim": 4, "qk_nope_head_dim": 8, "v_head_dim": 8,
          "kv_lora_rank": 8, "q_lora_rank": 16, "num_key_value_heads": 4,
          "head_dim": 4, "n_group": 2, "topk_group": 1,
          "first_k_dense_replace": 1}
SERIES = {"prediction_length": 4, "context_length": 8, "lags_sequence": [1, 2],
          "num_time_features": 2, "d_model": 16}
PATCHES = {"context_length": 16, "patch_length": 4, "patch_stride": 4,
           "num_input_channels": 2}
SCAN = {"mamba_d_state": 8, "mamba_n_heads": 8, "mamba_d_head": 8,
        "mamba_n_groups": 1, "mamba_chunk_size": 8}
WINDOWS = {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2],
           "window_size": 2, "patch_size": 4}
ROPE = {"rope_type": "default", "mrope_section": [1, 1, 2],
        "rope_theta": 10000.0}
STAGES = {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 1]}
FAMILIES = {
    # text
    **dict.fromkeys(("deepseek_v2", "deepseek_v3", "minicpm3", "youtu", "axk1",
                     "sarvam_mla"), LATENT),
    "dots1": {"n_group": 1, "topk_group": 1, "n_shared_experts": 1,
              "first_k_dense_replace": 1},
    "lfm2_moe": {"layer_types": ["conv", "full_attention"]},
    "gemma3n_text": {
        "layer_types": ["sliding_attention", "full_attention"],
        "num_kv_shared_layers": 0, "laurel_rank": 8,
        "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 99,
        "altup_num_inputs": 2, "activation_sparsity_pattern": [0.5, 0.0]},
    **dict.fromkeys(("qwen2_vl_text", "qwen2_5_vl_text"),
                    {"rope_parameters": ROPE}),
    "glm4v_text": {"rope_parameters": ROPE | {"partial_rotary_factor": 1.0}},
    "prophetnet": {"num_encoder_attention_heads": 4,
                   "num_decoder_attention_heads": 4},
    "roc_bert": {"shape_vocab_size": 50, "pronunciation_vocab_size": 50,
                 "shape_embed_dim": 8, "pronunciation_embed_dim": 8},
    "xmod": {"default_language": "en_XX"},
    "luke": {"entity_vocab_size": 20, "entity_emb_size": 16},
    "lilt": {"channel_shrink_ratio": 4, "hidden_size": 48}, "udop": {},
    # state space
    "bamba": SCAN | {"attn_layer_indices": [1]},
    "granitemoehybrid": SCAN | {"layer_types": ["mamba", "attention"]},
    "zamba2": {"layers_block_type": ["mamba", "hybrid"], "num_mem_blocks": 1,
               "mamba_d_state": 8, "mamba_headdim": 8, "n_mamba_heads": 8,
               "mamba_ngroups": 1, "chunk_size": 8, "hybrid_layer_ids": [1],
               "attention_hidden_size": 64, "attention_head_dim": 16},
    # series, decisions, any input
    "time_series_transformer": SERIES, "informer": SERIES,
    "autoformer": SERIES | {"label_length": 2, "moving_average": 3},
    "patchtst": PATCHES, "patchtsmixer": PATCHES,
    "decision_transformer": {"state_dim": 5, "act_dim": 3, "max_ep_len": 32},
    "perceiver": {"num_latents": 8, "d_latents": 32, "d_model": 32,
                  "num_blocks": 1, "num_self_attends_per_block": 1,
                  "num_self_attention_heads": 2,
                  "num_cross_attention_heads": 2},
    # vision
    **dict.fromkeys(("swinv2", "donut-swin", "maskformer-swin"), WINDOWS),
    "swin2sr": WINDOWS | {"window_size": 4, "patch_size": 1, "image_size": 16},
    "bit": STAGES | {"num_groups": 4},
    "dinov3_convnext": {"hidden_sizes": [8, 8, 16, 16],
                        "depths": [1, 1, 1, 1]},
    "hgnet_v2": STAGES | {
        "hidden_sizes": [16, 16], "stem_channels": [3, 8, 8],
        "stage_in_channels": [8, 16], "stage_mid_channels": [8, 8],
        "stage_out_channels": [16, 16], "stage_num_blocks": [1, 1],
        "stage_downsample": [False, True], "stage_light_block": [False, True],
        "stage_kernel_size": [3, 5], "stage_numb_of_layers": [2, 2]},
    "textnet": {"stem_out_channels": 8, "conv_layer_channels": 8,
                "hidden_sizes": [8, 8, 8, 8, 8]},
    "videomae": {"num_frames": 4, "tubelet_size": 2},
    "vivit": {"num_frames": 4, "tubelet_size": [2, 8, 8]},
    "timesformer": {"num_frames": 3},
    "vjepa2": {"crop_size": 32, "patch_size": 8, "frames_per_clip": 4,
               "tubelet_size": 2, "pred_hidden_size": 32,
               "pred_num_attention_heads": 4, "pred_num_hidden_layers": 1},
    # audio
    **dict.fromkeys(("wavlm", "unispeech", "unispeech-sat", "data2vec-audio",
                     "wav2vec2-conformer"), SPEECH),
    "sew": SPEECH | {"squeeze_factor": 2},
    "speech_to_text": {"input_feat_per_channel": 16, "conv_channels": 32,
                       "max_source_positions": 64, "max_target_positions": 64},
    "wav2vec2-bert": {"feature_projection_input_dim": 16,
                      "apply_spec_augment": False, "add_adapter": False},
    "moonshine": {},
    "dac": {"encoder_hidden_size": 8, "downsampling_ratios": [2, 4],
            "decoder_hidden_size": 32, "upsampling_ratios": [4, 2],
            "n_codebooks": 3, "codebook_size": 16, "codebook_dim": 4},
    "vits": {"ffn_dim": 32, "flow_size": 16, "spectrogram_bins": 9,
             "upsample_initial_channel": 16, "upsample_rates": [2, 2],
             "upsample_kernel_sizes": [4, 4], "resblock_kernel_sizes": [3],
             "resblock_dilation_sizes": [[1, 3]],
             "prior_encoder_num_flows": 2,
             "posterior_encoder_num_wavenet_layers": 2,
             "duration_predictor_num_flows": 2, "wavenet_dilation_rate": 1,
             "use_stochastic_duration_prediction": False,
             "duration_predictor_filter_channels": 16,
             "depth_separable_channels": 2},
    # multimodal
    "lxmert": {"visual_feat_dim": 12, "l_layers": 1, "x_layers": 1,
               "r_layers": 1},
    **dict.fromkeys(("clipseg", "altclip", "chinese_clip", "metaclip_2",
                     "aimv2", "owlvit", "groupvit"), {}),
}
INPUTS = {}


def given(*kinds):
    def register(inputs):
        INPUTS.update(dict.fromkeys(kinds, inputs))
        return inputs
    return register


def _ids(length=16):
    return torch.randint(3, 90, (2, length))


@given("time_series_transformer", "informer", "autoformer")
def _series(config):
    past = config.context_length + max(config.lags_sequence)
    return {"past_values": torch.randn(2, past).abs(),
            "past_time_features": torch.randn(2, past, 2),
            "past_observed_mask": torch.ones(2, past),
            "future_values": torch.randn(2, 4).abs(),
            "future_time_features": torch.randn(2, 4, 2)}


@given("patchtst", "patchtsmixer")
def _patches(config):
    return {"past_values": torch.randn(2, config.context_length, 2)}


@given("videomae", "vivit", "timesformer")
def _frames(config):
    return {"pixel_values": torch.randn(2, config.num_frames, 3, 32, 32)}


@given("vjepa2")
def _video(config):
    return {"pixel_values_videos": torch.randn(2, 4, 3, 32, 32)}


@given("lilt", "udop")
def _boxes(config):
    boxes = torch.tensor([[10, 20, 30, 40]]).expand(2, 16, 4).contiguous()
    if config.model_type == "lilt":
        return {"input_ids": _ids(), "bbox": boxes}
    return {"input_ids": _ids(), "bbox": boxes / 100,
            "decoder_input_ids": _ids(8)}


@given("speech_to_text")
def _mel(config):
    return {"input_features": torch.randn(2, 64, 16),
            "decoder_input_ids": _ids(8)}


@given("wav2vec2-bert")
def _features(config):
    return {"input_features": torch.randn(2, 12, 16)}


@given("moonshine")
def _waves(config):
    return {"input_values": torch.randn(2, 4000),
            "decoder_input_ids": _ids(8)}


@given("dac")
def _channel(config):
    return {"input_values": torch.randn(2, 1, 64)}


@given("decision_transformer")
def _decisions(config):
    return {"states": torch.randn(2, 4, 5), "actions": torch.randn(2, 4, 3),
            "rewards": torch.randn(2, 4, 1),
            "returns_to_go": torch.randn(2, 4, 1),
            "timesteps": torch.arange(4).expand(2, 4),
            "attention_mask": torch.ones(2, 4)}


@given("lxmert")
def _regions(config):
    return {"input_ids": _ids(), "visual_feats": torch.randn(2, 5, 12),
            "visual_pos": torch.rand(2, 5, 4)}


@given("perceiver")
def _bytes(config):
    return {"inputs": torch.randn(2, 10, 32)}


@given("clip", "siglip", "blip", "vilt", "clipseg", "altclip", "chinese_clip",
       "metaclip_2", "aimv2", "groupvit", "owlvit")
def _text_and_image(config):
    vision = getattr(config, "vision_config", config)
    size = getattr(vision, "image_size", 32)
    found = {"input_ids": _ids(8), "pixel_values": torch.randn(
        2, getattr(vision, "num_channels", 3), size, size)}
    if config.model_type == "owlvit":
        found["attention_mask"] = torch.ones(2, 8, dtype=torch.int64)
    return found


@given("swin2sr")
def _small_image(config):
    return {"pixel_values": torch.randn(2, 3, 16, 16)}
