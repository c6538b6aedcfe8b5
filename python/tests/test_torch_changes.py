# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amp.step while the model, its optimizer or the batch changes between steps, against PyTorch's own loop."""

import copy

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
            if step is None:
                used.zero_grad()
                loss = loss_of(model, x[: 6 - i])
                loss.backward()
                used.step()
                losses.append(loss.detach())
            else:
                losses.append(step(x[: 6 - i]))
        found.append((torch.stack(losses), model.state_dict(), used.state_dict()["state"]))
    torch.testing.assert_close(found[1], found[0], rtol=1e-4, atol=1e-5, check_dtype=False)


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
            if step is None:
                optimizer.zero_grad()
                loss_of(model, x).backward()
                optimizer.step()
            else:
                step(x)
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
