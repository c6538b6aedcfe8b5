# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Eight devices on one processor, and the tools that this repository built (AMP_BIN may name others)."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
# Programs that run once: the less work on machine code, the sooner.
FLAGS = "--xla_allow_excess_precision=false --xla_backend_optimization_level=0"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = f"{FLAGS} --xla_force_host_platform_device_count=8"
os.environ.setdefault("AMP_BIN", str(ROOT / "build" / "bin"))
sys.path.insert(0, str(ROOT / "python" / "src"))
