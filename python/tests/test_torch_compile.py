# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile(backend="amp") and amp.export, against eager f32 and torch.autocast."""

import json
import pathlib
import re
import sys
import warnings

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")

import torch.nn.functional as F
from functorch.compile import min_cut_rematerialization_partition, nop
from torch import nn
from torch._dynamo.backends.common import aot_autograd

import mlir_amp.torch as amp
from mlir_amp import AmpError, AmpWarning, OptionError
from mlir_amp.torch import backend, fx

sys.path.append(str(pathlib.Path(__file__).parents[2] / "tools/bench"))
import torch_models

pytestmark = pytest.mark.usefixtures("installed")
BF16 = {"compute": "bfloat16", "compiler": "aot_eager"}


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


class Stream(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows, self.norm = nn.Embedding(64, 128), nn.LayerNorm(128)
        self.up, self.down = nn.Linear(128, 512), nn.Linear(512, 128)

    def forward(self, tokens):
        x = self.rows(tokens)
        return (x + self.down(F.relu(self.up(self.norm(x))))).mean((0, 1))


def test_residual_stream(tmp_path):
    """Embeddings and the additions to them stay f32, and read results of matmuls without a cast."""
    model = Stream()
    graphs = []
    change = backend._Pass(backend._Chosen.of(BF16 | {"report": str(tmp_path / "r.json")}, None))
    function = torch.compile(model, backend=aot_autograd(fw_compiler=nop, bw_compiler=nop, partition_fn=changed(change, graphs)))
    function(torch.arange(64).reshape(4, 16)).sum().backward()
    ops = {op["name"]: op for op in decisions(tmp_path / "r.json").values()}
    assert ops["aten.embedding"]["results"] == ["f32"] and ops["aten.add"]["results"] == ["f32"]
    assert "bf16" in ops["aten.addmm"]["results"]
    (graph,) = graphs
    (add,) = graph.find_nodes(op="call_function", target=torch.ops.aten.add.Tensor)[:1]
    assert {n.meta["val"].dtype for n in add.all_input_nodes} == {torch.float32, torch.bfloat16}


def casts_in(function, *arguments, **options):
    """The casts in the joint graph of a function, which returns a scalar, and the graph."""
    graphs = []
    change = backend._Pass(backend._Chosen.of(BF16 | options, None))
    compile_ = aot_autograd(fw_compiler=nop, bw_compiler=nop, partition_fn=changed(change, graphs))
    torch.compile(function, backend=compile_)(*arguments).backward()
    (graph,) = graphs
    return graph.find_nodes(op="call_function", target=fx.CONVERT), graph


@pytest.mark.parametrize("head", [nn.Linear(32, 8), nn.Softplus()])
def test_means_sum_in_f32_without_a_cast(head):
    """A mean of 16-bit values takes its type as an argument: 16 bits if matmuls alone read it, to which its kernel rounds."""
    low = isinstance(head, nn.Linear)
    net = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), head)
    _, graph = casts_in(lambda x: net(x).exp().sum(), torch.ones(8, 3, 32, 32))
    (mean,) = graph.find_nodes(op="call_function", target=torch.ops.aten.mean.dim)
    assert mean.args[0].meta["val"].dtype == torch.bfloat16
    assert mean.kwargs["dtype"] == mean.meta["val"].dtype == (torch.bfloat16 if low else torch.float32)
    x = torch.randn(64, 1000).bfloat16()
    assert torch.equal(x.mean(1, dtype=torch.bfloat16), x.mean(1, dtype=torch.float32).bfloat16())


def test_ops_cast_what_they_read_themselves():
    """A norm takes its type, and products with f32 tensors promote, behind changes of sign, too: f16 normalizes without casts."""
    net = nn.Linear(256, 256)
    x, w = torch.randn(64, 256), torch.randn(256, 256)
    casts, graph = casts_in(lambda x: (F.normalize(net(x), dim=-1) @ w).square().sum(), x, compute="float16")
    (norm,) = graph.find_nodes(op="call_function", target=torch.ops.aten.linalg_vector_norm.default)
    assert norm.args[0].meta["val"].dtype == torch.float16 and norm.kwargs["dtype"] == torch.float32
    (neg,) = graph.find_nodes(op="call_function", target=torch.ops.aten.neg.default)
    assert neg.meta["val"].dtype == torch.float16
    read = {str(user.target) for cast in casts if cast.args[1] == torch.float32 for user in cast.users}
    assert not read & {"aten.linalg_vector_norm.default", "aten.div.Tensor", "aten.neg.default"}


def types_in(graph, op):
    return [node.meta["val"].dtype for node in graph.find_nodes(op="call_function", target=op)]


def test_statistics_scale_16_bit_data():
    """Matmul results divided by their norm are bf16, forward and backward; a norm of f32 data is f32, and so is what it divides."""
    net, w = nn.Linear(256, 256), torch.randn(256, 256)
    x = torch.randn(64, 256)
    _, graph = casts_in(lambda x: (F.normalize(net(x), dim=-1) @ w).square().sum(), x)
    (norm,) = graph.find_nodes(op="call_function", target=torch.ops.aten.linalg_vector_norm.default)
    assert norm.args[0].meta["val"].dtype == norm.meta["val"].dtype == torch.bfloat16
    assert set(types_in(graph, torch.ops.aten.div.Tensor)) == {torch.bfloat16}
    _, graph = casts_in(lambda x: (net(F.normalize(x, dim=-1)) @ w).square().sum(), x)
    assert set(types_in(graph, torch.ops.aten.div.Tensor)) == {torch.float32}


@pytest.mark.parametrize("table", [True, False])
def test_tables_scale_gradients(table):
    """Gradients of 16-bit values are 16-bit behind a product with a table of f32; behind one with a parameter they are f32."""
    net, angle = nn.Linear(256, 256), torch.rand(256)
    scale = nn.Parameter(torch.rand(256))
    down = torch.randn(256, 256)

    def function(x):
        h = net(x)
        a, b = (h * angle.cos(), h * angle.sin()) if table else (h * scale, h * (scale + 1))
        return ((a + b.roll(1, -1)) @ down).square().sum()

    _, graph = casts_in(function, torch.randn(64, 256))
    sums = [n for n in graph.find_nodes(op="call_function", target=torch.ops.aten.add.Tensor) if n.meta["val"].ndim == 2]
    forward, backward = sums[0], sums[-1]
    assert forward.meta["val"].dtype == torch.float32
    assert backward.meta["val"].dtype == (torch.bfloat16 if table else torch.float32)
    assert set(types_in(graph, torch.ops.aten.cos.default)) <= {torch.float32}


def test_scalars_beside_low_data_keep_their_type():
    """A product of 16-bit data and a scalar reads the scalar in f32."""
    net, temperature, w = nn.Linear(256, 256), nn.Parameter(torch.tensor(2.0)), torch.randn(256, 256)
    casts, graph = casts_in(lambda x: ((net(x) * temperature.exp()) @ w).square().sum(), torch.randn(64, 256))
    assert all(cast.meta["val"].ndim for cast in casts if cast.args[1] == torch.bfloat16)
    (exp,) = graph.find_nodes(op="call_function", target=torch.ops.aten.exp.default)
    assert exp.meta["val"].dtype == torch.float32
    assert any(user.meta["val"].dtype == torch.bfloat16 for user in exp.users if user.meta["val"].ndim)


def test_casts_precede_copies():
    """A weight is cast in front of the copy that einsum makes, which then writes half the bytes."""
    x, w = torch.randn(64, 128), nn.Parameter(torch.randn(8, 128, 256))
    _, graph = casts_in(lambda x: torch.einsum("bw,ewh->ebh", x, w).square().sum(), x)
    copies = [
        n for n in graph.find_nodes(op="call_function", target=torch.ops.aten.clone.default) if n.meta["val"].numel() == w.numel()
    ]
    assert copies and all(n.meta["val"].dtype == torch.bfloat16 for n in copies)


def test_constants_of_a_shape_need_no_cast():
    """zeros_like reads the shape of a tensor alone, and has the type that its user reads."""
    net, index = nn.Linear(256, 256), torch.zeros(64, 1, dtype=torch.int64)
    w = torch.randn(256, 256)

    def function(x):
        h = net(x)
        return (torch.zeros_like(h).scatter(1, index, (h / h.sum(-1, keepdim=True))[:, :1]) @ w).sum()

    casts, graph = casts_in(function, torch.randn(64, 256))
    (zeros,) = graph.find_nodes(op="call_function", target=torch.ops.aten.zeros_like.default)
    assert zeros.args[0].target is not fx.CONVERT
    assert all(cast.args[0] is not zeros for cast in casts)


def test_scalars_stay_f32():
    """An op of tensors without dimensions is not worth a cast."""
    net = nn.Linear(256, 256)
    casts, _ = casts_in(lambda x: (net(x).square().mean() + net(-x).square().mean()) / 2, torch.randn(64, 256))
    assert all(cast.meta["val"].ndim for cast in casts)


def changed(change, graphs):
    """A partitioner that applies a pass before, and keeps the joint graph."""

    def partition(joint, inputs, **others):
        change(joint.graph)
        joint.recompile()
        graphs.append(joint.graph)
        return min_cut_rematerialization_partition(joint, inputs, **others)

    return partition


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


def test_paths_of_a_sequence(tmp_path):
    """A module of PyTorch that is compiled itself has the same paths."""
    report = tmp_path / "r.json"
    net = nn.Sequential(nn.Linear(256, 256), nn.Linear(256, 256))
    compiled(net, off=["model.1"], report=str(report))(torch.randn(64, 256)).sum().backward()
    found = {
        location.split("/")[0]: "bf16" in op["results"] for location, op in decisions(report).items() if op["name"] == "aten.addmm"
    }
    assert found == {"model.0": True, "model.1": False}


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


class Asks(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.inner, self.how = nn.Linear(256, 256), how

    def forward(self, x):
        return self.how(self.inner(x))


def decides(h):
    return squared(h) if h.sum() > 0 else squared(-h)


def squared(h):
    return (h * h).sum(-1)


def test_control_flow_of_data():
    """Each branch is a graph of its own; PyTorch itself refuses where one graph is demanded, and names the line."""
    net, x = Asks(decides), torch.randn(64, 256)
    assert distance(compiled(net)(x), net(x)) < 0.02
    torch._dynamo.reset()
    with pytest.raises(Exception, match=r"test_torch_compile\.py\", line \d+, in decides"):
        torch.compile(net, backend="amp", options=BF16, fullgraph=True)(x)


def test_another_device():
    """PyTorch refuses tensors of two devices in an op, and names the line."""
    net = Asks(lambda h: h + torch.ones(256, device="meta"))
    with pytest.raises(Exception, match=r"two different devices[\s\S]*test_torch_compile\.py\", line \d+, in forward"):
        compiled(net)(torch.randn(64, 256))


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


def test_inductor_cache_key(tmp_path, monkeypatch):
    """Inductor's cache distinguishes options, texts of policies and versions."""

    def key(**options):
        return backend._Pass(backend._Chosen.of(BF16 | options, None)).uuid()

    keys = [key(), key(off=["model"]), key(chip="cpu"), key(compute="float16")]
    policy = tmp_path / "own.policy"
    for text in ("", "// other\n"):
        policy.write_text(text + '#amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"]>\n')
        keys.append(key(policy=str(policy)))
    monkeypatch.setattr(backend, "__version__", "0")
    keys.append(key())
    assert len(set(keys)) == 7


def test_rows_are_of_aten():
    """Each row has the name of an op of PyTorch, of a norm of 16-bit data with f32 parameters, or of an op where it accumulates."""
    rows = (pathlib.Path(__file__).parents[2] / "dialects/nodes/IR/Aten.cpp").read_text()
    names = {re.sub("_(mixed|accumulate)$", "", name) for name in re.findall(r'\{"aten\.(\w+)"', rows)}
    assert len(names) >= 120
    assert sorted(name for name in names if not hasattr(torch.ops.aten, name)) == []


def test_export(tmp_path):
    net, x = Net().eval(), torch.randn(64, 256)
    program = torch.export.export(net, (x,))
    mixed = amp.export(program, compute="bf16", path=tmp_path / "m.mlir", report=tmp_path / "r.json")
    assert {n: w.dtype for n, w in mixed.state_dict.items() if "weight" in n} == dict.fromkeys(
        ["first.weight", "rest.0.weight", "rest.1.weight"], torch.bfloat16
    )
    assert torch.equal(program.module()(x), net(x)), "the program stays as it is"
    # Three products of operands that are off by 2^-9 each, and of results stored with 2^-9.
    assert 0 < distance(mixed.module()(x), net(x)) < 3 * 3 * 2.0**-9
    torch.export.save(mixed, tmp_path / "m.pt2")
    assert torch.equal(torch.export.load(tmp_path / "m.pt2").module()(x), mixed.module()(x))
    assert re.search(r'"aten\.linear".* loc\("model\.rest\.1/linear_2 at .*:\d+"\)', (tmp_path / "m.mlir").read_text())


class Attention(nn.Module):
    """Self-attention, fused or spelled out, whose sizes are those of its input."""

    def __init__(self, fused):
        super().__init__()
        self.norm, self.qkv, self.out, self.fused = nn.LayerNorm(64), nn.Linear(64, 192), nn.Linear(64, 64), fused

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).view(x.shape[0], -1, 3, 4, 16).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v) if self.fused else (q @ k.mT / 4).softmax(-1) @ v
        return self.out(mixed.transpose(1, 2).flatten(2))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(64, 64)

    def forward(self, x):
        return self.cell(x)[0]


def convolutions():
    return nn.Sequential(nn.Conv2d(8, 32, 3), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 32, 3))


COMPOSITES = {
    "cnn": (convolutions, (4, 8, 16, 16), ["convolution", "convolution", "max_pool2d_with_indices"]),
    "attention": (lambda: Attention(fused=True), (2, 16, 64), ["_scaled_dot_product_flash_attention_for_cpu", "native_layer_norm"]),
    "lstm": (Recurrent, (4, 2, 64), ["linear"] * 5),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPOSITES)
def test_export_of_composite_ops(name, tmp_path):
    """conv2d, scaled_dot_product_attention, lstm, ... become ops that have rows, which are low as under torch.compile."""
    make, shape, expected = COMPOSITES[name]
    net, x = make().eval(), torch.randn(shape)
    with warnings.catch_warnings():
        warnings.simplefilter("error", AmpWarning)
        mixed = amp.export(torch.export.export(net, (x,)), compute="bf16", report=tmp_path / "r.json")
    low = [op.removeprefix("aten.") for op in lows(tmp_path / "r.json")]
    assert all(low.count(op) >= expected.count(op) for op in expected), low
    # At most 8 roundings in a row by 2^-9 of operands and of results, of values whose norm no op enlarges by more than 2.
    assert 0 < distance(mixed.module()(x), net(x)) < 8 * 2 * 2 * 2.0**-9


@pytest.mark.parametrize("fused", [True, False])
def test_export_of_dynamic_shapes(fused, tmp_path):
    """Decisions are by the sizes of the trace, and hold for all; no guard gets into the program."""
    net, x, sizes = Attention(fused).eval(), torch.randn(3, 7, 64), [torch.export.Dim(n, min=2, max=64) for n in "bn"]
    program = torch.export.export(net, (x,), dynamic_shapes=(dict(enumerate(sizes)),))
    mixed = amp.export(program, compute="bf16", report=tmp_path / "r.json")
    assert "aten.view" in lows(tmp_path / "r.json") and mixed.range_constraints == program.range_constraints
    for n, m in ((5, 9), (2, 64)):
        x = torch.randn(n, m, 64)
        assert 0 < distance(mixed.module()(x), net(x)) < 8 * 2 * 2 * 2.0**-9
        assert torch.equal(program.run_decompositions({}).module()(x), net(x)), "the program stays as it is"


def test_dynamic_shapes_have_the_decisions_of_static_ones(tmp_path):
    def low(dynamic):
        torch._dynamo.reset()
        net = Attention(fused=False)
        with warnings.catch_warnings():
            warnings.simplefilter("error", AmpWarning)
            compiled_ = torch.compile(net, backend="amp", options=BF16 | {"report": str(tmp_path / "r.json")}, dynamic=dynamic)
            compiled_(torch.randn(3, 7, 64)).sum().backward()
        return lows(tmp_path / "r.json")

    assert "aten.view" in low(dynamic=False) and low(dynamic=True) == low(dynamic=False)


def test_sizes_that_data_decides():
    """A dimension without a number of this trace is unknown to amp-opt."""

    class Chosen(Net):
        def forward(self, x):
            return self.first(self.rest(x[(x[:, 0] > 0).nonzero().squeeze(1)]).view(-1, 256))

    net, x = Chosen().eval(), torch.randn(64, 256)
    mixed = amp.export(torch.export.export(net, (x,)), compute="bf16")
    assert mixed.state_dict["first.weight"].dtype == torch.bfloat16
    x = torch.randn(64, 256)
    assert 0 < distance(mixed.module()(x), net(x)) < 3 * 3 * 2.0**-9


def test_negative_half():
    with pytest.raises(
        Exception,
        match=r"expects f32 parameters, but got torch.bfloat16 in 'weight' of model\.first/.* at .*test_torch_compile\.py:\d+",
    ) as raised:
        compiled(Net().bfloat16())(torch.randn(64, 256).bfloat16())
    assert "OptionError" in str(raised.value)
    with pytest.raises(
        OptionError, match=r"export expects .* but got torch.float16 in 'first.weight' of model\.first/.* at .*:\d+"
    ):
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
