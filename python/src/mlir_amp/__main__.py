# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m mlir_amp` is `mlir-amp`."""

import sys

from mlir_amp.cli import main

sys.exit(main())
