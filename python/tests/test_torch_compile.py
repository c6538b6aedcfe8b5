# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile(backend="amp") and amp.export, against eager f32 and torch.autocast."""

import json
import pathlib
import re
import sys

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")

import torch.nn.functional as F
from torch import nn

import mlir_amp.torch as amp
from mlir_amp import AmpError, AmpWarning, OptionError

sys.path.append(str(pathlib.Path(__file__).parents[2] / "tools/bench"))
import torch_models

PROJECT = (pathlib.Path(__file__).parents[1] / "pyproject.toml").read_text()
BF16 = {"compute": "bfloat16", "compiler": "aot_eager"}


@pytest.fixture(autouse=True, scope="module")
def installed(tmp_path_factory):
    """The entry point of pyproject.toml, as an installed wheel has it."""
    entry = re.search(r"\[project.entry-points.(torch_dynamo_backends)\]\n(amp = )\"(.*)\"", PROJECT)
    folder = tmp_path_factory.mktemp("site")
    metadata = folder / "mlir_amp-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: mlir-amp\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text(f"[{entry[1]}]\n{entry[2]}{entry[3]}\n")
    sys.path.append(str(folder))
    torch._dynamo.backends.registry._lazy_import.cache_clear()
    yield
    sys.path.remove(str(folder))


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(0)


def compiled(function, **options):
    return torch.compile(function, backend="amp", options=BF16 | options)


def gradients(model, loss):
    model.zero_grad()
    loss.backward()
    return torch.cat([p.grad.flatten() for p in model.parameters()]).clone()


def distance(a, b):
    return float((a - b).norm() / b.norm())


def decisions(path):
    return {op["location"].split(" at ")[0]: op for op in json.loads(path.read_text())["ops"]}


def lows(path):
    return [op["name"] for op in json.loads(path.read_text())["ops"] if "bf16" in op["results"]]


@pytest.mark.parametrize("name", ["cnn", "llama"])
@pytest.mark.filterwarnings("ignore::mlir_amp.AmpWarning")
def test_forward_and_backward(name, tmp_path):
    """Gradients are as near to f32's as torch.autocast's are; decisions include the backward pass."""
    case = torch_models.case(name)
    batch = case.batch(0)
    exact = gradients(case.model, case.loss(case.model, *batch))
    with torch.autocast("cpu", torch.bfloat16):
        loss = case.loss(case.model, *batch)
    cast = gradients(case.model, loss)
    case = torch_models.case(name)
    mixed = gradients(case.model, compiled(case.loss, report=str(tmp_path / "r.json"))(case.model, *batch))
    assert 0 < distance(mixed, exact) < 2 * distance(cast, exact)
    low = lows(tmp_path / "r.json")
    assert ("aten.convolution_backward" if name == "cnn" else "aten.mm") in low
    assert all(p.dtype == torch.float32 and p.grad.dtype == torch.float32 for p in case.model.parameters())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.rest = nn.Linear(256, 256), nn.Sequential(nn.Linear(256, 256), nn.Linear(256, 256))
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls += 1
        return self.rest(F.relu(self.first(x.view(-1, 256))))


def test_names_and_off(tmp_path):
    net, x = Net(), torch.randn(64, 256)
    report = tmp_path / "r.json"
    compiled(net, off=["model.rest.0"], report=str(report))(x).sum().backward()
    found = {location.split("/")[0]: op for location, op in decisions(report).items() if op["class"] == "contraction"}
    assert {"model.first", "model.rest.0", "model.rest.1"} <= found.keys()
    for location, op in decisions(report).items():
        if op["class"] == "contraction":
            assert ("bf16" in op["results"]) == (not location.startswith("model.rest.0")), location


def test_mutation_and_views():
    net, x = Net(), torch.randn(2, 32, 256)
    y = compiled(net)(x)
    assert net.calls == 1 and y.shape == (64, 256) and y.dtype == torch.float32


def test_graph_breaks():
    net, x = Net(), torch.randn(64, 256)

    def function(x):
        h = net(x)
        torch._dynamo.graph_break()
        return net(h).sum()

    expected = gradients(net, function(x))
    assert 0 < distance(gradients(net, compiled(function)(x)), expected) < 0.03


def test_dynamic_batch():
    """One compilation for many sizes; decisions are by the first."""
    net, count = Net().eval(), []
    mixed = torch.compile(net, backend="amp", options=BF16 | {"report": None}, dynamic=True)
    with torch.no_grad():
        for size in (64, 96, 33):
            x = torch.randn(size, 256)
            y = mixed(x)
            count.append(torch._dynamo.utils.counters["stats"]["unique_graphs"])
            assert y.shape == (size, 256) and distance(y, net(x)) < 0.02
    assert len(set(count)) == 1


def test_autocast_is_on():
    net, x = Net(), torch.randn(64, 256)
    with torch.autocast("cpu", torch.bfloat16), pytest.warns(AmpWarning, match=r"ops are 16-bit already, as from torch.autocast"):
        compiled(net)(x).sum().backward()


def test_unknown_ops_stay_f32(tmp_path):
    @torch.library.custom_op("amp_test::twice", mutates_args=())
    def twice(x: torch.Tensor) -> torch.Tensor:
        assert x.dtype == torch.float32
        return x * 2

    twice.register_fake(lambda x: torch.empty_like(x))
    weight = torch.randn(256, 256)
    with pytest.warns(AmpWarning, match=r"aten.amp_test.twice \(1\) stays f32: no row describes it"), torch.no_grad():
        y = compiled(lambda x: twice(x @ weight) @ weight, report=str(tmp_path / "r.json"))(weight)
    assert y.dtype == torch.float32 and lows(tmp_path / "r.json") == ["aten.mm", "aten.mm"]


def test_inductor_cache_key():
    """Inductor's cache distinguishes options, policies and versions."""
    from mlir_amp.torch.backend import _Chosen, _Pass

    keys = [
        _Pass(_Chosen.of(o, None)).uuid() for o in (BF16, BF16 | {"off": ["model"]}, BF16 | {"chip": "cpu"}, {"compute": "float16"})
    ]
    assert len(set(keys)) == 4


def test_export(tmp_path):
    net, x = Net().eval(), torch.randn(64, 256)
    program = torch.export.export(net, (x,))
    mixed = amp.export(program, compute="bf16", path=tmp_path / "m.mlir", report=tmp_path / "r.json")
    assert {n: w.dtype for n, w in mixed.state_dict.items() if "weight" in n} == dict.fromkeys(
        ["first.weight", "rest.0.weight", "rest.1.weight"], torch.bfloat16
    )
    assert program.state_dict["first.weight"].dtype == torch.float32
    # Three products of operands that are off by 2^-9 each, and of results stored with 2^-9.
    assert 0 < distance(mixed.module()(x), net(x)) < 3 * 3 * 2.0**-9
    torch.export.save(mixed, tmp_path / "m.pt2")
    assert torch.equal(torch.export.load(tmp_path / "m.pt2").module()(x), mixed.module()(x))
    assert re.search(r'"aten\.linear".* loc\("model\.rest\.1/linear_2 at .*:\d+"\)', (tmp_path / "m.mlir").read_text())


def test_negative_half():
    with pytest.raises(
        Exception, match=r"backend 'amp' expects f32 parameters, but got torch.bfloat16 in '.*first.*weight"
    ) as raised:
        compiled(Net().bfloat16())(torch.randn(64, 256).bfloat16())
    assert "OptionError" in str(raised.value)
    with pytest.raises(OptionError, match=r"export expects f32 parameters, but got torch.float16 in 'first.weight'"):
        amp.export(torch.export.export(Net().half().eval(), (torch.randn(64, 256).half(),)), compute="bf16")


def test_negative_options():
    def said(**options):
        with pytest.raises(Exception) as raised:
            torch.compile(lambda x: x + 1, backend="amp", options=options)(torch.ones(2))
        return str(raised.value)

    assert "backend 'amp' has no option 'precision': there are compute, policy" in said(compute="bf16", precision="low")
    assert "compiler expects one of inductor, aot_eager, eager, but got 'gcc'" in said(compute="bf16", compiler="gcc")
    assert "off expects a list of paths of modules, but got 'model'" in said(compute="bf16", off="model")
    assert "compute has to be given" in said()
    with pytest.raises(AmpError, match=r"export expects a torch.export.ExportedProgram, but got Net: torch.export.export"):
        amp.export(Net(), compute="bf16")
