# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp report --html`: one page that loads nothing else, with every op, its inputs and its reason."""

import json
import re
import shutil
import subprocess

import pytest

import mlir_amp
from mlir_amp.cli import main, model_explorer, page

MODULE = """func.func @main(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = stablehlo.dot %x, %x : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
    loc("net/</script>/dot" ("a.py":1:2))
  %1 = stablehlo.exponential %0 : tensor<2048x2048xf32> loc("net/exp" ("a.py":2:2))
  %2 = stablehlo.dot %1, %x : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %2 : tensor<2048x2048xf32>
}"""


@pytest.fixture
def written(tmp_path):
    report, target = tmp_path / "report.json", tmp_path / "page.html"
    report.write_text(json.dumps(mlir_amp.rewrite(MODULE, compute="bf16", solver="paint").report))
    assert main(["report", str(report), "--html", str(target)]) == 0
    return target


def test_is_self_contained(written):
    text = written.read_text()
    assert not re.search(r"(src|href)=", text) and set(re.findall(r"https?://[\w./]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert text.count("</script>") == 2, "a location must not end the script"
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    ops = data["ops"]
    assert [(op["n"], op["p"], op["i"], op["x"]) for op in ops] == [
        ("stablehlo.dot", "mixed", [], []),
        ("stablehlo.exponential", "f32", [0], []),
        ("stablehlo.dot", "mixed", [1], [1]),
    ]
    assert data["words"][ops[1]["w"]] == "transcendental is on the deny list"
    assert ops[1]["s"] == ["@main", "net"] and ops[2]["s"] == ["@main"]


def test_precision():
    op = {"operands": ["bf16", "i32"], "results": ["bf16"]}
    assert page.precision(op, "bf16") == "low"
    assert page.precision({"operands": ["i32"], "results": []}, "bf16") == "other"


@pytest.mark.skipif(not shutil.which("chromium"), reason="without a browser")
def test_in_a_browser(written):
    """The script runs to its end: nodes are drawn, and casts are listed."""
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", written.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert dom.count('class="node"') == 2 and "transcendental is on the deny list" in dom and "f32 → bf16" in dom


def test_model_explorer(tmp_path):
    """Nodes have the numbers of the report's rows; edges and node data name nodes that exist."""
    report, graph, data = (tmp_path / name for name in ("report.json", "graph.json", "data.json"))
    less = (
        '  %3 = "stablehlo.compare"(%2, %2) {comparison_direction = #stablehlo<comparison_direction LT>} : '
        "(tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xi1>"
    )
    module = MODULE.replace("  return", f"{less}\n  return")
    report.write_text(mlir_amp.rewrite(module, compute="bf16", solver="paint").report_json)
    assert main(["report", str(report), "--model-explorer", str(graph), "--node-data", str(data)]) == 0
    (main_graph,) = json.loads(graph.read_text())
    nodes = {node["id"]: node for node in main_graph["nodes"]}
    assert main_graph["id"] == "main" and list(nodes) == ["0", "1", "2", "3"]
    assert [edge["sourceNodeId"] for edge in nodes["2"]["incomingEdges"]] == ["1"]
    assert {edge["sourceNodeId"] for node in nodes.values() for edge in node["incomingEdges"]} <= set(nodes)
    assert nodes["1"]["label"] == "stablehlo.exponential" and nodes["1"]["namespace"] == "net"
    shown = {attr["key"]: attr["value"] for attr in nodes["1"]["attrs"]}
    assert shown["reason"] == "transcendental is on the deny list" and shown["types"] == "f32 → f32"
    results = json.loads(data.read_text())["main"]["results"]
    assert {i: result["value"] for i, result in results.items()} == {
        "0": "bf16 and f32",
        "1": "f32",
        "2": "bf16 and f32",
        "3": "f32",
    }
    assert results["1"]["bgColor"] == model_explorer.COLORS["f32"] and set(results) == set(nodes)
