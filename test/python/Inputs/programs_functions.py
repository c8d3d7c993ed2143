"""More of programs.py: transforms, second derivatives, states of modules that
change between calls, errors."""
import copy

from Inputs.programs import program
import torch
from torch import nn
from torch.func import functional_call, grad, jacrev, jvp, vmap
from torch.nn import functional as F


def perceptron(*sizes):
    torch.manual_seed(1)
    first, second, third = sizes
    return nn.Sequential(nn.Linear(first, second), nn.Tanh(),
                         nn.Linear(second, third))


@program
def transforms(compile):
    """An ensemble, gradients of each sample, a Jacobian, a tangent."""
    modules, x = [perceptron(4, 5, 2) for _ in range(3)], torch.randn(6, 4)
    stacked, _ = torch.func.stack_module_state(modules)
    base, one = copy.deepcopy(modules[0]).to("meta"), modules[0]
    own = {k: v.detach() for k, v in one.named_parameters()}
    found = [compile(lambda p, x: vmap(lambda p, x: functional_call(
        base, p, (x,)), (0, None))(p, x))(stacked, x)]
    found += compile(lambda p, x: vmap(grad(lambda p, x: functional_call(
        one, p, (x,)).sum()), (None, 0))(p, x))(own, x).values()
    found.append(compile(lambda x: vmap(jacrev(one))(x))(x))
    found.append(compile(lambda x: jvp(
        lambda v: one(v).sin(), (x,), (torch.ones_like(x),))[1])(x))
    return [t.detach() for t in found]


@program
def meta_learning(compile):
    """MAML: a step is differentiated."""
    module, x, y = perceptron(4, 8, 1), torch.randn(6, 4), torch.randn(6, 1)
    call, found = compile(module), []
    for _ in range(3):
        own = dict(module.named_parameters())
        steps = torch.autograd.grad(F.mse_loss(call(x), y), list(own.values()),
                                    create_graph=True)
        fast = {k: v - 0.1 * d for (k, v), d in zip(own.items(), steps)}
        loss = F.mse_loss(functional_call(module, fast, (x,)), y)
        found += [loss.detach(), *torch.autograd.grad(loss, list(own.values()))]
    return found


@program
def gradient_penalty(compile):
    """WGAN-GP's critic."""
    torch.manual_seed(1)
    critic = nn.Sequential(nn.Conv2d(1, 4, 3), nn.LeakyReLU(.2), nn.Flatten(),
                           nn.Linear(144, 1))
    call, found = compile(critic), []
    for _ in range(3):
        real, fake = torch.randn(3, 1, 8, 8), torch.randn(3, 1, 8, 8)
        by = torch.rand(3, 1, 1, 1)
        x = (by * real + (1 - by) * fake).requires_grad_()
        slope, = torch.autograd.grad(call(x).sum(), x, create_graph=True)
        loss = call(real).mean() - call(fake).mean() + 10 * (
            (slope.flatten(1).norm(2, 1) - 1) ** 2).mean()
        critic.zero_grad()
        loss.backward()
        found += [loss.detach(), *(p.grad.clone() for p in critic.parameters()
                                   if p.grad is not None)]
    return found


@program
def gradients_inside(compile):
    """A step along a gradient, within the compiled function."""
    torch.manual_seed(1)
    layer, x = nn.Linear(4, 4), torch.randn(3, 4, requires_grad=True)

    def function(x):
        with torch.enable_grad():
            z = x.detach().requires_grad_()
            slope, = torch.autograd.grad(layer(z).tanh().sum(), z,
                                         create_graph=True)
        return x - 0.1 * slope
    y = compile(function)(x)
    y.square().sum().backward()
    return [y.detach(), x.grad, layer.weight.grad]


@program
def changed_between_calls(compile):
    """Frozen and replaced parameters, modes, loaded states."""
    torch.manual_seed(1)
    module = nn.Sequential(nn.Linear(5, 5), nn.BatchNorm1d(5), nn.Dropout(.5),
                           nn.Linear(5, 2))
    call, found = compile(module), []
    changes = [lambda: None, lambda: module[0].requires_grad_(False), module.eval,
               module.train, lambda: setattr(module[0].weight, "data",
                                             module[0].weight.data * 2),
               lambda: module.load_state_dict({
                   k: v * 0.5 if v.is_floating_point() else v
                   for k, v in module.state_dict().items()}),
               lambda: setattr(module[3], "weight",
                               nn.Parameter(torch.ones(2, 5)))]
    for number, change in enumerate(changes):
        torch.manual_seed(number)
        x = torch.randn(6, 5)
        change()
        module.zero_grad()
        y = call(x)
        y.square().sum().backward()
        found += [y.detach(), *(p.grad.clone() for p in module.parameters()
                                if p.grad is not None)]
        with torch.no_grad():
            found.append(call(x))
    return [*found, *module.buffers()]


@program
def accumulated(compile):
    """Graphs that are kept, tangents that are views, gradients that add up."""
    module, x = perceptron(5, 5, 2), torch.randn(3, 5)
    call = compile(module)
    one, two = call(x), call(x * 2)
    (one.sum() * two.sum()).backward(retain_graph=True)
    one.sum().backward(retain_graph=True)
    one[0].sum().backward()
    call(x).backward(torch.ones(2, 3).t())
    call(x).backward(torch.ones(1).expand(3, 2))
    return [p.grad for p in module.parameters()]


@program
def written_arguments(compile):
    def function(x, total, index):
        total.add_(x.detach().sum(0))
        total[0] = index.float().sum()
        index += 1
        return x.clone().relu_() * total, index * 2
    call, found = compile(function), []
    total, index = torch.zeros(6), torch.arange(3)
    for number in range(3):
        torch.manual_seed(number)
        x = torch.randn(4, 6, requires_grad=True)
        y, twice = call(x, total, index)
        y.sum().backward()
        found += [y.detach().clone(), twice, x.grad, total.clone(),
                  index.clone()]
    return found


@program
def layouts(compile):
    """Sparse and nested tensors, sparse gradients."""
    torch.manual_seed(1)
    weight = torch.randn(5, 5).relu().to_sparse()
    x, layer = torch.randn(5, 3, requires_grad=True), nn.Linear(4, 4)
    y = compile(lambda w, x: torch.sparse.mm(w, x).sin() * 2)(weight, x)
    y.sum().backward()
    nested = torch.nested.nested_tensor(
        [torch.randn(2, 4), torch.randn(3, 4)], layout=torch.jagged)
    h = compile(lambda n: torch.relu(layer(n)) * 2)(nested)
    table = nn.Embedding(7, 4, sparse=True)
    compile(lambda i: table(i).sum() * 2)(torch.tensor([1, 2, 1])).backward()
    return [y.detach(), x.grad, h.values().detach(),
            table.weight.grad.to_dense()]


@program
def saved_elsewhere(compile):
    """Hooks of saved tensors."""
    module = perceptron(4, 4, 1)
    call, graph = compile(module), torch.autograd.graph
    with graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        one = call(torch.ones(2, 4))
    one.sum().backward()
    with graph.save_on_cpu():
        two = call(torch.ones(2, 4) * 2)
    two.sum().backward()
    return [one.detach(), two.detach(), *(p.grad for p in module.parameters())]


@program
def errors(compile):
    """What data decide raises, as in eager."""
    table, found = nn.Embedding(3, 2), [compile(torch.sin)(torch.ones(3))]
    for function, x in ((torch.linalg.inv, torch.zeros(2, 2)),
                        (torch.linalg.cholesky, -torch.eye(2)),
                        (lambda x: torch.linalg.solve(x, x[0]), torch.zeros(2, 2)),
                        (lambda i: table(i) * 2, torch.tensor([5])),
                        (lambda x: x.gather(0, torch.tensor([9])), torch.ones(3)),
                        (lambda x: x.add_(1), torch.ones(3, requires_grad=True)),
                        (lambda x: x.view(5), torch.ones(6)),
                        (lambda x: x[5], torch.ones(3))):
        try:
            compile(function)(x)
            found.append("nothing")
        except Exception:
            found.append("an error")
    return found
