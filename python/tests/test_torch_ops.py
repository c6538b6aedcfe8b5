# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amp.step computes as PyTorch does, or refuses: custom gradients, writes, random numbers, ops that torchax computes otherwise."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")
pytest.importorskip("torchax", reason="torchax is not installed: tools/dev test installs it")

import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import mlir_amp.torch as amp
from mlir_amp import OptionError, TraceError


class Applied(nn.Module):
    """A function of the result of a layer."""

    def __init__(self, function, layer=None):
        super().__init__()
        self.layer, self.function = layer or nn.Linear(8, 4), function

    def forward(self, x):
        return self.function(self.layer(x))


def loss_of(model, x):
    y = model(x)
    return (y * torch.linspace(-1, 1, y.numel()).reshape(y.shape)).sum() + y.square().mean()


def batch(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def compare(make, x, steps=2, optimizer=lambda p: torch.optim.SGD(p, 0.01)):
    """Trains two copies, by PyTorch and by amp.step in f32."""
    models = []
    for _ in range(2):
        torch.manual_seed(0)
        models.append(make())
    reference = optimizer(list(models[0].parameters()))
    step = amp.step(models[1], loss_of, optimizer(list(models[1].parameters())), compute="float32")
    for _ in range(steps):
        reference.zero_grad()
        loss = loss_of(models[0], x)
        loss.backward()
        reference.step()
        torch.testing.assert_close(step(x), loss.detach(), rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(models[1].state_dict(), models[0].state_dict(), rtol=1e-4, atol=1e-5)


def trained(model, x):
    amp.step(model, loss_of, torch.optim.SGD(model.parameters(), 0.1), compute="float32")(x)


class Rounded(torch.autograd.Function):
    """A straight-through estimator; what JAX would take of the forward pass is zero."""

    @staticmethod
    def forward(ctx, x):
        return torch.round(4 * x) / 4

    @staticmethod
    def backward(ctx, grad):
        return grad


class Scaled(torch.autograd.Function):
    """Saved tensors, an argument that is no tensor, and gradients that are not those of the forward pass."""

    @staticmethod
    def forward(ctx, a, b, scale):
        ctx.save_for_backward(a, b)
        ctx.scale = scale
        return a * b * scale, a.sum()

    @staticmethod
    def backward(ctx, grad, total):
        a, b = ctx.saved_tensors
        return grad * b * ctx.scale + total, 2 * grad * a * ctx.scale, None


class Clipped(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return torch.sign(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.inside = inputs[0].abs() < 1

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.inside


def scaled(h):
    product, total = Scaled.apply(h, h.flip(0), 3.0)
    return product + total


rounded = Rounded.apply  # as programs keep it
CUSTOM = {
    "round": rounded,
    "saved": scaled,
    "setup_context": lambda h: Clipped.apply(h),
    "in checkpoint": lambda h: checkpoint(lambda x: rounded(x).exp(), h, use_reentrant=False),
    "reentrant checkpoint": lambda h: checkpoint(torch.exp, h, use_reentrant=True),
}


@pytest.mark.parametrize("function", CUSTOM.values(), ids=CUSTOM)
def test_custom_functions(function):
    compare(lambda: Applied(function), batch(6, 8))


def test_custom_functions_in_other_programs():
    """A step leaves torch.autograd.Function as it was."""
    model = Applied(rounded)
    amp.step(model, loss_of, torch.optim.SGD(model.parameters(), 0.1), compute="float32")(batch(6, 8))
    x = batch(3).requires_grad_()
    rounded(x).sum().backward()
    assert torch.equal(x.grad, torch.ones(3))


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, grad):
        return grad


def hooked(register):
    model = nn.Sequential(nn.Linear(8, 4))
    register(model[0])
    return model


HOOKS = {
    "backward hooks of modules": lambda m: m.register_full_backward_hook(lambda *_: None),
    "hooks of 'weight'": lambda m: m.weight.register_hook(lambda g: 10 * g),
    "hooks of 'bias'": lambda m: m.bias.register_post_accumulate_grad_hook(lambda p: None),
}


@pytest.mark.parametrize("said, register", HOOKS.items(), ids=HOOKS)
def test_negative_hooks(said, register):
    with pytest.raises(OptionError, match=rf"module 'model\.0' expects no hooks on gradients, but got {said}"):
        trained(hooked(register), batch(6, 8))


def zeros(h):
    made = torch.zeros(6, 5)
    made[:, :4] = h
    made[0] += 1
    return made


def limited(h):
    """Autograd keeps the gradient of what is overwritten without one."""
    h = h * 1
    with torch.no_grad():
        h.clamp_(-0.1, 0.1)
    return h * h


def doubled(h):
    h = h * 1
    h.data.mul_(2)
    return h * h


WRITES = {
    "zeros": zeros, "no_grad": limited, "data": doubled, "a view alone": lambda h: (h * 1).flatten(0).add_(1),
    "type_as": lambda h: (h > 0).type_as(h) * torch.where(h > 0, h, 0.0), "cosine": lambda h: F.cosine_similarity(h, h.flip(1)),
}  # fmt: skip


@pytest.mark.parametrize("function", WRITES.values(), ids=WRITES)
def test_writes(function):
    compare(lambda: Applied(function), batch(6, 8))


class Averaged(nn.Module):
    """A buffer, changed through `data`."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 4)
        self.register_buffer("mean", torch.ones(4))

    def forward(self, x):
        y = self.layer(x)
        self.mean.data.mul_(0.9).add_(0.1 * y.detach().mean(0))
        return y + self.mean


def test_buffers_through_data():
    compare(Averaged, batch(6, 8))


def viewed(h):
    h = h * 1
    h.view(-1)[3] = 0
    return h


def behind(h):
    h = h * 1
    shown = h.t()
    h.add_(1)
    return shown


def constant(h):
    made = torch.tensor([1.0, 2.0, 3.0, 4.0])
    made.mul_(h[0])
    return made


def filled(h):
    return (h * 1).fill_diagonal_(2.0)


REFUSED = {
    viewed: "expects writes into tensors or their slices",
    behind: "expects writes into tensors or their slices",
    constant: "expects writes into tensors of the step, but got one into a tensor of the CPU",
    filled: "expects ops that torchax converts, but got fill_diagonal_",
    lambda h: F.embedding(torch.tensor([0, 0]), h, scale_grad_by_freq=True): "expects an embedding without scale_grad",
    lambda h: h + torch.randn(4, generator=torch.Generator()): r"expects random numbers by the key of the step",
    lambda h: h + torch.tensor([1.0]).normal_(): "expects writes into tensors of the step, but got one into a tensor of the CPU",
    lambda h: Wrong.apply(h, h): r"Wrong\.backward expects 2 gradients, but got 1",
}


@pytest.mark.parametrize("function, said", REFUSED.items())
def test_negative_ops(function, said):
    with pytest.raises(TraceError, match=rf"module 'model.*' at .*test_torch_ops\.py:\d+ .*{said}"):
        trained(Applied(function), batch(6, 8))


def test_negative_gradient():
    """No gradient of JAX."""
    with pytest.raises(TraceError, match=r"module .model.*VJP not implemented"):
        trained(Applied(lambda x: F.max_pool2d(x, 2, 1, 0, 2), nn.Conv2d(3, 4, 1)), batch(2, 3, 7, 9))


WEIGHT = torch.linspace(-1, 1, 4 * 3 * 9).reshape(4, 3, 3, 3)
OPS = {
    "avg_pool2d": lambda x: F.avg_pool2d(x, 2, 2, ceil_mode=True),
    "avg_pool2d, padding": lambda x: F.avg_pool2d(x, 3, 2, 1, ceil_mode=True),
    "avg_pool2d, inside": lambda x: F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False),
    "avg_pool2d, divisor": lambda x: F.avg_pool2d(x, (2, 3), divisor_override=5),
    "avg_pool1d": lambda x: F.avg_pool1d(x.flatten(2), 4, 3, 1, True),
    "avg_pool3d": lambda x: F.avg_pool3d(x[:, None], 2, ceil_mode=True),
    "softplus": lambda x: F.softplus(200 * x, beta=2, threshold=5),
    "conv_transpose2d": lambda x: F.conv_transpose2d(x, WEIGHT, stride=2, groups=2, dilation=2),
}


@pytest.mark.parametrize("function", OPS.values(), ids=OPS)
def test_ops(function):
    compare(lambda: Applied(function, nn.Conv2d(3, 4, 1)), batch(2, 3, 7, 9))


TARGETS = torch.tensor([[3, 0, -1, 1], [-1, 0, 0, 0], [1, 2, 3, 0], [2, -1, 3, -1]])


def spd(h):
    return h @ h.mT + torch.eye(4)


SMALL = {
    "solve, matrix": lambda h: torch.linalg.solve(spd(h), h), "solve, vectors": lambda h: torch.linalg.solve(spd(h), h[:, 0]),
    "solve, right": lambda h: torch.linalg.solve(spd(h), h, left=False),
    "solve, one matrix": lambda h: torch.linalg.solve(spd(h[0]), h[0]), "solve_ex": lambda h: torch.linalg.solve_ex(spd(h), h)[0],
    "multilabel_margin_loss": lambda h: F.multilabel_margin_loss(h[0], TARGETS),
    "multilabel_margin_loss, sum": lambda h: F.multilabel_margin_loss(h[0], TARGETS, reduction="sum"),
    "multilabel_margin_loss, none": lambda h: F.multilabel_margin_loss(h[0], TARGETS, reduction="none"),
    "multilabel_margin_loss, sample": lambda h: F.multilabel_margin_loss(h[0, 0], TARGETS[0]),
}  # fmt: skip


@pytest.mark.parametrize("function", SMALL.values(), ids=SMALL)
def test_small_ops(function):
    compare(lambda: Applied(function, nn.Linear(8, 4)), batch(4, 4, 8))


def test_instance_norm():
    def make():
        return nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.InstanceNorm2d(4, affine=True, track_running_stats=True))

    compare(make, batch(2, 3, 7, 9))
    compare(lambda: make().eval(), batch(2, 3, 7, 9))


DRAWS = {
    "randn": lambda h: torch.randn(6, 4), "rand": lambda h: torch.rand(h.shape, device="cpu"),
    "randint": lambda h: torch.randint(9, (6, 4)), "randperm": lambda h: torch.randperm(4),
    "rand_like": torch.rand_like, "gumbel": lambda h: F.gumbel_softmax(h, -1),
    "exponential": lambda h: torch.empty_like(h).exponential_(), "normal": lambda h: torch.normal(torch.zeros(4), torch.ones(4)),
}  # fmt: skip


@pytest.mark.parametrize("function", DRAWS.values(), ids=DRAWS)
def test_random_numbers_differ_from_step_to_step(function):
    model = Applied(lambda h: 0 * h + function(h))
    step = amp.step(model, loss_of, torch.optim.SGD(model.parameters(), 0.0), compute="float32", seed=1)
    losses = [step(batch(6, 8)).item() for _ in range(3)]
    assert len(set(losses)) > 1 and all(map(torch.isfinite, torch.tensor(losses))), losses


DRAWN = {
    "normal, tensors": (lambda h: torch.normal(torch.full_like(h, 2), torch.full_like(h, 3)), 2, 3),
    "normal, mean": (lambda h: torch.normal(torch.full_like(h, 2), 3), 2, 3),
    "normal, std": (lambda h: torch.normal(2, torch.full_like(h, 3)), 2, 3),
    "random_": (lambda h: torch.empty_like(h).random_(1, 3), 1.5, 0.5),
    "random_, limit": (lambda h: torch.empty_like(h).random_(2), 0.5, 0.5),
}


@pytest.mark.parametrize("function, mean, std", DRAWN.values(), ids=DRAWN)
def test_distributions(function, mean, std):
    model = nn.Linear(8, 4)
    step = amp.step(
        model, lambda m, x: (0 * m(x).sum(), function(m(x))), torch.optim.SGD(model.parameters(), 0.1), compute="float32"
    )
    drawn = step(batch(2048, 8))[1]
    # 4 standard errors; that of the deviation is less than that of the mean for both distributions.
    error = 4 * std / drawn.numel() ** 0.5
    assert abs(drawn.mean() - mean) < error and abs(drawn.std() - std) < error
    assert std == 3 or torch.equal(drawn.unique(), torch.tensor([mean - 0.5, mean + 0.5]))


def test_negative_random_integers():
    with pytest.raises(TraceError, match="expects an upper limit of random_ within 32 bits, but got 1099511627776"):
        trained(Applied(lambda h: h + torch.empty_like(h).random_(2**40)), batch(6, 8))


def test_negative_tensors():
    with pytest.raises(OptionError, match=r"'weight' expects a shape, but got a parameter without one"):
        trained(nn.Sequential(nn.LazyLinear(4)), None)
    with pytest.raises(OptionError, match=r"'weight' expects f32 parameters, but got torch\.complex64"):
        trained(nn.Linear(2, 2, dtype=torch.complex64), None)
    with pytest.raises(TraceError, match=r"argument 0 expects integers of 32 bits, but got larger ones"):
        trained(nn.Linear(2, 2), torch.tensor([[2**40, 1]]))
