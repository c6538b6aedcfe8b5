# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One lit suite. AMP_BUILD names another build folder; tools/testdata.py says which variables name external data sets.
# `lit -Dverify_roundtrip=1 test` reruns everything with amp-opt --verify-roundtrip.
import os
import pathlib
import shutil
import sys

import lit.formats

source = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(source.parent / "tools"))
import testdata

build = pathlib.Path(os.environ.get("AMP_BUILD", source.parent / "build")).resolve()
venv_python = build / "venv" / "bin" / "python"
package = source.parent / "python"
llvm_tools = "/usr/lib/llvm-22/bin"

config.name = "amp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
if os.environ.get("AMP_SANITIZE"):  # a process built without sanitizers cannot load a library of ours built with them
    config.excludes += ["CAPI", "Docs", "Embed", "Python", "emit.test", "emit-forms.test", "emit-train.test", "library.test"]
config.test_source_root = str(source)
config.test_exec_root = str(build / "test")

config.environment["PATH"] = os.pathsep.join([str(build / "bin"), llvm_tools, os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
config.environment["AMP_VERIFY_EACH"] = "1"  # users' builds verify at the stages of a pipeline

amp_opt = str(build / "bin" / "amp-opt")
if lit_config.params.get("verify_roundtrip"):
    amp_opt += " --verify-roundtrip"
config.substitutions += [
    (r"(?<![\w./-])amp-opt(?![\w./-])", amp_opt),
    (r"(?<![\w./-])amp-run(?![\w./-])", str(build / "bin" / "amp-run")),
    (r"(?<![\w./-])amp-lsp-server(?![\w./-])", str(build / "bin" / "amp-lsp-server")),
    (r"(?<![\w./-])amp-reduce(?![\w./-])", str(build / "bin" / "amp-reduce")),
    (r"(?<![\w./-])amp-mutate(?![\w./-])", str(build / "bin" / "amp-mutate")),
    ("%pytest", f"env AMP_BIN={build}/bin {venv_python} -m pytest -c {package}/pyproject.toml {package}/tests"),
    ("%package", str(package)),
    ("%python", sys.executable),
    ("%venv_python", str(venv_python)),
    ("%build", str(build)),
    ("%driver", str(build / "test" / "driver" / "libcuda.so.1")),  # which interprets PTX: `ninja test-driver`
    ("%llvm", str(pathlib.Path(llvm_tools).parent)),
    ("%inputs", str(source / "Inputs")),
    ("%tools", str(source.parent / "tools")),
]
if os.environ.get("AMP_SANITIZE"):  # programs that link our archives
    sanitized = f"{llvm_tools}/clang++ -fsanitize=address,undefined -fno-sanitize=vptr,function"
    config.substitutions.append((r"(?<![\w./=-])(?<!-x )c\+\+(?![\w./-])", sanitized))
# The training steps, of which the large ones are exported here, once per change of their exporter.
graphs, has_large_graphs = testdata.graphs(build)
if has_large_graphs:
    config.available_features.add("large-graphs")
# Sets of graphs for tests that run once per graph (Run/per_graph.py), with the files that each has when it is complete.
config.graph_sets = {"graphs": (graphs, testdata.graph_files()), "framework-graphs": None}
config.substitutions.append((r"%graphs\b", str(graphs)))
external = {name: data.path() for name, data in testdata.EXTERNAL.items()}
config.available_features.update(name for name, path in external.items() if path)
config.substitutions.append((r"%stablehlo_programs\b", str(external["stablehlo-programs"])))
config.substitutions.append((r"%models\b", str(testdata.models(build))))
if external["framework-graphs"]:
    config.graph_sets["framework-graphs"] = external["framework-graphs"], sorted(os.listdir(external["framework-graphs"]))
if venv_python.exists():
    config.available_features.add("jax")
# A toolkit's headers, to compare ours with.
nvcc = shutil.which("nvcc")
for cuda in filter(None, [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), nvcc and pathlib.Path(nvcc).parents[1]]):
    include = pathlib.Path(cuda) / "include"
    if (include / "cuda.h").exists() and (include / "cublasLt.h").exists():
        config.available_features.add("cuda-headers")
        if (include / "cudnn.h").exists():
            config.available_features.add("cudnn-headers")
        config.substitutions.append(("%cuda_include", str(include)))
        break
# Packages with which python/ is tested, besides JAX.
if all(any(venv_python.parents[1].glob(f"lib/*/site-packages/{name}")) for name in ("flax", "mypy", "optax", "pytest", "rich", "ruff", "sklearn")):
    config.available_features.add("python-packages")

# PyTorch and ONNX, which tools/dev test installs too.
installed = venv_python.parents[1] / "installed-torch"
for feature in ("torch", "onnx"):
    if installed.exists() and any(venv_python.parents[1].glob(f"lib/*/site-packages/{feature}")):
        config.available_features.add(feature)

# NVIDIA's assembler, which says how many registers a kernel takes, and its functions of f64.
cuda = next(filter(None, map(os.environ.get, ("CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"))), "")
cublaslt = pathlib.Path(cuda, "lib64", "libcublasLt.so.13")
if cuda and cublaslt.exists():
    config.available_features.add("cublaslt")
    config.substitutions.append(("%cublaslt", str(cublaslt.parent)))
if pathlib.Path(cuda, "nvvm", "libdevice", "libdevice.10.bc").exists():
    config.available_features.add("libdevice")
config.substitutions.append(("%toolkit", cuda))  # for those tests that are to find it
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(cuda, "bin"))
config.substitutions.append(("%assembler", ptxas or "isa"))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
    config.environment["PATH"] += os.pathsep + os.path.dirname(ptxas)  # where amp-opt looks for it
