"""Statements on tensors as people write them, with views and mutation."""


def unary(w):
    x = w.pick()
    call = w.draw.choice((
        "{}.neg()", "{}.abs()", "{}.clamp(-1, 2)", "{}.t()", "{}.mT",
        "{}.flip(0)", "{}.roll(1, 0)", "{}.contiguous()", "{}.clone()",
        "{}.unsqueeze(0)", "{}.squeeze()", "{}.reshape(-1)", "{}.view(-1)",
        "{}.cumsum(0)", "{}.sum(0)", "{}.sum(-1, keepdim=True)", "{}.amax(0)",
        "{}.argmax(0)", "{}.sort(0, stable=True)[0]", "{}[0]", "{}[..., 0]",
        "{}[1:]", "{}[::2]", "{}[..., :-1]", "{}.expand(2, *{}.shape)",
        "{}.float()", "{}.long()", "{}.bool()", "{}.bfloat16()",
        "{}.tril()", "{}.diagonal()", "{}.unfold(0, 2, 1)",
        "{}.repeat_interleave(2, 0)", "{}.masked_fill({} > 0, 1)",
        "{}.movedim(0, -1)", "{}.sign()", "torch.zeros_like({})",
        "{}.new_ones({}.shape)", "{} * 2", "1 - {}.long()", "{} > 0",
        "torch.where({} > 0, {}, 0)", "{}.chunk(2, 0)[0]",
        "torch.nn.functional.pad({}, (1, 0), value=1)"))
    return f"{w.new()} = " + call.replace("{}", x)


def binary(w):
    x, y = w.pick(), w.pick()
    call = w.draw.choice((
        "{0} + {1}", "{0} * {1}", "{0} - {1}.long()", "torch.maximum({0}, {1})",
        "{0} == {1}", "torch.cat([{0}, {1}])", "torch.stack([{0}, {1}])",
        "torch.where({0} > {1}, {0}, {1})", "{0}.reshape({1}.shape)",
        "{0}[{1}.reshape(-1).long().clamp(0, 0)]", "{0}.matmul({1}.mT)",
        "{0}.index_select(0, {1}.reshape(-1).long().abs() % {0}.shape[0])",
        "{0}.expand_as({1})"))
    return f"{w.new()} = " + call.format(x, y)


def mutate(w):
    x, y = w.pick(), w.pick()
    call = w.draw.choice((
        "{0}.add_(1)", "{0}.mul_(2)", "{0}.neg_()", "{0}.fill_(1)",
        "{0}.zero_()", "{0}.clamp_(-1, 1)", "{0}.add_({1})", "{0}.copy_({1})",
        "{0}[0] = 1", "{0}[..., 0] = {1}[..., 0]", "{0}[1:].add_(1)",
        "{0}.t_()", "{0}.masked_fill_({0} > 1, 0)", "{0}[{0} > 1] = 0",
        "{0}.index_fill_(0, torch.tensor([0]), 1)", "{0}.view(-1)[0] = 2",
        "{0}.index_add_(0, torch.tensor([0]), {1}[:1])", "{0}.squeeze_()",
        "{0}.mT.copy_({1}.mT)", "{0}.logical_not_()", "{0}.unsqueeze_(0)"))
    return call.format(x, y)


STATEMENTS = (unary, unary, binary, mutate, mutate)


def statement(w):
    return w.draw.choice(STATEMENTS)(w)
