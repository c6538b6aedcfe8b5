#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# pack.sh BUILD GRAPHS FILE.tar.xz: what `tools/dev gpu-check` needs on a machine that can build nothing, under 60 MiB: amp-run with MLIR
# inside (a build with -DAMP_LINK_DYLIB=OFF), stripped and compressed, the few libraries that not every Linux has, and the graphs.
set -euo pipefail
build=$1 graphs=$2 file=$3
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cmake --install "$build" --component gpu --strip --prefix "$folder" >/dev/null
"$(dirname "$0")/graphs.sh" "$build/bin/amp-opt" "$graphs" "$folder/graphs"
mkdir -p "$(dirname "$file")"
tar -C "$folder" -cf - bin lib graphs | xz -T0 -6 >"$file"
size=$(stat -c %s "$file")
echo "$file: $((size >> 10)) KiB"
[ "$size" -lt $((60 << 20)) ] || { echo "expects at most 60 MiB" >&2; exit 1; }
