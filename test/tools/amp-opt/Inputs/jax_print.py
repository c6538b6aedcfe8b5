# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Parses a module with jaxlib's MLIR and prints it.
import sys

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

context = mlir.make_ir_context()
context.allow_unregistered_dialects = True
with open(sys.argv[1]) as file:
    print(ir.Module.parse(file.read(), context), end="")
