# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mlir_amp.onnx: models in mixed precision, judged by ONNX's reference evaluator under derived bounds."""

import dataclasses
import json
import pathlib
import re

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="ONNX is not installed: tools/dev test installs it")

from onnx import TensorProto as T
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlir_amp import AmpError, OptionError
from mlir_amp.cli import main
from mlir_amp.onnx import convert

N = 256
UNIT = {"bf16": 2.0**-8, "f16": 2.0**-11}
LOW = {"bf16": T.BFLOAT16, "f16": T.FLOAT16}
RNG = np.random.default_rng(0)


def value(name, shape, element=T.FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


def weight(name, *shape, scale=None):
    data = RNG.standard_normal(shape).astype(np.float32) * np.float32(scale or shape[0] ** -0.5)
    return numpy_helper.from_array(data, name)


def node(op, inputs, outputs, name=None, **attributes):
    return helper.make_node(op, inputs.split(","), outputs.split(","), name or f"{op}_{outputs}", **attributes)


def model(nodes, inputs, outputs, weights=(), opset=17, functions=(), **others):
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(weights), **others)
    opsets = [helper.make_opsetid("", opset)] + [helper.make_opsetid(f.domain, 1) for f in functions]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=8, functions=list(functions))
    onnx.checker.check_model(made, full_check=True)
    return made


def mlp(opset=17):
    nodes = [
        node("MatMul", "x,w1", "a"), node("Add", "a,b1", "b"), node("Relu", "b", "h"), node("MatMul", "h,w2", "y"),
    ]  # fmt: skip
    weights = weight("w1", N, N), weight("b1", N), weight("w2", N, N)
    return model(nodes, [value("x", ["batch", N])], [value("y", ["batch", N])], weights, opset)


def run(model, **feeds):
    return ReferenceEvaluator(model).run(None, feeds)


def ops(model):
    return [n.op_type for n in model.graph.node]


def weights_of(model):
    return {w.name: numpy_helper.to_array(w).astype(np.float64) for w in model.graph.initializer}


@pytest.mark.parametrize("low", ["bf16", "f16"])
def test_mlp(low, tmp_path):
    source = mlp()
    before = source.SerializeToString()
    converted = convert(source, compute=low)
    converted.save(tmp_path / "low.onnx")  # the checker reads it there
    assert source.SerializeToString() == before
    made = converted.model
    assert made.graph.input == source.graph.input and made.graph.output == source.graph.output
    assert ops(made) == ["Cast", "MatMul", "Add", "Relu", "MatMul", "Cast"]
    assert [n.name for n in made.graph.node if n.op_type != "Cast"] == [n.name for n in source.graph.node]
    assert {w.name: w.data_type for w in made.graph.initializer} == {f"{w}_{low}": LOW[low] for w in ("w1", "b1", "w2")}
    x = RNG.standard_normal((8, N)).astype(np.float32)
    (exact,), (mixed,) = run(source, x=x), run(made, x=x)
    # Running error bound: each product of rounded operands is off by 2u + u^2, each stored result by u.
    u, own = UNIT[low], weights_of(source)
    rounded = 2 * u + u * u + N * 2.0**-23
    product = abs(x).astype(np.float64) @ abs(own["w1"])
    size = abs(x.astype(np.float64) @ own["w1"]) + abs(own["b1"])
    error = rounded * product + 3 * u * (product + size)
    h = np.maximum(x @ own["w1"] + own["b1"], 0)
    bound = error @ abs(own["w2"]) * (1 + u) ** 2 + (rounded + u) * ((h + error) @ abs(own["w2"]))
    worst = np.max(abs(mixed - exact) / bound)
    assert 1e-3 < worst < 1, worst
    assert mixed.dtype == np.float32


def test_keep_and_report(tmp_path, capsys):
    onnx.save(mlp(), tmp_path / "m.onnx")
    report = tmp_path / "report.json"
    command = ["onnx", str(tmp_path / "m.onnx"), "--compute", "bf16", "--keep", "MatMul_y", "--report", str(report)]
    assert main([*command, "-o", str(tmp_path / "o.onnx")]) == 0
    said = capsys.readouterr().err
    assert "MatMul (1) stays f32: named by --keep" in said and "3 of 4 nodes in bf16, 2 casts, 2 weights converted" in said
    made = onnx.load(tmp_path / "o.onnx")
    assert {w.name: w.data_type for w in made.graph.initializer} == {"w1_bf16": T.BFLOAT16, "b1_bf16": T.BFLOAT16, "w2": T.FLOAT}
    decided = {op["location"]: op["results"] for op in json.loads(report.read_text())["ops"]}
    assert decided["MatMul_a"] == ["bf16"] and decided["MatMul_y"] == ["f32"]


def test_report_of_dynamic_sizes(tmp_path, capsys):
    """The tables, the page and the graph have words for operations that no size tells; a model with sizes has numbers."""
    for batch, said in (("batch", r"f16 +unknown +unknown *\nops of unknown size +4 "), (8, r"f16 +0.0 % +100.0 % *\ncasts")):
        source = mlp()
        for found in (*source.graph.input, *source.graph.output):
            found.CopyFrom(value(found.name, [batch, N]))
        (tmp_path / "r.json").write_text(json.dumps(convert(source, compute="f16").report))
        capsys.readouterr()
        assert main(["report", str(tmp_path / "r.json")]) == 0
        assert re.search(said, shown := capsys.readouterr().out), shown
        assert (shown.count("unknown") == 0) == (batch == 8)
        files = ["--html", str(tmp_path / "r.html"), "--model-explorer", str(tmp_path / "g.json")]
        assert main(["report", str(tmp_path / "r.json"), *files]) == 0
        data = json.loads(re.search(r'id="data">(.*?)</script>', (tmp_path / "r.html").read_text())[1])
        assert {op["f"] is None for op in data["ops"] if op["n"].startswith("onnx.")} == {batch == "batch"}
        keys = [attr["key"] for node in json.loads((tmp_path / "g.json").read_text())[0]["nodes"] for attr in node["attrs"]]
        assert keys.count("flops") == len(data["ops"]) - 4 * (batch == "batch")


def test_one_cast_per_tensor_and_shared_weights():
    """Three users of one tensor, one of them f32, and a weight that both precisions read."""
    nodes = [
        node("MatMul", "x,w", "a"), node("MatMul", "x,w", "b"), node("Resize", "a,,s", "r", mode="nearest"),
        node("MatMul", "a,w", "c"), node("MatMul", "a,w", "d"), node("ReduceMax", "w", "m", keepdims=1),
    ]  # fmt: skip
    scales = numpy_helper.from_array(np.array([1, 2], np.float32), "s")
    outputs = [value("b", [N, N]), value("r", [N, 2 * N]), value("c", [N, N]), value("d", [N, N]), value("m", [1, 1])]
    made = convert(model(nodes, [value("x", [N, N])], outputs, [weight("w", N, N), scales]), compute="f16").model
    resize = next(n for n in made.graph.node if n.op_type == "Resize")
    assert list(resize.input) == ["a", "", "s"] and weights_of(made)["s"].dtype == np.float64
    cast = [n.input[0] for n in made.graph.node if n.op_type == "Cast"]
    assert len(cast) == len(set(cast)), cast
    assert {w.name for w in made.graph.initializer} >= {"s", "w_f16"}
    assert {w.data_type for w in made.graph.initializer if w.name == "s"} == {T.FLOAT}


def test_subgraphs():
    """Nodes inside If and Loop are decided; what they capture has one cast, and weights are converted where they are."""
    then = helper.make_graph([node("MatMul", "h,w", "t")], "then", [], [value("t", [N, N])])
    other = helper.make_graph([node("Relu", "h", "e")], "else", [], [value("e", [N, N])])
    body = helper.make_graph(
        [node("MatMul", "c,w", "p"), node("Tanh", "p", "n"), node("Identity", "go", "on")], "body",
        [value("i", [], T.INT64), value("go", [], T.BOOL), value("c", [N, N])], [value("on", [], T.BOOL), value("n", [N, N])],
    )  # fmt: skip
    nodes = [
        node("MatMul", "x,w", "h"), node("If", "if", "y", then_branch=then, else_branch=other),
        node("Loop", "count,,y", "z", body=body), node("MatMul", "h,w", "v"),
    ]  # fmt: skip
    inputs = [value("x", [N, N]), value("if", [], T.BOOL)]
    count = numpy_helper.from_array(np.array(3, np.int64), "count")
    source = model(nodes, inputs, [value("z", [N, N]), value("v", [N, N])], [weight("w", N, N), count])
    converted = convert(source, compute="f16")
    made = converted.model
    onnx.checker.check_model(made, full_check=True)
    assert {w.name: w.data_type for w in made.graph.initializer if w.name != "count"} == {"w_f16": T.FLOAT16}
    inner = {a.name: a.g for n in made.graph.node for a in n.attribute if a.HasField("g")}
    assert [n.op_type for n in inner["then_branch"].node] == ["MatMul", "Cast"], "the low version of h is captured"
    assert [n.op_type for n in inner["body"].node].count("Cast") == 2
    for choice in (True, False):
        feeds = {"x": RNG.standard_normal((N, N)).astype(np.float32), "if": np.array(choice)}
        for exact, mixed in zip(run(source, **feeds), run(made, **feeds), strict=True):
            # Four products in a row, each off by 4u of its norm at most, which grows by 2 = |w| each time.
            assert np.linalg.norm(mixed - exact) <= 4 * 4 * 2**4 * UNIT["f16"] * np.linalg.norm(exact)


def test_functions_are_inlined():
    function = helper.make_function(
        "own", "Twice", ["a", "b"], ["y"], [node("MatMul", "a,b", "t"), node("MatMul", "t,b", "y")], [helper.make_opsetid("", 17)]
    )
    call = helper.make_node("Twice", ["x", "w"], ["y"], "call", domain="own")
    made = convert(
        model([call], [value("x", [N, N])], [value("y", [N, N])], [weight("w", N, N)], functions=[function]), compute="bf16"
    ).model
    assert ops(made) == ["Cast", "MatMul", "MatMul", "Cast"] and not made.functions


def test_weights_out_of_range_stay_f32():
    nodes = [node("MatMul", "x,w", "a"), node("Add", "a,big", "y")]
    big = numpy_helper.from_array(np.linspace(0, 1e6, N, dtype=np.float32), "big")
    made = convert(model(nodes, [value("x", [N, N])], [value("y", [N, N])], [weight("w", N, N), big]), compute="f16").model
    assert {w.name: w.data_type for w in made.graph.initializer} == {"w_f16": T.FLOAT16, "big": T.FLOAT}


def test_operators_without_bf16_need_an_opset():
    nodes = [node("Conv", "x,w", "a", pads=[1, 1, 1, 1]), node("Relu", "a", "y")]
    source = model(nodes, [value("x", [8, 64, 32, 32])], [value("y", [8, 64, 32, 32])], [weight("w", 64, 64, 3, 3, scale=0.05)])
    old, new = convert(source, compute="bf16"), convert(source, compute="bf16", opset=22)
    assert old.low_nodes == 0 and old.notes == ("Conv (1) stays f32: no bf16 in the model's opset",)
    assert new.low_nodes >= 1 and sorted(ops(new.model)) == ["Cast", "Cast", "Conv", "Relu"]


def test_unknown_operators_stay_f32():
    own = helper.make_node("Mystery", ["a"], ["b"], "own", domain="my.domain")
    nodes = [node("MatMul", "x,w", "a"), own, node("Mul", "a,a", "y")]
    graph = helper.make_graph(nodes, "g", [value("x", [N, N])], [value("y", [N, N]), value("b", [N, N])], [weight("w", N, N)])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("my.domain", 1)]
    converted = convert(helper.make_model(graph, opset_imports=opsets, ir_version=8), compute="f16")
    (kept,) = [n for n in converted.model.graph.node if n.domain == "my.domain"]
    assert list(kept.input) == ["a"] and list(kept.output) == ["b"]
    assert converted.notes == (
        "Mul (1) stays f32: a square, which leaves the range of f16 above 255",
        "my.domain.Mystery (1) stays f32: an operator of another domain",
    )


def test_onnx_runtime_runs_f16(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    source = mlp()
    convert(source, compute="f16").save(tmp_path / "o.onnx")
    x = RNG.standard_normal((8, N)).astype(np.float32)
    (mixed,) = runtime.InferenceSession(tmp_path / "o.onnx", providers=["CPUExecutionProvider"]).run(None, {"x": x})
    (exact,) = run(source, x=x)
    assert np.linalg.norm(mixed - exact) <= 12 * UNIT["f16"] * np.linalg.norm(exact)


def test_external_data(tmp_path, monkeypatch):
    onnx.save(mlp(), tmp_path / "m.onnx", save_as_external_data=True, location="m.data", size_threshold=0)
    assert convert(tmp_path / "m.onnx", compute="bf16").weights == 3
    bare = onnx.load(tmp_path / "m.onnx", load_external_data=False)
    with pytest.raises(AmpError, match=r"data of tensor 'w1' in the file 'm\.data', but there is none here: onnx\.load"):
        convert(bare, compute="bf16")
    monkeypatch.chdir(tmp_path)
    assert convert(bare, compute="bf16").weights == 3
    (tmp_path / "m.data").unlink()
    with pytest.raises(AmpError, match=r"m\.onnx: expects the files? .*weights"):
        convert(tmp_path / "m.onnx", compute="bf16")


def loop(nodes, carried, result, **others):
    """A body that runs `nodes` from a carried value to the next."""
    inputs = [value("i", [], T.INT64), value("go", [], T.BOOL), value(carried, [N, N])]
    outputs = [value("on", [], T.BOOL), value(result, [N, N])]
    return helper.make_graph([*nodes, node("Identity", "go", "on")], "body", inputs, outputs, **others)


COUNT = numpy_helper.from_array(np.array(3, np.int64), "count")


@pytest.mark.parametrize("carried", ["c", "w", "x", "h", "later"])
def test_names_of_inner_graphs(carried):
    """A carried value may have the name of a weight, an input, or a value of the outer graph; so may a result in a branch.

    ONNX Runtime judges: the reference evaluator prefers outer values.
    """
    runtime = pytest.importorskip("onnxruntime")
    body = loop([node("MatMul", f"{carried},v", "m"), node("Exp", "t", "e"), node("Add", "m,e", "n")], carried, "n")
    then = [node("MatMul", "t,v", "later"), node("Tanh", "later", "a"), node("MatMul", "later,v", "b"), node("Add", "a,b", "sum")]
    nodes = [
        node("MatMul", "x,w", "h"), node("MatMul", "h,v", "t"), node("Loop", "count,,h", "y", body=body),
        node("If", "if", "z", then_branch=helper.make_graph(then, "then", [], [value("sum", [N, N])]),
             else_branch=helper.make_graph([node("Relu", "x", "r")], "else", [], [value("r", [N, N])])),
        node("MatMul", "z,w", "later"), node("MatMul", "later,v", "last"),
    ]  # fmt: skip
    inputs, outputs = [value("x", [N, N]), value("if", [], T.BOOL)], [value("y", [N, N]), value("last", [N, N])]
    source = model(nodes, inputs, outputs, [weight("w", N, N), weight("v", N, N), COUNT])
    onnx.checker.check_model(convert(source, compute="bf16").model, full_check=True)
    made = convert(source, compute="f16").model
    onnx.checker.check_model(made, full_check=True)
    feeds = {"x": RNG.standard_normal((N, N)).astype(np.float32) * np.float32(0.3), "if": np.array(True)}
    sessions = [runtime.InferenceSession(m.SerializeToString(), providers=["CPUExecutionProvider"]) for m in (source, made)]
    for exact, mixed in zip(*(session.run(None, feeds) for session in sessions), strict=True):
        # At most five products in a row, each off by 4u of its norm, which grows by 2 = |w| each time.
        assert np.linalg.norm(mixed - exact) <= 5 * 4 * 2**5 * UNIT["f16"] * np.linalg.norm(exact)


def test_casts_of_captured_values_are_outside():
    """An outer value that only inner graphs read in the low format is cast once, in its own graph."""
    inner = loop([node("MatMul", "d,h", "n")], "d", "n")
    body = loop([node("Loop", "count,,c", "k", body=inner), node("Relu", "k", "m")], "c", "m")
    branches = {
        f"{name}_branch": helper.make_graph([node("MatMul", "h,x", name)], name, [], [value(name, [N, N])])
        for name in ("then", "else")
    }
    nodes = [node("Resize", "x,,one", "h"), node("Loop", "count,,x", "y", body=body), node("If", "if", "z", **branches)]
    one = numpy_helper.from_array(np.ones(2, np.float32), "one")
    inputs, outputs = [value("x", [N, N]), value("if", [], T.BOOL)], [value("y", [N, N]), value("z", [N, N])]
    made = convert(model(nodes, inputs, outputs, [COUNT, one]), compute="f16", solver="paint").model
    onnx.checker.check_model(made, full_check=True)
    assert ops(made) == ["Cast", "Resize", "Cast", "Loop", "If"]
    assert [n.output[0] for n in made.graph.node if n.op_type == "Cast"] == ["x_f16", "h_f16"]
    for branch in (a.g for a in made.graph.node[-1].attribute):
        assert [n.op_type for n in branch.node] == ["MatMul", "Cast"] and list(branch.node[0].input) == ["h_f16", "x_f16"]


def constant(name, *elements, dtype=np.float32):
    return numpy_helper.from_array(np.array(elements, dtype), name)


MASKS = {
    "filled": [node("Shape", "x", "n"), node("ConstantOfShape", "n", "e", value=constant("", -1e9))],
    "least": [node("Shape", "x", "n"), node("ConstantOfShape", "n", "e", value=constant("", -3.4e38))],
    "f64": [node("Cast", "wide", "e", to=T.FLOAT)],
    "folded": [node("Neg", "integers", "n"), node("Cast", "n", "e", to=T.FLOAT)],
}


@pytest.mark.parametrize("name", MASKS)
@pytest.mark.parametrize("where", ["graph", "branch"])
def test_masks_out_of_range_stay_f32(name, where):
    """Constants that nodes make or convert have ranges like weights have: no mask becomes -inf, and 0 * mask NaN."""
    nodes = [
        node("MatMul", "x,w", "s"), node("Mul", "e,m", "mask"), node("Add", "s,mask", "a"), node("Softmax", "a", "p", axis=-1),
        node("MatMul", "p,w", "y"),
    ]  # fmt: skip
    inputs, result = [value("x", [N, N]), value("m", [N, N])], value("y", [N, N])
    weights = weight("w", N, N), constant("wide", -1e9, dtype=np.float64), constant("integers", 10**9, dtype=np.int64)
    if where == "branch":
        branches = {f"{b}_branch": helper.make_graph(nodes, b, [], [result]) for b in ("then", "else")}
        nodes, inputs, result = [node("If", "if", "z", **branches)], [*inputs, value("if", [], T.BOOL)], value("z", [N, N])
    nodes = [*MASKS[name], *nodes]
    source = model(nodes, inputs, [result], weights)
    made = convert(source, compute="f16")
    feeds = {"x": RNG.standard_normal((N, N)).astype(np.float32), "m": (RNG.random((N, N)) < 0.5).astype(np.float32)}
    feeds |= {"if": np.array(True)} if where == "branch" else {}
    (exact,), (mixed,) = run(source, **feeds), run(made.model, **feeds)
    assert made.low_nodes and np.isfinite(mixed).all()
    assert np.linalg.norm(mixed - exact) <= 12 * UNIT["f16"] * np.linalg.norm(exact)


@pytest.mark.parametrize("op", ["ScatterND", "ScatterElements"])
@pytest.mark.parametrize("reduction", ["none", "add"])
def test_scatter_that_sums_stays_f32(op, reduction):
    nodes = [node("MatMul", "x,w", "a"), node(op, "a,i,a", "s", reduction=reduction), node("MatMul", "s,w", "y")]
    indices = value("i", [N, 1] if op == "ScatterND" else [N, N], T.INT64)
    converted = convert(model(nodes, [value("x", [N, N]), indices], [value("y", [N, N])], [weight("w", N, N)]), compute="f16")
    summed = f"{op} (1) stays f32: sums or products of many elements"
    assert (summed in converted.notes) == (reduction == "add")


def test_unknown_rank():
    """A value without a rank has casts, and products of it have no sizes."""
    nodes = [node("Reshape", "x,s", "r"), node("MatMul", "r,w", "a"), node("Reshape", "a,t", "y")]
    weights = weight("w", N, N), constant("t", N, N, dtype=np.int64)
    source = model(nodes, [value("x", [N, N]), value("s", ["k"], T.INT64)], [value("y", [N, N])], weights)
    converted = convert(source, compute="f16", solver="paint")
    assert converted.low_nodes >= 2 and "Cast" in ops(converted.model)
    (product,) = [op for op in converted.report["ops"] if op["name"] == "onnx.MatMul"]
    assert product.get("flops") is None


def test_celu_stays_f32(tmp_path):
    """An operator with one type."""
    source = model(
        [node("MatMul", "x,w", "a"), node("Celu", "a", "y")], [value("x", [N, N])], [value("y", [N, N])], [weight("w", N, N)]
    )
    converted = convert(source, compute="f16")
    converted.save(tmp_path / "o.onnx")
    assert "Celu (1) stays f32: no f16 in the model's opset" in converted.notes


def test_save(tmp_path, monkeypatch):
    """A file is replaced by one that the checker accepts, also one with external data, and as often as one likes."""
    converted = convert(mlp(), compute="f16")
    (tmp_path / "o.onnx").write_text("old")
    broken = copy_of(converted.model)
    broken.graph.node[0].op_type = "Nothing"
    with pytest.raises(AmpError, match=r"o\.onnx: expects a model that onnx\.checker accepts, but got .*Nothing"):
        dataclasses.replace(converted, model=broken).save(tmp_path / "o.onnx")
    assert (tmp_path / "o.onnx").read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(OptionError, match="expects a file in a folder that exists, but got"):
        converted.save(tmp_path / "none" / "o.onnx")
    monkeypatch.setattr("mlir_amp.onnx.conversion.LARGEST", 1000)
    for name in ("o.onnx", "o.onnx", "p.onnx"):
        converted.save(tmp_path / name)
        stored = onnx.load(tmp_path / name)
        assert all(np.array_equal(array, weights_of(converted.model)[n]) for n, array in weights_of(stored).items())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["o.onnx", "o.onnx.data", "p.onnx", "p.onnx.data"]
    (tmp_path / "p.onnx.data").unlink()
    onnx.save(mlp(), tmp_path / "p.onnx", save_as_external_data=True, location="p.onnx.data", size_threshold=0)
    for expected in (0, 1):  # in place; then it is no f32 model
        assert main(["onnx", str(tmp_path / "p.onnx"), "--compute", "f16", "-o", str(tmp_path / "p.onnx")]) == expected
        assert {weight.data_type for weight in onnx.load(tmp_path / "p.onnx").graph.initializer} == {T.FLOAT16}


def copy_of(message):
    made = type(message)()
    made.CopyFrom(message)
    return made


def test_what_onnx_runtime_takes():
    """Sizes of -1, names with other characters, nodes in another order, and a function that imports a domain."""
    own, x, y = helper.make_node("a::b", ["a"], ["b"], "own", domain="my-domain/2"), value("x", [-1, N]), value("y", [-1, N])
    function = helper.make_function(
        "own", "F", ["a"], ["b"], [helper.make_node("Scaler", ["a"], ["b"], "own", domain="ai.onnx.ml", offset=[0.0], scale=[2.0])],
        [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)],
    )  # fmt: skip
    call = helper.make_node("F", ["a"], ["b"], "call", domain="own")
    for kept, functions, domain in ((own, (), "my-domain/2"), (call, (function,), "own")):
        nodes = [node("MatMul", "b,w", "y"), kept, node("MatMul", "x,w", "a")]
        source = helper.make_model(
            helper.make_graph(nodes, "g", [x], [y], [weight("w", N, N)]), ir_version=8, functions=functions,
            opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(domain, 1)],
        )  # fmt: skip
        converted = convert(source, compute="f16")
        onnx.checker.check_model(converted.model)
        assert [op for op in ops(converted.model) if op != "Cast"] == ["MatMul", "Scaler" if functions else "a::b", "MatMul"]
        assert converted.low_nodes and converted.model.graph.input[0] == x
        domain, name = ("ai.onnx.ml", "Scaler") if functions else ("my-domain/2", "a::b")
        assert any(note.startswith(f"{domain}.{name} (1) stays f32: ") for note in converted.notes)


def test_functions_of_another_opset():
    mean = helper.make_node("ReduceMean", ["a"], ["y"], "mean", axes=[1])
    function = helper.make_function("own", "F", ["a"], ["y"], [mean], [helper.make_opsetid("", 17)])
    nodes = [node("MatMul", "x,w", "a"), helper.make_node("F", ["a"], ["y"], "call", domain="own")]
    source = model(nodes, [value("x", [N, N])], [value("y", [N, 1])], [weight("w", N, N)], functions=[function])
    source.opset_import[0].version = 18
    made = convert(source, compute="f16").model
    onnx.checker.check_model(made, full_check=True)
    assert [op for op in ops(made) if op not in ("Cast", "Constant")] == ["MatMul", "ReduceMean"] and not made.functions
    (exact,), (mixed,) = run(source, x=np.ones((N, N), np.float32)), run(made, x=np.ones((N, N), np.float32))
    assert np.linalg.norm(mixed - exact) <= 12 * UNIT["f16"] * np.linalg.norm(exact)


def documented():
    """A model with all kinds of fields around its graph."""
    made = mlp()
    made.metadata_props.add(key="k", value="v")
    made.graph.metadata_props.add(key="k", value="g")
    made.graph.node[0].metadata_props.add(key="k", value="n")
    made.graph.initializer[0].doc_string = "the first"
    made.graph.quantization_annotation.add(tensor_name="w1").quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="b1")
    made.training_info.add().update_binding.add(key="w2", value="y")
    return made


@pytest.mark.parametrize("opset", [None, 18])
def test_fields_around_the_graph(opset):
    """A weight that annotations name stays; descriptions are those of before, also in another opset."""
    source = documented()
    made = convert(source, compute="f16", opset=opset).model
    stored = {w.name: w for w in made.graph.initializer}
    assert set(stored) == {"w1", "b1", "w2", "w1_f16", "b1_f16", "w2_f16"} and stored["w1_f16"].doc_string == "the first"
    for name in ("metadata_props", "training_info"):
        assert getattr(made, name) == getattr(source, name)
    for name in ("metadata_props", "quantization_annotation"):
        assert getattr(made.graph, name) == getattr(source.graph, name)
    assert [p.value for n in made.graph.node for p in n.metadata_props] == ["n"]


def test_passes_of_onnx_see_no_weights(monkeypatch):
    """They take 2 GiB at most."""
    function = helper.make_function("own", "F", ["a", "b"], ["y"], [node("MatMul", "a,b", "y")], [helper.make_opsetid("", 17)])
    call = helper.make_node("F", ["x", "w"], ["y"], "call", domain="own")
    source = model([call], [value("x", [N, N])], [value("y", [N, N])], [weight("w", N, N)], functions=[function])
    modules = {onnx.inliner: "inline_local_functions", onnx.version_converter: "convert_version", onnx.checker: "check_model",
               onnx.shape_inference: "infer_shapes"}  # fmt: skip
    seen = []
    for module, name in modules.items():
        inner = getattr(module, name)
        monkeypatch.setattr(module, name, lambda m, *a, inner=inner, **k: (seen.append(m.ByteSize()), inner(m, *a, **k))[1])
    made = convert(source, compute="f16", opset=18).model
    assert len(seen) >= 4 and max(seen) < 4096 and ops(made) == ["Cast", "MatMul", "Cast"]
    assert [value.name for value in made.graph.input] == ["x"] and set(weights_of(made)) == {"w_f16"}


def test_page(tmp_path, monkeypatch, capsys):
    """docs/how-to/onnx.md shows what is printed."""
    page = (pathlib.Path(__file__).parents[2] / "docs/how-to/onnx.md").read_text()
    monkeypatch.chdir(tmp_path)
    exec(re.search(r"```python\n(.*?)```", page, re.S)[1], {})
    shown = re.search(r"```text\n\$ python make.py\n(.*?)```", page, re.S)[1]
    for command, said in re.findall(r"\$ mlir-amp (.*)\n((?:[^$].*\n)+)", shown):
        assert main(command.split()) == 0
        assert capsys.readouterr().err == said


def test_negative_half():
    half = model([node("Relu", "x", "y")], [value("x", [2], T.FLOAT16)], [value("y", [2], T.FLOAT16)])
    with pytest.raises(AmpError, match="expects an f32 model, but got float16 in 'x'"):
        convert(half, compute="bf16")
    cast = model([node("Cast", "x", "c", to=T.BFLOAT16), node("Cast", "c", "y", to=T.FLOAT)], [value("x", [2])], [value("y", [2])])
    with pytest.raises(AmpError, match="expects an f32 model, but got bfloat16 from node 'Cast_c'"):
        convert(cast, compute="bf16")


def half_nodes(name):
    """Nodes from x to y, of which 'half' makes a 16-bit tensor."""
    ones = numpy_helper.from_array(np.ones([1], np.float16))
    sparse = helper.make_sparse_tensor(
        helper.make_tensor("", T.BFLOAT16, [1], [1.0]), helper.make_tensor("", T.INT64, [1], [0]), [N]
    )
    makers = {
        "Constant": lambda: [helper.make_node("Constant", [], ["h"], "half", value=ones)],
        "sparse": lambda: [helper.make_node("Constant", [], ["h"], "half", sparse_value=sparse)],
        "ConstantOfShape": lambda: [node("Shape", "x", "s"), node("ConstantOfShape", "s", "h", "half", value=ones)],
        "EyeLike": lambda: [node("EyeLike", "x", "h", "half", dtype=T.FLOAT16)],
    }
    return [*makers[name](), node("CastLike", "h,x", "c"), node("Add", "x,c", "y")]


@pytest.mark.parametrize("name", ["Constant", "sparse", "ConstantOfShape", "EyeLike"])
@pytest.mark.parametrize("where", ["graph", "branch", "function"])
def test_negative_half_nodes(name, where):
    """A node that makes 16-bit tensors is named, whatever tells its type, and wherever it is."""
    nodes, functions, inputs = half_nodes(name), (), [value("x", [N, N])]
    if where == "function":
        functions = [helper.make_function("own", "F", ["x"], ["y"], nodes, [helper.make_opsetid("", 17)])]
        nodes = [helper.make_node("F", ["x"], ["y"], "call", domain="own")]
    if where == "branch":
        other = helper.make_graph([node("Relu", "x", "z")], "other", [], [value("z", [N, N])])
        then = helper.make_graph(nodes, "then", [], [value("y", [N, N])])
        nodes = [node("If", "if", "w", then_branch=then, else_branch=other), node("Relu", "w", "y")]
        inputs.append(value("if", [], T.BOOL))
    source = model(nodes, inputs, [value("y", [N, N])], functions=functions)
    with pytest.raises(AmpError, match=r"expects an f32 model, but got b?float16 from node '.*half.*'"):
        convert(source, compute="bf16")


def test_negative_opset():
    with pytest.raises(AmpError, match="expects an opset of at least 17, but got 16"):
        convert(mlp(16), compute="bf16")
    with pytest.raises(OptionError, match="opset expects at least 17, but got 16"):
        convert(mlp(), compute="bf16", opset=16)


INVALID = {
    "operands": ([helper.make_node("Gemm", ["x"], ["y"])], r"onnx\.checker accepts, but got .*Gemm.* has input size 1"),
    "value": ([helper.make_node("Constant", [], ["k"]), node("Add", "x,k", "y")], "one value of the Constant 'k', but got 0"),
    "domain": ([helper.make_node("F", ["x"], ["y"], domain="zz")], r"onnx\.checker accepts, but got No opset import.* 'zz'"),
    "cycle": (
        [node("Add", "x,b", "a"), node("Relu", "a", "b"), node("Relu", "b", "y")],
        r"onnx\.checker accepts, but got .*sorted",
    ),
}


@pytest.mark.parametrize("name", INVALID)
def test_negative_model(name):
    nodes, expected = INVALID[name]
    graph = helper.make_graph(nodes, "g", [value("x", [N, N])], [value("y", [N, N])])
    with pytest.raises(AmpError, match=f"expects .*{expected}"):
        convert(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), compute="bf16")


def test_negative_folder(tmp_path, capsys):
    """A folder that does not exist is an error before anything is written."""
    onnx.save(mlp(), tmp_path / "m.onnx")
    for output, report in (("none/o.onnx", "r.json"), ("o.onnx", "none/r.json")):
        files = ["-o", str(tmp_path / output), "--report", str(tmp_path / report)]
        assert main(["onnx", str(tmp_path / "m.onnx"), "--compute", "bf16", *files]) == 1
        assert "expects a file in a folder that exists, but got" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["m.onnx"]


def test_negative_file(tmp_path, capsys):
    (tmp_path / "m.onnx").write_text("no model")
    with pytest.raises(AmpError, match="expects an ONNX model, but got a file that is none"):
        convert(tmp_path / "m.onnx", compute="bf16")
    (tmp_path / "m.onnx").write_bytes(b"")
    with pytest.raises(AmpError, match=r"m\.onnx: expects an ONNX model, but got an empty file"):
        convert(tmp_path / "m.onnx", compute="bf16")
    with pytest.raises(AmpError, match="expects an ONNX model, but got one without a graph"):
        convert(onnx.ModelProto(), compute="bf16")
    assert main(["onnx", str(tmp_path / "none.onnx"), "--compute", "bf16", "-o", str(tmp_path / "o.onnx")]) == 1
    assert re.search(r"mlir-amp: .*none\.onnx: No such file", capsys.readouterr().err)


def test_negative_options():
    with pytest.raises(OptionError, match="keep expects a regular expression"):
        convert(mlp(), compute="bf16", keep="(")
    with pytest.raises(OptionError, match="compute expects float16 or bfloat16, but got float32"):
        convert(mlp(), compute="f32")
