# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile(backend="amp") and amp.export where 16 bits would change more than they round: sums, positions, choices, states."""

import json

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: tools/dev test installs it")

import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import mlir_amp.torch as amp
from mlir_amp import AmpWarning, OptionError

pytestmark = [pytest.mark.usefixtures("installed"), pytest.mark.filterwarnings("ignore::mlir_amp.AmpWarning")]
WIDE = {"compute": "bfloat16", "compiler": "aot_eager", "solver": "paint"}
HALF = WIDE | {"compute": "float16"}


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(0)


def compiled(function, **options):
    return torch.compile(function, backend="amp", options=WIDE | options)


def distance(a, b):
    return float((a - b).norm() / b.norm())


class Residual(nn.Module):
    """Applies an op to a residual stream between two layers."""

    def __init__(self, op, width=64):
        super().__init__()
        self.op, self.first, self.last = op, nn.Linear(64, 64), nn.Linear(width, 64)

    def forward(self, x):
        return self.last(self.op(x + self.first(x)))


def images(h):
    return h[:256].view(1, 16, 32, 32)


ROWS = torch.arange(16384) % 8
SUMS = {
    "index": lambda h: h[ROWS],
    "index of two": lambda h: h[ROWS][:, torch.arange(64) % 4],
    "unfold": lambda h: h[:256].unfold(0, 64, 1).transpose(1, 2).reshape(-1, 64),
    "col2im": lambda h: F.unfold(images(h), 16)[0].T[:, :64],
    "nearest": lambda h: F.interpolate(images(h), scale_factor=8, mode="nearest").reshape(-1, 64),
    "max_pool": lambda h: F.max_pool2d(images(h), 15, 1, 7).reshape(-1, 64),
    "index_put": lambda h: torch.zeros(8, 64).index_put((ROWS[: len(h)],), h, accumulate=True),
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_are_f32(name):
    """Backward ops that add many elements to one: in bf16, a sum of 256 ones ends at 256. Rounded maxima may be others."""
    model, x = Residual(SUMS[name]), torch.randn(1024, 64)

    def gradient(run):
        model.zero_grad()
        run(x).sum().backward()
        return model.first.weight.grad.clone()

    wanted = gradient(model)
    assert distance(gradient(compiled(model)), wanted) <= (3e-2 if name == "max_pool" else 1e-2)


POSITIONS = {
    "one_hot": lambda w, i: F.one_hot(i, 64).float() @ w,
    "degrees": lambda w, i: (F.one_hot(i, 64).float() / i[:, None].float().clamp(1)) @ w,
    "bias": lambda w, i: (w @ w - (i[:, None] - i[None]).abs()).softmax(-1) @ w,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_are_f32(name):
    w, i = torch.randn(64, 64), torch.arange(64)
    wanted = POSITIONS[name](w, i)
    for solver in ("paint", "mincut"):
        torch._dynamo.reset()
        assert distance(compiled(POSITIONS[name], solver=solver)(w, i), wanted) <= 2e-2


def test_angles_of_positions():
    """The outer product of frequencies and positions up to 2048, as a matmul."""

    def rotated(x, w, frequencies, positions):
        angles = (frequencies[None, :, None] @ positions[None, None, :].float()).transpose(1, 2)
        return (x @ w) * torch.cat((angles, angles), -1).cos()[0] @ w

    x, w = torch.randn(2048, 64), torch.randn(64, 64) / 8
    given = x, w, 10000 ** -(torch.arange(32) / 32), torch.arange(2048)
    for solver in ("paint", "mincut"):
        torch._dynamo.reset()
        assert distance(compiled(rotated, solver=solver)(*given), rotated(*given)) <= 1e-2


@pytest.mark.parametrize("choose", [lambda h: h.topk(8), lambda h: h.sort(), lambda h: h.max(-1)], ids=["topk", "sort", "max"])
def test_indices_are_exact(choose):
    """The values go on to a matmul; the indices are those of f32."""

    def chosen(x, w):
        values, indices = choose(x)
        return values.reshape(len(x), -1)[:, :1] @ w[:1], indices

    x, w = torch.randn(256, 512), torch.randn(512, 512)
    assert torch.equal(compiled(chosen)(x, w)[1], chosen(x, w)[1])


class Average(nn.Module):
    """A state that moves by 0.0005 in each step, is masked, and is read by a matmul."""

    def __init__(self, mask):
        super().__init__()
        self.mask = mask
        self.register_buffer("state", torch.full((256, 256), 0.5))
        self.register_buffer("goal", torch.ones(256, 256))

    def forward(self, x):
        self.state.lerp_(self.goal, 1e-3)
        self.mask(self.state)
        return x @ self.state


MASKS = {
    "fill": lambda s: s.masked_fill_(s.abs() < 0.1, 0.0),
    "where": lambda s: s.copy_(torch.where(s > 0, s, s * 0.1)),
    "clamp": lambda s: s.clamp_(-2, 2),
    "row": lambda s: s.__setitem__(3, 0.5),
}


@pytest.mark.parametrize("name", MASKS)
def test_buffers_do_not_freeze(name):
    x, wanted, got = torch.randn(64, 256), Average(MASKS[name]), Average(MASKS[name])
    run = compiled(got)
    with torch.no_grad():
        for _ in range(20):
            wanted(x)
            run(x)
    assert distance(got.state, wanted.state) <= 1e-6
    program = torch.export.export(Average(MASKS[name]), (x,))
    mixed = amp.export(program, compute="bf16", solver="paint").module()
    for _ in range(20):
        mixed(x)
    assert distance(dict(mixed.named_buffers())["state"], wanted.state) <= 1e-6


def test_types_of_fills():
    def made(x, w):
        h = x @ w
        return (
            h @ w, torch.zeros_like(h, dtype=torch.int64), torch.ones_like(h, dtype=torch.bool),
            h.new_full((3,), 2**24 + 1, dtype=torch.int64), torch.full_like(h, 0.1, dtype=torch.float64),
        )  # fmt: skip

    x, w = torch.randn(64, 256), torch.randn(256, 256)
    for got, wanted in zip(compiled(made)(x, w)[1:], made(x, w)[1:], strict=True):
        assert got.dtype == wanted.dtype
        assert torch.equal(got, wanted)


def masked(s, w, y):
    return torch.where(y > 0, torch.full_like(s, -1e9), s @ w).softmax(-1) @ w


def scaled(s, w, y):
    return ((s @ w) * (y * 1e6)).sigmoid() @ w, torch.where(y > 0, s @ w, y * 1e6).sigmoid() @ w


@pytest.mark.parametrize("function", [masked, scaled])
def test_f16_holds_what_it_reads(function):
    """A mask of -1e9, also for a whole row, and f32 inputs beyond 65504."""
    s, w, y = torch.randn(64, 64), torch.randn(64, 64), torch.randn(64, 64)
    y[0] = 1
    got = torch.compile(function, backend="amp", options=HALF)(s, w, y)
    for value in got if isinstance(got, tuple) else [got]:
        assert value.isfinite().all()


def test_control_flow_ops():
    """Ops with graphs of their own stay f32, behind and in front of those that are not."""
    w, x = torch.randn(256, 256) / 16, torch.randn(64, 256)

    def branches(x, w):
        return torch.cond((x @ w).sum() > 0, lambda h: h.relu(), lambda h: h * 2, (x @ w,)) @ w

    assert distance(compiled(branches)(x, w), branches(x, w)) <= 2e-2

    class Model(nn.Module):
        def forward(self, x, w):
            return branches(x, w)

    mixed = amp.export(torch.export.export(Model(), (x, w)), compute="bf16", solver="paint")
    assert distance(mixed.module()(x, w), branches(x, w)) <= 2e-2


def test_checkpoints_save_little():
    """Casts in a region that is computed again are computed again."""
    layers = nn.ModuleList(nn.Sequential(nn.Linear(256, 1024), nn.GELU(), nn.Linear(1024, 256)) for _ in range(3))

    def loss(x):
        for layer in layers:
            x = x + checkpoint(layer, x, use_reentrant=False)
        return x.sum()

    def saved(run):
        sizes = []
        with torch.autograd.graph.saved_tensors_hooks(lambda t: sizes.append(t.nbytes) or t, lambda t: t):
            run(x)
        return sum(sizes)

    x = torch.randn(512, 256, requires_grad=True)
    plain = saved(torch.compile(loss, backend="aot_eager"))
    torch._dynamo.reset()
    assert saved(torch.compile(loss, backend="amp", options={"compute": "bfloat16", "compiler": "aot_eager"})) <= 1.25 * plain


def test_a_policy_decides(tmp_path):
    """Factors that are broadcast are no exception to a policy."""
    report = tmp_path / "r.json"
    x, w = torch.randn(64, 256), torch.randn(256, 256)
    compiled(lambda x, w: ((x @ w) / x.sum(-1, keepdim=True)) @ w, policy="contractions", report=str(report))(x, w)
    low = {op["name"] for op in json.loads(report.read_text())["ops"] if "bf16" in op["results"]}
    assert low <= {"aten.mm"}


def test_dtypes_of_pytorch_name_formats():
    x, w = torch.randn(64, 256), torch.randn(256, 256)
    run = torch.compile(torch.mm, backend="amp", options=WIDE | {"compute": torch.bfloat16, "off": None})
    assert 0 < distance(run(x, w), x @ w) <= 1e-2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"off": [3]}, r"off expects a list of paths of modules, but got \[3\]"),
        ({"off": "model.0"}, "off expects a list of paths of modules, but got 'model.0'"),
        ({"report": "missing/r.json"}, "report expects a file in a folder that exists, but got 'missing/r.json'"),
    ],
)
def test_negative_options(options, message):
    class Model(nn.Module):
        def forward(self, x):
            return x @ x

    program = torch.export.export(Model(), (torch.randn(64, 64),))
    with pytest.raises(OptionError, match=message):
        amp.export(program, compute="bf16", **options)


def test_negative_off_without_ops():
    with pytest.warns(AmpWarning, match="off: no op here is in 'model.zero'"):
        compiled(nn.Sequential(nn.Linear(64, 64)), off=["model.zero"])(torch.randn(64, 64))
