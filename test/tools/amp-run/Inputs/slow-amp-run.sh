#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In the place of amp-run for gpu-check: a GPU without libraries, whose step of gpt2_124m in 32 bits never ends.
case "$*" in
*/product.mlir* | */convolution.mlir*) echo "error: no library"; exit 1 ;;
*/gpt2_124m.mlir*--time=kernels*)
  echo "kernel calls us"
  echo "matmul_64x64x64_f32 1 9.0"
  sleep 60 ;;
*--time=kernels*)
  echo "kernel calls us"
  echo "matmul_64x64x64_bf16 1 7.0"
  echo "step: 10.0 us in 2 calls, 97.0% of it in kernels" ;;
*) echo "run 1.0 ms" ;;
esac
