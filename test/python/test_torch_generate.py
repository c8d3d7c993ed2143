"""generate() of transformers with a KV cache: eager's tokens, from a number of
graphs that does not grow with them."""
import unittest

from Inputs.torch_case import Case
import tc
import torch
try:
    import transformers
except ImportError:
    transformers = None

PROMPT = 7
TOKENS = (3, 4, 24)  # to generate; the first makes all the graphs
SMALL = {"vocab_size": 99, "pad_token_id": 0, "bos_token_id": 1,
         "eos_token_id": None}


def gpt2():
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        n_embd=32, n_layer=2, n_head=4, n_positions=64, **SMALL))


def llama():
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(
        hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=64, **SMALL))


def mamba():
    return transformers.MambaForCausalLM(transformers.MambaConfig(
        hidden_size=32, num_hidden_layers=2, state_size=8, **SMALL))


def dynamic(model):
    return transformers.DynamicCache(config=model.config)


def static(model):
    return transformers.StaticCache(config=model.config,
                                    max_cache_len=PROMPT + max(TOKENS))


@unittest.skipUnless(transformers, "no transformers")
class Generate(Case):
    def check_tokens(self, build, cache, graphs, prompt=None, **how):
        """Tokens of one model, compiled once, for each of TOKENS; greedy unless
        told `how`."""
        model = build().eval()
        ways = model.forward, torch.compile(model.forward, backend="tc",
                                            fullgraph=True)
        prompt = torch.randint(3, 90, (2, PROMPT)) if prompt is None else \
            prompt
        how = {"do_sample": False} | how
        found = []
        for count in TOKENS:
            tokens = []
            for model.forward in ways:
                torch.manual_seed(2)
                tokens.append(model.generate(
                    prompt, max_new_tokens=count, disable_compile=True,
                    past_key_values=cache and cache(model), **how))
            self.assertEqual(tokens[0].shape, (2, PROMPT + count))
            self.assertTrue(torch.equal(*tokens))
            counts = tc.counters()
            found.append((counts["graphs"], len(counts["recompiles"])))
        self.compiled()
        self.assertEqual(found, [(graphs, graphs - 1)] * len(TOKENS))

    def test_gpt2_dynamic_cache(self):
        self.check_tokens(gpt2, dynamic, 3)  # prompt, first token, the rest

    def test_gpt2_static_cache(self):
        self.check_tokens(gpt2, static, 2)  # prompt, each token

    def test_llama_dynamic_cache(self):
        self.check_tokens(llama, dynamic, 3)

    def test_llama_static_cache(self):
        self.check_tokens(llama, static, 2)

    def test_state_space(self):
        self.check_tokens(mamba, None, 2)  # prompt, each token

    def test_beams(self):
        self.check_tokens(gpt2, dynamic, 3, num_beams=3)

    def test_drawn_tokens(self):
        self.check_tokens(gpt2, dynamic, 3, do_sample=True, top_k=20,
                          temperature=0.8)

    def test_padding_on_the_left(self):
        prompt = torch.randint(3, 90, (2, PROMPT))
        prompt[1, :3] = SMALL["pad_token_id"]
        self.check_tokens(llama, dynamic, 3, prompt,
                          attention_mask=(prompt != 0).long())


if __name__ == "__main__":
    unittest.main()
