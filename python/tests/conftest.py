# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Eight devices on one processor, and the tools that this repository built (AMP_BIN may name others)."""

import os
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
# Programs that run once: the less work on machine code, the sooner.
FLAGS = "--xla_allow_excess_precision=false --xla_backend_optimization_level=0"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = f"{FLAGS} --xla_force_host_platform_device_count=8"
os.environ.setdefault("AMP_BIN", str(ROOT / "build" / "bin"))
sys.path.insert(0, str(ROOT / "python" / "src"))


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The entry point of pyproject.toml, as an installed wheel has it."""
    project = (pathlib.Path(__file__).parents[1] / "pyproject.toml").read_text()
    entry = re.search(r"\[project.entry-points.(torch_dynamo_backends)\]\n(amp = )\"(.*)\"", project)
    folder = tmp_path_factory.mktemp("site")
    metadata = folder / "mlir_amp-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: mlir-amp\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text(f"[{entry[1]}]\n{entry[2]}{entry[3]}\n")
    sys.path.append(str(folder))
    import torch

    registry = torch._dynamo.backends.registry
    registry._lazy_import.cache_clear()
    registry._discover_entrypoint_backends.cache_clear()  # a test before may have compiled with another backend
    yield
    sys.path.remove(str(folder))
