#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# graphs.sh AMP_OPT GRAPHS FOLDER: the training steps of GRAPHS that one device runs, in 32 bits and as --amp makes them. Products of 32 bits keep
# all digits, as this processor's do: TF32 may decide which element a max pool takes. The big ones, and NAME.tf32, are as they are by default.
# Beside them, the attention of a layer of GPT-2 by itself, with dropout and without, and with heads of 128, the gradient by the input of its queries,
# keys and values, its cross-entropy, its step in f16
# and with saved values of 8 bits, a loop whose condition the device computes, functions that the chip approximates, and quotients.
set -euo pipefail
amp_opt=$1 graphs=$2 folder=$3

mix() { "$amp_opt" "$graphs/$1.mlir" --amp="$2" -o "$folder/$1.$3.mlir"; }
mkdir -p "$folder"
for path in "$graphs"/*.mlir; do
  name=$(basename "$path" .mlir)
  case $name in *.plain | data_parallel | explicit_all_reduce) continue ;; esac
  case $name in
  simplenet_4096 | gpt2_124m) cp "$path" "$folder" ;;
  *) sed 's/DEFAULT/HIGHEST/g' "$path" >"$folder/$name.mlir" ;;
  esac
  [ ! -f "$graphs/$name.npz" ] || cp "$graphs/$name.npz" "$folder"
  mix "$name" "compute=bf16 loss-scale=none" bf16
done
for name in attention attention_dropout chained cross_entropy; do
  cp "$(dirname "$0")/$name.mlir" "$folder/$name.bf16.mlir"
done
sed -E 's/(x12|x1024)x64xbf16/\1x128xbf16/g' "$(dirname "$0")/attention.mlir" >"$folder/attention_wide.bf16.mlir"
cp "$(dirname "$0")"/{functions,quotients}.mlir "$folder"
cp "$(dirname "$0")/until.mlir" "$folder"
for name in gpt2_124m simplenet_4096; do # whose shapes suit the chip's matrix units
  mix "$name" "compute=bf16 loss-scale=none align=profitable pad-state=true" bf16-aligned
done
mix gpt2_124m "compute=bf16 loss-scale=none align=profitable pad-state=true saved=f8" bf16-saved
mix gpt2_124m "compute=f16 loss-scale=dynamic align=profitable pad-state=true" f16-scaled
for name in simplenet transformer_block; do
  cp "$graphs/$name.mlir" "$folder/$name.tf32.mlir"
done
for name in simplenet simplenet_4096; do
  mix "$name" "compute=f16 loss-scale=dynamic" f16-scaled
  mix "$name" "compute=bf16 loss-scale=none solver=paint weights=master" bf16-shadows
done
