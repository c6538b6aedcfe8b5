# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amp.step while the model, its optimizer or the batch changes between steps, against PyTorch's own loop."""

import copy
import gc
import weakref

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")
pytest.importorskip("torchax", reason="torchax is not installed: tools/dev test installs it")

import optax
from torch import nn

import mlir_amp.torch as amp
from mlir_amp import OptionError

BATCHES = [torch.randn(6, 8, generator=torch.Generator().manual_seed(i)) for i in range(6)]
OPTIMIZERS = {
    "adamw": lambda p: torch.optim.AdamW(p, 1e-2, weight_decay=0.5),
    "sgd": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.1),
}


class Net(nn.Module):
    """Five layers: a frozen one, one behind detach, one without use."""

    def __init__(self):
        super().__init__()
        self.frozen, self.inner, self.activation = nn.Linear(8, 8).requires_grad_(False), nn.Linear(8, 8), nn.Tanh()
        self.detached, self.unused, self.head = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 4)

    def forward(self, x):
        return self.head(self.activation(self.inner(self.frozen(x))) + self.detached(x).detach())


def loss_of(model, x):
    return model(x).square().mean()


def unfreeze(model, optimizer):
    model.frozen.requires_grad_(True)


def freeze(model, optimizer):
    model.inner.requires_grad_(False)
    model.zero_grad()


def replace(model, optimizer):
    model.activation = nn.ReLU()


def reload(model, optimizer):
    saved = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
    with torch.no_grad():
        model.inner.weight.mul_(2)
    model.load_state_dict(saved[0])
    optimizer.load_state_dict(saved[1])


def decay(model, optimizer):
    optimizer.param_groups[0]["weight_decay"] = 0.0


def updated(model, optimizer, step, x):
    """One update by `step`, or by PyTorch if it is None; returns the loss."""
    if step is not None:
        return step(x)
    optimizer.zero_grad()
    loss = loss_of(model, x)
    loss.backward()
    optimizer.step()
    return loss.detach()


CHANGES = unfreeze, freeze, replace, reload, decay, lambda *_: None


@pytest.mark.parametrize("optimizer", OPTIMIZERS.values(), ids=OPTIMIZERS)
@pytest.mark.parametrize("change", CHANGES)
def test_changes(change, optimizer):
    """Parameters without gradient do not decay, and those that begin later have a count of steps of their own."""
    found = []
    for ours in (False, True):
        torch.manual_seed(0)
        model = Net()
        used = optimizer(model.parameters())
        step = amp.step(model, loss_of, used, compute="float32") if ours else None
        losses = []
        for i, x in enumerate(BATCHES):
            if i == 3:
                change(model, used)
            losses.append(updated(model, used, step, x[: 6 - i]))
        found.append((torch.stack(losses), model.state_dict(), used.state_dict()["state"]))
    torch.testing.assert_close(found[1], found[0], rtol=1e-4, atol=1e-5, check_dtype=False)


def momentum(i, group):
    """On, off, and on again with the momentum that was left."""
    group["momentum"] = 0.9 if i in (1, 2, 4) else 0.0


def betas(i, group):
    """A list that is changed in place."""
    group["betas"] = group["betas"] if i else [0.9, 0.95]
    group["betas"][0] = 0.5 + 0.04 * i


@pytest.mark.parametrize("optimizer, change", [(torch.optim.SGD, momentum), (torch.optim.Adam, betas)])
def test_hyperparameters_that_change(optimizer, change):
    found = []
    for ours in (False, True):
        torch.manual_seed(0)
        model = Net()
        used = optimizer(model.parameters(), 1e-2)
        step = amp.step(model, loss_of, used, compute="float32") if ours else None
        for i, x in enumerate(BATCHES):
            change(i, used.param_groups[0])
            updated(model, used, step, x)
        found.append(model.state_dict())
    torch.testing.assert_close(found[1], found[0], rtol=1e-4, atol=1e-5)


def test_groups_that_are_added():
    found = []
    for ours in (False, True):
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(8, 8).requires_grad_(False), nn.Tanh(), nn.Linear(8, 4))
        optimizer = torch.optim.AdamW(model[2].parameters(), 1e-2)
        step = amp.step(model, loss_of, optimizer, compute="float32") if ours else None
        for i, x in enumerate(BATCHES):
            if i == 3:
                model[0].requires_grad_(True)
                optimizer.add_param_group({"params": list(model[0].parameters()), "lr": 1e-3})
            updated(model, optimizer, step, x)
        found.append((model.state_dict(), optimizer.state_dict()["state"]))
    torch.testing.assert_close(found[1], found[0], rtol=1e-4, atol=1e-5, check_dtype=False)


def test_a_step_resumes_with_counts_of_its_own():
    def fresh():
        torch.manual_seed(0)
        model = Net()
        optimizer = OPTIMIZERS["adamw"](model.parameters())
        return model, amp.step(model, loss_of, optimizer, compute="float32")

    model, step = fresh()
    for x in BATCHES[:3]:
        step(x)
    unfreeze(model, None)
    step(BATCHES[3])
    saved = step.state_dict()
    losses = [step(x).item() for x in BATCHES[4:]]
    model, again = fresh()
    unfreeze(model, None)
    again(BATCHES[0])
    again.load_state_dict(saved)
    assert [again(x).item() for x in BATCHES[4:]] == losses


def test_schedules_of_a_tensor():
    """Schedulers fill a learning rate that is a tensor in place."""
    model = nn.Linear(8, 4)
    optimizer = torch.optim.SGD(model.parameters(), torch.tensor(0.1))
    step = amp.step(model, loss_of, optimizer, compute="float32")
    step(BATCHES[0])
    optimizer.param_groups[0]["lr"].fill_(0)
    before = model.weight.detach().clone()
    step(BATCHES[1])
    assert torch.equal(model.weight, before)


def test_negative_replaced_parameters():
    torch.manual_seed(0)
    model = Net()
    step = amp.step(model, loss_of, torch.optim.SGD(model.parameters(), 0.1), compute="float32")
    step(BATCHES[0])
    model.head = nn.Linear(8, 4)
    with pytest.raises(OptionError, match=r"optimizer expects parameters of the model, but got one of shape \(4, 8\) besides"):
        step(BATCHES[1])


def test_negative_optax():
    model = Net()
    step = amp.step(model, loss_of, optax.sgd(0.1), compute="float32")
    step(BATCHES[0])
    unfreeze(model, None)
    with pytest.raises(OptionError, match="a step with an optimizer of optax expects the parameters that it began with"):
        step(BATCHES[1])


def normed():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 8, bias=False), nn.BatchNorm1d(8), nn.Linear(8, 4))
    return model, torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)


def trained(ours, act=lambda model, held: None, hold=lambda model: None):
    """Two steps, `hold`, a step, `act` on what it returned, two steps."""
    model, optimizer = normed()
    step, held = amp.step(model, loss_of, optimizer, compute="float32") if ours else None, None
    for i, x in enumerate(BATCHES[:5]):
        if i == 2:
            held = hold(model)
        if i == 3:
            act(model, held)
        updated(model, optimizer, step, x)
    return model, optimizer, held


def test_a_model_outlives_its_step():
    """Its parameters and buffers have the values of the last step after step and optimizer were collected."""
    model, expected = trained(True)[0], trained(False)[0]
    gc.collect()
    torch.testing.assert_close(model.state_dict(), expected.state_dict(), rtol=1e-4, atol=1e-5)


def test_an_optimizer_outlives_its_step():
    optimizer, expected = trained(True)[1], trained(False)[1]
    gc.collect()
    torch.testing.assert_close(optimizer.state_dict()["state"], expected.state_dict()["state"], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("is_used", [True, False])
def test_what_nobody_holds_is_freed(is_used):
    model, optimizer, _ = trained(True)
    if is_used:
        model(BATCHES[0])
    step = next(o for o in gc.get_objects() if type(o) is amp.Step and o.model is model)
    dropped = [weakref.ref(o) for o in (step, model, optimizer)]
    del step, model, optimizer, _
    gc.collect()
    assert [o() for o in dropped] == [None] * 3


def replaced(model, _):
    model[1].running_mean = torch.full((8,), 3.0)


def in_the_dictionary(model, _):
    model[1]._buffers["running_var"] = torch.full((8,), 3.0)


def registered(model, _):
    model[1].register_buffer("running_mean", torch.full((8,), 3.0))


@pytest.mark.parametrize("act", [replaced, in_the_dictionary, registered])
def test_buffers_that_are_replaced(act):
    found, expected = (trained(ours, act)[0].state_dict() for ours in (True, False))
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)


ALIASES = {
    "state_dict": lambda model: model.state_dict()["0.weight"], "data": lambda model: model[0].weight.data,
    "view": lambda model: model[0].weight.detach()[1:], "numpy": lambda model: model[0].weight.detach().numpy(),
    "buffer": lambda model: model[1].running_mean.numpy(),
}  # fmt: skip


@pytest.mark.parametrize("hold", ALIASES.values(), ids=ALIASES)
def test_aliases_are_never_stale(hold):
    """Values of each step are there, and what is written into an alias is used by the next one."""

    def halve(model, held):
        held *= 0.5

    (model, _, held), (expected, _, wanted) = (trained(ours, halve, hold) for ours in (True, False))
    torch.testing.assert_close(torch.as_tensor(held), torch.as_tensor(wanted), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(model.state_dict(), expected.state_dict(), rtol=1e-4, atol=1e-5)


def scripted(model):
    model.state_dict()  # torch.jit.script itself uses no tensor from Python
    return torch.jit.script(model)


@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated")
def test_torchscript_of_a_trained_model():
    (_, _, held), (expected, _, _) = trained(True, hold=scripted), trained(False)
    torch.testing.assert_close(held.eval()(BATCHES[0]), expected.eval()(BATCHES[0]), rtol=1e-4, atol=1e-5)


def test_losses_are_tensors_of_their_own():
    """Their memory is made for many at a time: none sees another, nor the mode in which it was made."""
    model = nn.Linear(4, 1)
    step = amp.step(model, lambda m, x: m(x).square().mean(), torch.optim.SGD(model.parameters(), 1e-3), compute="float32")
    x = torch.ones(2, 4)
    losses = [step(x)]
    with torch.inference_mode():
        losses += [step(x) for _ in range(39)]
    read = [float(loss) for loss in losses]
    losses[3].fill_(7.0)
    assert [float(loss) for loss in losses] == [*read[:3], 7.0, *read[4:]]
    assert len(set(read[:6])) == 6 and len({loss.data_ptr() for loss in losses}) == 40
    weight = torch.ones((), requires_grad=True)
    (weight * losses[-1]).backward()
    assert float(weight.grad) == read[-1]
