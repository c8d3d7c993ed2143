"""Statements in the body of a session's functions, as users write them: {0}, {1},
{2} are tensors, {n} is a new name, s a number, a truth value or None."""

VIEWS = """
{0}[1:]; {0}[:-1]; {0}[..., ::2]; {0}[0]; {0}[None]; {0}[..., -1:]; {0}.mT; {0}.t()
{0}.transpose(0, -1); {0}.view(-1); {0}.view({0}.shape); {0}.reshape(-1)
{0}.unsqueeze(-1); {0}.squeeze(); {0}.expand(2, *{0}.shape); {0}.expand_as({1})
{0}.diagonal(); {0}.unfold(0, 2, 1); {0}.narrow(0, 0, 1); {0}.select(-1, 0)
{0}.chunk(2)[-1]; {0}.split(1, -1)[0]; {0}.unbind(0)[0]; {0}.view_as({1})
{0}.detach(); {0}.movedim(0, -1); {0}.flatten(); {0}.permute(*range({0}.dim())[::-1])
{0}.contiguous(); {0}.to({1}.dtype); {0}.reshape({1}.shape); {0}.swapaxes(0, 1)
{0}.as_strided((2,), (1,)); {0}.tensor_split(2)[0]; torch.atleast_2d({0}); {0}.real
torch.broadcast_to({0}, {1}.shape); {0}.ravel(); {0}[()]
torch.broadcast_tensors({0}, {1})[0]; {0}.type_as({1}); {0}[:s]; {0}[s:]; {0}.T
"""
VALUES = """
{0} + {1}; {0} - {1}; {0} * {1}; {0} * 2 - 1; -{0}; {0}.abs(); {0}.clone(); {0}.flip(0)
{0}.sum(0); {0}.sum(-1, keepdim=True); {0}.sum(); {0}.cumsum(0)
torch.cat([{0}, {1}]); torch.stack([{0}, {1}], -1); {0} @ {1}.mT; {0}.tril()
torch.nn.functional.pad({0}, (1, 0)); {0}.repeat_interleave(2, 0); {0}.masked_fill({1} == 0, 1)
torch.zeros_like({0}); {0}.new_ones({1}.shape); torch.full_like({0}, 2); {0}.square()
torch.where({1} == 0, {0}, 1); {0}.index_select(0, torch.tensor([0, 0])); {0}.gather(0, torch.zeros_like({0}, dtype=torch.long))
torch.empty_like({0}).copy_({1}); {0}.index_add(0, torch.tensor([0]), {1}[:1]); {0}.index_put((torch.tensor([0]),), {1}[:1])
{0}.scatter_add(0, torch.zeros_like({0}, dtype=torch.long), {0}); torch.einsum("i...,i...->...", {0}, {1})
{0}.select_scatter({1}[0], 0, 0); {0}.slice_scatter({1}[:1], 0, 0, 1); {0}.float(); {0}[[0, -1]]
"""
JUMPS = """
{0} > {1}; {0} == {1}; torch.maximum({0}, {1}); {0}.amax(0); {0}.argmax(0); {0}.long(); {0}.bool()
torch.where({0} > 0, {0}, {1}); {0}[{1} > 0]; {0}.sort(0, stable=True)[0]; {0}.clamp(-1, 1); {0}.relu()
{0} * 2 if {0}.sum() > 0 else {0} - 1; {0}.nonzero(); {0}.any(); {0} & {1}; {0}.bfloat16(); {0} // 2
{0}[{0}[..., 0].long().clamp(0, 0)]; {0}.int() + torch.arange({0}.shape[-1]); {0}.unique()
"""
NUMBERS = """
{0} * s; {0} + s; {0} if s is None else {0} * s; {0}.add({1}, alpha=s); {0}.sum(0 if s else -1)
torch.full({0}.shape, s); {0}.clone() if s else {0}; {0} - {0}.shape[0]; {0}.new_full((2,), s)
{0}.repeat(2, *[1] * ({0}.dim() - 1)); torch.where(torch.tensor(bool(s)), {0}, {1}); {0} * {1}.numel()
{0} + {0}.sum().item(); {0} + {0}.dim(); [{0}, {1}][bool(s)]; torch.tensor([1, s]); {0} * float(s or 0)
"""
RANDOM = """
torch.nn.functional.dropout({0}, 0.5); torch.randint(0, 3, {0}.shape); torch.randint_like({0}, 3)
torch.bernoulli(torch.full({0}.shape, 0.5)); torch.randperm({0}.shape[0]); {0}.clone().random_(0, 3)
{0} * (torch.rand({0}.shape) > 0.5); {0} + torch.empty_like({0}).bernoulli_(0.5)
"""
SMOOTH = """
{0}.tanh(); {0}.sigmoid(); torch.softmax({0}, -1); {0}.mean(0); {0}.sin(); {0} / ({1}.square() + 1)
torch.nn.functional.layer_norm({0}, {0}.shape[-1:]); torch.nn.functional.gelu({0}); ({0}.tanh()).exp()
{0}.lerp({1}, 0.25); torch.nn.functional.softplus({0}); {0}.logsumexp(-1); {0}.mul(0.5).cos_()
"""
WRITES = """
{0}.add_(1); {0}.mul_(s); {0}[1:].mul_(2); {0}[..., 0] = {1}[..., 0]; {0}[::2].copy_({1}[::2])
{0}.view(-1)[1:].add_(1); {0}.t().add_({1}.t()); {0}.masked_fill_({1} == 0, 1); {0}[{1} == 0] = 2
{0}[{1} == 0] += 1; {0}.index_put_((torch.tensor([0]),), {1}[:1]); {0}.copy_({1}); {0}.copy_({1}.mT)
{0}.index_put_((torch.zeros(2, dtype=torch.long),), {1}[0], accumulate=True); {0} += {1}; {0} *= 2
{0}.scatter_(0, torch.zeros_like({0}, dtype=torch.long), 1); {0}.index_fill_(0, torch.tensor([0]), 1)
{0}.scatter_add_(0, torch.zeros_like({0}, dtype=torch.long), {1}); {0}.fill_diagonal_(1); {0}.zero_()
{0}[0] += {1}[0]; {0}[:, 1:] -= 1; {0}[1:] = {0}[:-1].clone(); {0}.sub_({1}, alpha=2); {0}.fill_({1}.sum())
{0}.addcmul_({1}, {2}); {0}.tril_(); {0}.cumsum_(0); {0}.unsqueeze_(0); {0}.t_(); {0}.squeeze_()
{0}.transpose_(0, -1); {0}.index_copy_(0, torch.tensor([0]), {1}[:1]); {0}.masked_scatter_({1} == 0, {2})
torch._foreach_add_([{0}, {1}], 1); {0}.index_add_(0, torch.tensor([0]), {1}[:1]); {0}[0, ...].neg_()
{0}.mT[0] = 1; {0}.diagonal().add_(1); {0}[...] = {1}; {0}.data.add_(1); {0}.fill_(s); {0}.detach().mul_(2)
{0}.select(0, 0).copy_({1}.sum(0)); {0}.narrow(0, 0, 1).zero_(); {0}.chunk(2)[0].add_({1}.chunk(2)[0])
"""
JUMPING_WRITES = """
{0}.relu_(); torch.nn.functional.relu({0}, inplace=True); {0}.clamp_(min=0); {0}[{0} > 0] = -1
{0}.eq_({1}); {0}.logical_not_(); {0}.masked_fill_({1} > 0, 1); {0}[{0} < 0] *= 2; {0}.sign_()
"""
OUT = """
torch.add({0}, {1}, out={2}); torch.mul({0}, 2, out={0}); torch.cumsum({0}, 0, out={1})
torch.sum({0}, 0, out={1}[0]); {n} = torch.cat([{0}, {1}], out={0}.new_empty(0)); torch.neg({0}, out={1}.mT)
{n} = torch.sub({0}, {1}, out=torch.empty_like({0}))
torch.where({0} == 0, {1}, {2}, out={2}); {n} = torch.stack([{0}, {1}], out={0}.new_empty(0)); torch.add({0}, 1, out={1}[:1])
{n} = torch.matmul({0}, {1}.mT, out={0}.new_empty(0)); torch.abs({0}, out={0}); torch.add({0}[1:], 1, out={0}[1:])
"""
BREAKS = "torch._dynamo.graph_break(); print(end='')"


def texts(listing):
    return [t.strip() for t in listing.replace("\n", ";").split(";")
            if t.strip()]


def named(listing):
    return ["{n} = " + t for t in texts(listing)]


EXACT = [named(VIEWS), named(VIEWS), named(VALUES), named(VALUES), named(JUMPS),
         named(NUMBERS), texts(WRITES), texts(WRITES), texts(WRITES),
         texts(JUMPING_WRITES), texts(OUT)]
SMOOTHLY = [named(VIEWS), named(VALUES), named(SMOOTH), named(SMOOTH),
            named(NUMBERS), texts(WRITES), texts(WRITES), texts(OUT)]
RANDOMLY = [*EXACT, named(RANDOM), named(RANDOM), named(RANDOM)]


def statement_of(families):
    """A function that gives a writer (torch_program.py) a statement."""
    def statement(w):
        if w.draw.random() < 0.03:
            return w.draw.choice(texts(BREAKS))
        text = w.draw.choice(w.draw.choice(families))
        return text.format(w.pick(), w.pick(), w.pick(), n=w.new())
    return statement
