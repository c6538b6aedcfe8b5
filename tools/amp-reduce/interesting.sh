#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Test of amp-reduce: a module is interesting while `amp-opt --amp=$AMP` prints a line, in its output or its messages, that matches the
# extended regular expression $PATTERN. amp-reduce expects exit code 1 for an interesting module.
#
#   AMP="compute=f16 loss-scale=dynamic" PATTERN="error: expects a gradient" \
#     amp-reduce step.mlir -reduction-tree='traversal-mode=0 test=tools/amp-reduce/interesting.sh' -o small.mlir
amp-opt "$1" --amp="${AMP:-compute=bf16}" 2>&1 | grep -qE -e "${PATTERN:?names the text to look for}" && exit 1
exit 0
