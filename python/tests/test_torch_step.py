# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""amp.step: training steps of PyTorch models, against PyTorch's own."""

import collections
import concurrent.futures
import copy
import pathlib
import re
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")
pytest.importorskip("torchax", reason="torchax is not installed: tools/dev test installs it")

import optax
import torch.nn.functional as F
from torch import nn

import mlir_amp.torch as amp
from mlir_amp import AmpError, OptionError, TraceError
from mlir_amp.torch import training

F32 = {"compute": "float32"}


class Net(nn.Module):
    """Batch norm, shared weights, a frozen parameter, a tensor that is no buffer, and a target without gradient."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16, bias=False)  # a bias before batch norm has no gradient but noise
        self.norm = nn.BatchNorm1d(16)
        self.blocks = nn.Sequential(nn.Linear(16, 16), nn.Tanh())
        self.blocks[0].weight = self.blocks[0].weight
        self.again = nn.Linear(16, 16, bias=False)
        self.again.weight = self.blocks[0].weight
        self.frozen = nn.Parameter(torch.ones(16), requires_grad=False)
        self.table = torch.linspace(0.5, 1.5, 16)

    def forward(self, x):
        h = self.blocks(self.norm(self.first(x)) * self.table)
        with torch.no_grad():
            target = self.again(h)
        return h * self.frozen + (self.again(h) - target).square()


def loss_fn(model, x, y):
    return F.mse_loss(model(x), y)


def made(optimizer=lambda p: torch.optim.SGD(p, 0.1, momentum=0.9)):
    torch.manual_seed(0)
    model = Net()
    return model, optimizer([p for p in model.parameters() if p.requires_grad])


def batches(count, size=8):
    generator = torch.Generator().manual_seed(1)
    return [tuple(torch.randn(size, n, generator=generator) for n in (8, 16)) for _ in range(count)]


def trained(model, optimizer, data, after=lambda: None, clip=None):
    for x, y in data:
        optimizer.zero_grad()
        loss_fn(model, x, y).backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        after()


def close(model, expected, tolerance=2e-6):
    for (name, a), b in zip(model.state_dict().items(), expected.state_dict().values(), strict=True):
        np.testing.assert_allclose(a.detach(), b.detach(), rtol=tolerance, atol=tolerance, err_msg=name)


OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
    "adam": lambda p: torch.optim.Adam(p, 1e-2, weight_decay=0.01, amsgrad=True),
    "adamw": lambda p: torch.optim.AdamW([{"params": p[:2], "lr": 1e-3}, {"params": p[2:]}], 1e-2),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_trains_as_torch_does(name):
    """Parameters, batch statistics, schedule, clipping, and the optimizer's own state."""
    (model, optimizer), (expected, reference) = made(OPTIMIZERS[name]), made(OPTIMIZERS[name])
    schedules = [torch.optim.lr_scheduler.ExponentialLR(o, 0.8) for o in (optimizer, reference)]
    step = amp.step(model, loss_fn, optimizer, clip_norm=0.5, **F32)
    for x, y in batches(4):
        step(x, y)
        schedules[0].step()
    trained(expected, reference, batches(4), schedules[1].step, clip=0.5)
    close(model, expected)
    assert model.norm.num_batches_tracked == 4
    state, wanted = (o.state_dict()["state"] for o in (optimizer, reference))
    for key, entry in wanted.items():
        for role, value in entry.items():
            if value is not None:
                np.testing.assert_allclose(state[key][role], value, rtol=1e-4, atol=1e-6, err_msg=f"{key} {role}")


class Recurrent(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell, self.head = cell, nn.Linear(6, 4)

    def forward(self, x):
        result = self.cell(x)
        return self.head(result[0] if isinstance(result, tuple) else result)


@pytest.mark.parametrize("cell", [
    lambda: nn.LSTM(8, 6, batch_first=True), lambda: nn.LSTM(8, 3, bidirectional=True),
    lambda: nn.GRU(8, 6, num_layers=2), lambda: nn.RNN(8, 6),
    lambda: nn.RNN(8, 6, nonlinearity="relu"), lambda: nn.GRUCell(8, 6),
])  # fmt: skip
def test_recurrent_layers(cell):
    """Their functions write into chunks of their own."""
    torch.manual_seed(0)
    model = Recurrent(cell())
    expected = copy.deepcopy(model)
    shape = (5, 8) if isinstance(model.cell, nn.GRUCell) else (5, 3, 8)
    data = [(torch.randn(shape), torch.randn(*shape[:-1], 4)) for _ in range(3)]
    step = amp.step(model, loss_fn, torch.optim.SGD(model.parameters(), 0.1), **F32)
    for x, y in data:
        step(x, y)
    trained(expected, torch.optim.SGD(expected.parameters(), 0.1), data)
    close(model, expected, 1e-5)


def test_clip_value():
    (model, optimizer), (expected, reference) = made(), made()
    step = amp.step(model, loss_fn, optimizer, clip_value=1e-3, **F32)
    for x, y in batches(3):
        step(x, y)
        reference.zero_grad()
        loss_fn(expected, x, y).backward()
        assert max(p.grad.abs().max() for p in expected.parameters() if p.grad is not None) > 1e-3
        nn.utils.clip_grad_value_(expected.parameters(), 1e-3)
        reference.step()
    close(model, expected)


def test_the_model_is_never_stale():
    model, optimizer = made()
    step, held = amp.step(model, loss_fn, optimizer, **F32), model.first.weight
    (batch,) = batches(1)
    seen = [held.detach().clone()]
    for _ in range(2):
        step(*batch)
        seen.append(held.detach().clone())
        assert torch.equal(held, model.state_dict()["first.weight"]) and type(held) is nn.Parameter
    assert not torch.equal(seen[0], seen[1]) and not torch.equal(seen[1], seen[2])
    step(*batch)
    trained(expected := copy.deepcopy(model), torch.optim.SGD(expected.parameters(), 0.1), [])
    model.eval()
    assert loss_fn(model, *batch) == loss_fn(expected.eval(), *batch)


@pytest.mark.parametrize("kind", [torch.clone, torch.Tensor.numpy], ids=["tensor", "NumPy"])
def test_a_batch_may_be_written_after_the_call(kind):
    """XLA reads the memory of a batch while it computes: a call that returned before would read this one's zeros."""
    model = nn.Sequential(nn.Linear(512, 512), nn.Tanh(), nn.Linear(512, 512))
    expected = copy.deepcopy(model)
    step = amp.step(model, loss_fn, torch.optim.SGD(model.parameters(), 1.0), **F32)
    x, y = kind(torch.ones(2048, 512)), kind(torch.zeros(2048, 512))
    data = [(torch.full((2048, 512), scale), torch.zeros(2048, 512)) for scale in (1.0, 2.0, 3.0)]
    for given, _ in data:
        x[:] = kind(given)
        step(x, y)
        x[:] = 0
    trained(expected, torch.optim.SGD(expected.parameters(), 1.0), data)
    torch.testing.assert_close(model.state_dict(), expected.state_dict(), rtol=1e-4, atol=1e-5)


def test_what_pytorch_reads_unseen_is_nan():
    """`torch.tensor` and the like do not ask the class of a tensor."""
    model, optimizer = made()
    step = amp.step(model, loss_fn, optimizer, **F32)
    step(*batches(1)[0])
    weight = model.first.weight

    def seen(tensor):
        with warnings.catch_warnings(action="ignore"):
            return torch.tensor(tensor)

    assert seen(weight).isnan().all() and torch.func.grad(lambda w: w.square().sum())(weight).isnan().all()
    step.sync()
    assert torch.equal(seen(weight), weight) and weight.isfinite().all()


def test_a_first_use_that_fails_loses_no_weights(monkeypatch):
    model, optimizer = made()
    step, (batch,) = amp.step(model, loss_fn, optimizer, **F32), batches(1)
    step(*batch)

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training, "tensor_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.state_dict()
    expected, reference = made()
    trained(expected, reference, [batch])
    close(model, expected)


def test_a_first_use_in_a_transform():
    model, optimizer = made()
    step, (batch,) = amp.step(model, loss_fn, optimizer, **F32), batches(1)
    step(*batch)
    wanted = torch.func.grad(lambda x: x.square().sum())(torch.ones(8))
    found = torch.func.grad(lambda x: (x * model.first.weight.detach()[0] * 0 + x).square().sum())(torch.ones(8))
    assert torch.equal(found, wanted) and model.first.weight.isfinite().all()


def test_threads_that_use_the_model_first():
    model, optimizer = made()
    step, (batch,) = amp.step(model, loss_fn, optimizer, **F32), batches(1)
    for _ in range(5):
        step(*batch)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            sums = list(pool.map(lambda _: model.first.weight.sum().item(), range(4)))
        assert len(set(sums)) == 1 and np.isfinite(sums[0])


def test_what_is_written_into_the_model_is_used():
    model, optimizer = made(lambda p: torch.optim.SGD(p, 0.0))
    step, (batch,) = amp.step(model, loss_fn, optimizer, **F32), batches(1)
    first = step(*batch)
    with torch.no_grad():
        model.blocks[0].bias += 1
    assert step(*batch) != first
    model.eval()
    with torch.no_grad():
        model.blocks[0].bias -= 1
    assert torch.allclose(step(*batch), loss_fn(model, *batch), rtol=1e-5)  # in evaluation mode


def test_targets_that_the_loss_makes():
    def loss(model, x, _):
        return F.cross_entropy(model(x), torch.arange(x.shape[0]))

    torch.manual_seed(0)
    model, (x, y) = nn.Linear(8, 16), batches(1)[0]
    exact = loss(model, x, y).item()
    assert amp.step(model, loss, optax.sgd(0.1), **F32)(x, y).item() == pytest.approx(exact, rel=1e-6)


class Grouped(nn.Module):
    """Group norms with and without scale and shift."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(2, 8, 3), nn.GroupNorm(4, 8)

    def forward(self, x):
        return F.group_norm(self.norm(self.conv(x)), 2).mean((2, 3))


def test_group_norm(tmp_path):
    torch.manual_seed(0)
    model, x, y = Grouped(), torch.randn(4, 2, 6, 6), torch.randn(4, 8)
    same = copy.deepcopy(model)
    step = amp.step(model, torch.nn.MSELoss(), torch.optim.SGD(model.parameters(), 0.1), **F32)
    optimizer = torch.optim.SGD(same.parameters(), 0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = F.mse_loss(same(x), y)
        loss.backward()
        optimizer.step()
        torch.testing.assert_close(step(x, y), loss.detach(), rtol=1e-4, atol=1e-6)
    torch.testing.assert_close(model.state_dict(), same.state_dict(), rtol=1e-4, atol=1e-5)
    step.export(tmp_path / "step.mlir", x, y)
    assert "group_norm/while" not in (tmp_path / "step.mlir").read_text()


def test_micro_batches():
    """The gradient of the whole batch, where there is no batch norm to see the parts."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16))
    expected = copy.deepcopy(model)
    step = amp.step(model, nn.MSELoss(), optax.sgd(0.1), accumulate=4, **F32)
    x, y = batches(1)[0]
    loss = step(x, y)
    wanted = F.mse_loss(expected(x), y)
    wanted.backward()
    torch.optim.SGD(expected.parameters(), 0.1).step()
    close(model, expected)
    assert torch.allclose(loss, wanted, rtol=1e-6)


def test_a_batch_is_a_dictionary():
    def loss(model, batch):
        return F.mse_loss(model(batch["x"]), batch["y"])

    def trained_by(accumulate):
        torch.manual_seed(0)
        step = amp.step(nn.Linear(8, 16), loss, optax.sgd(0.1), accumulate=accumulate, **F32)
        return [step({"x": x, "y": y}).item() for x, y in batches(2)]

    whole = trained_by(1)
    assert whole[1] != whole[0] and trained_by(2) == pytest.approx(whole, rel=1e-6)


class Encoding(collections.UserDict):
    """As transformers.BatchEncoding: items as attributes, a class that JAX does not know."""

    def __getattr__(self, name):
        try:
            return self.__dict__["data"][name]
        except KeyError:
            raise AttributeError(name) from None


class Named(dict):
    pass


@pytest.mark.parametrize("kind", [Encoding, Named, lambda items: {"inner": [Encoding(items), Named()]}])
@pytest.mark.parametrize("accumulate", [1, 2])
def test_a_batch_is_a_mapping(kind, accumulate):
    def loss(model, batch):
        batch = batch["inner"][0] if "inner" in batch else batch
        assert isinstance(batch, Encoding | Named)
        return F.mse_loss(model(batch.x if isinstance(batch, Encoding) else batch["x"]), batch["y"])

    torch.manual_seed(0)
    model, (x, y) = nn.Linear(8, 16), batches(1)[0]
    exact = F.mse_loss(model(x), y).item()
    step = amp.step(model, loss, optax.sgd(0.1), accumulate=accumulate, **F32)
    assert step(kind({"x": x, "y": y})).item() == pytest.approx(exact, rel=1e-6)


class Sized(dict):
    def __init__(self, items, size):
        super().__init__(items)


def test_negative_mappings():
    with pytest.raises(
        TraceError, match=r"test_torch_step\.py:\d+ .*argument 1 expects mappings whose class takes a dictionary, but got Sized"
    ):
        amp.step(nn.Linear(8, 16), loss_fn, optax.sgd(0.1), **F32)(batches(1)[0][0], Sized({}, 2))


@pytest.mark.parametrize("accumulate", [1, 2])
def test_what_the_loss_function_returns_besides(accumulate):
    """Results for the whole batch: tensors are concatenated, floats averaged, integers added."""

    def loss(model, x, y):
        h = model(x)
        return F.mse_loss(h, y), h, {"hits": (h > 0).sum(), "mean": h.mean()}

    torch.manual_seed(0)
    model, (x, y) = nn.Linear(8, 16), batches(1)[0]
    expected = loss(copy.deepcopy(model), x, y)
    found = amp.step(model, loss, optax.sgd(0.1), accumulate=accumulate, **F32)(x, y)
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-6, check_dtype=False)


def compiled_inside(model):
    model[0] = torch.compile(model[0], backend="eager")
    return model


def compiled_in_place(model):
    model.compile(backend="eager")
    return model


@pytest.mark.parametrize("given", [lambda m: torch.compile(m, backend="eager"), compiled_inside, compiled_in_place])
@pytest.mark.filterwarnings("ignore:Using `torch.compile")
def test_models_of_torch_compile(given):
    """The step is traced from the model as it was written."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh())
    expected = copy.deepcopy(model)
    model, data = given(model), batches(2)
    step = amp.step(model, loss_fn, torch.optim.SGD(model.parameters(), 0.1), **F32)
    for batch in data:
        step(*batch)
    trained(expected, torch.optim.SGD(expected.parameters(), 0.1), data)
    close(model, expected)
    torch.testing.assert_close(model(data[0][0]), expected(data[0][0]), rtol=1e-5, atol=1e-6)


def test_negative_torchscript():
    model = nn.Sequential(torch.jit.script(nn.Linear(8, 16)))
    with pytest.raises(OptionError, match=r"module 'model\.0' expects Python code, but got TorchScript: pass the module that was"):
        amp.step(model, loss_fn, optax.sgd(0.1), **F32)


def test_dropout_differs_from_step_to_step_and_resumes():
    def fresh():
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.5))
        return amp.step(model, nn.MSELoss(), torch.optim.SGD(model.parameters(), 0.0), seed=3, **F32)

    step, (batch,) = fresh(), batches(1)
    first = float(step(*batch))
    saved = step.state_dict()
    second = float(step(*batch))
    assert first != second
    again = fresh()
    assert float(again(*batch)) == first
    again.load_state_dict(saved)
    assert float(again(*batch)) == second


def test_a_step_that_overflows_changes_nothing():
    model, optimizer = made()
    step = amp.step(model, loss_fn, optimizer, compute="float16", loss_scale="dynamic")
    x, y = batches(1)[0]
    step(x, y)
    before = copy.deepcopy(model.state_dict())
    step(x * float("inf"), y)
    assert step.skipped == 1 and step.scale == 32768
    assert all(torch.equal(a, b) for (n, a), b in zip(model.state_dict().items(), before.values(), strict=True))


def test_pages(tmp_path, monkeypatch, capsys, installed):
    """The examples of README.md and docs/how-to/pytorch.md run."""
    monkeypatch.chdir(tmp_path)
    for page in ("README.md", "docs/how-to/pytorch.md"):
        text = (pathlib.Path(__file__).parents[2] / page).read_text()
        for code in re.findall(r"```python\n(# (?:train_torch|step|exported)\.py\n.*?)```", text, re.S):
            exec(code, {})
    assert capsys.readouterr().out == "65536.0 0 torch.int64\n"
    assert "aten.linear" in (tmp_path / "model.mlir").read_text()


@pytest.mark.parametrize("options", [{"engine": "amp"}, {"weights": "master", "solver": "paint"}], ids=["engine", "master"])
def test_engines_and_masters(options):
    """amp-run's code trains as XLA's, and so do f32 masters with carried 16-bit copies; the model has f32 weights."""
    data = batches(4)
    losses = []
    for given in (F32, {"compute": "bfloat16"} | options):
        model, optimizer = made()
        step = amp.step(model, loss_fn, optimizer, **given)
        losses.append([step(*batch).item() for batch in data])
    # bf16 operands are off by 2^-9 each; four steps of a network of four products.
    np.testing.assert_allclose(losses[1], losses[0], rtol=4 * 4 * 2.0**-8)
    assert all(p.dtype == torch.float32 for p in model.parameters())


@pytest.mark.parametrize("engine", ["xla", "amp"])
def test_threshold_weights(engine):
    """Weights of matmuls are multiples of a quantum, in the model too; a run resumes from its accumulators."""
    data = batches(12)

    def fresh():
        model, optimizer = made(lambda p: torch.optim.SGD(p, 0.2))
        return model, amp.step(model, loss_fn, optimizer, compute="bfloat16", weights="threshold:4", solver="paint", engine=engine)

    model, step = fresh()
    moved = 0
    for batch in data[:8]:
        step(*batch)
        moved += sum(step.moved.values())
    for name in ("first.weight", "blocks.0.weight"):
        w = model.state_dict()[name].double()
        levels = w / w.unique().diff().min()
        assert torch.equal(levels, levels.round()) and levels.abs().max() <= 7
    assert len(model.state_dict()["norm.weight"].unique()) > 1
    assert set(step.moved) == {"first.weight", "blocks.0.weight"} and 0 < moved < 8 * (128 + 256)
    saved = step.state_dict()
    losses = [step(*batch).item() for batch in data[8:]]
    _, again = fresh()
    again(*data[0])
    again.load_state_dict(saved)
    assert [again(*batch).item() for batch in data[8:]] == losses


def test_step_and_compile_in_one_process():
    model, optimizer = made()
    x, y = batches(1)[0]
    amp.step(model, loss_fn, optimizer, **F32)(x, y)
    assert torch.compile(model, backend="eager")(x).shape == (8, 16)


def test_locations_are_modules_and_lines(tmp_path):
    model, optimizer = made()
    step = amp.step(model, loss_fn, optimizer, compute="bfloat16", solver="paint", off=["model.blocks.0"])
    step.export(tmp_path / "step.mlir", *batches(1)[0])
    text = (tmp_path / "step.mlir").read_text()
    assert re.search(r"jvp\(model\.first\)/[^\"]*dot_general", text) and "test_torch_step.py" in text
    assert re.search(r"jvp\(model\.blocks\.0\)/amp\.off/[^\"]*dot_general", text)
    step.export(tmp_path / "low.mlir", *batches(1)[0], rewritten=True)
    low = (tmp_path / "low.mlir").read_text()
    # 3 matmuls in the forward pass, of which those of blocks.0 stay f32.
    assert len(re.findall(r"dot_general.*\(tensor<[\dx]*bf16>", low)) and len(re.findall(r"dot_general.*\(tensor<[\dx]*f32>", low))


class Asks(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.inner, self.how = nn.Linear(8, 16), how

    def forward(self, x):
        return self.how(self.inner(x))


def decides(h):
    return h if h.sum() > 0 else -h


def lacks(h):
    return torch.linalg.eigvals(h[:8, :8]).real.sum() + h


def selects(h):
    return h[h > 0].sum()


@torch.library.custom_op("mine::twice", mutates_args=())
def twice(h: torch.Tensor) -> torch.Tensor:
    return 2 * h


def captures(h):
    return h + torch.ones(16, device="meta")


def moves(h):
    return h.to("meta")


def mismatches(h):
    return F.linear(h, torch.ones(4, 5))


BAD = {
    mismatches: "match|Size of label",
    decides: "no value of a tensor decides",
    lacks: "no lowering|eig|complex",
    selects: "expects shapes that no value of a tensor decides",
}
BAD |= {lambda h: twice(h): "expects ops that torchax converts, but got mine.twice"}
BAD |= dict.fromkeys((captures, moves), "expects tensors of the CPU, but got 'meta'")


@pytest.mark.parametrize("how, said", BAD.items())
def test_what_cannot_be_traced_names_module_and_line(how, said):
    model = nn.Sequential(Asks(how))
    step = amp.step(model, nn.MSELoss(), optax.sgd(0.1), **F32)
    with pytest.raises(TraceError, match=rf"module 'model\.0' at .*test_torch_step\.py:\d+ .*({said})"):
        step(*batches(1)[0])


def test_bad_models_and_arguments():
    with pytest.raises(OptionError, match=r"module 'model\.0' at .*: 'weight' expects f32 parameters, but got torch\.bfloat16"):
        amp.step(nn.Sequential(nn.Linear(2, 2)).bfloat16(), loss_fn, optax.sgd(0.1), **F32)
    with pytest.raises(OptionError, match=r"'weight' expects the CPU, but got 'meta'"):
        amp.step(nn.Sequential(nn.Linear(2, 2, device="meta")), loss_fn, optax.sgd(0.1), **F32)
    with pytest.raises(OptionError, match="optimizer expects one of optax, SGD, Adam or AdamW, but got Rprop"):
        model = nn.Linear(2, 2)
        amp.step(model, loss_fn, torch.optim.Rprop(model.parameters()), **F32)
    with pytest.raises(OptionError, match="off expects paths of modules such as"):
        amp.step(nn.Linear(2, 2), loss_fn, optax.sgd(0.1), off=["model.layer"], **F32)
    said = r"module 'model' at .*test_torch_step\.py:\d+ .*: argument 1 expects tensors of the CPU, but got 'meta'"
    for far in (torch.ones(2, 2, device="meta"), {"y": torch.ones(2, 2, device="meta")}):
        with pytest.raises(TraceError, match=said):
            amp.step(nn.Linear(2, 2), nn.MSELoss(), optax.sgd(0.1), **F32)(torch.ones(2, 2), far)
    with pytest.raises(TraceError, match=r"accumulate=3 expects batches divisible by it, but got \[8, 8\]"):
        amp.step(nn.Linear(8, 16), nn.MSELoss(), optax.sgd(0.1), accumulate=3, **F32)(*batches(1)[0])
    with pytest.raises(AmpError, match=r"loss_fn expects to return a scalar, but got \(8, 16\)"):
        amp.step(nn.Linear(8, 16), lambda m, x, y: m(x), optax.sgd(0.1), **F32)(*batches(1)[0])
