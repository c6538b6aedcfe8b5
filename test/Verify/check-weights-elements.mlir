// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Each element of a weight depends on the same element of its states. The mutants insert `%m`, which moves or drops elements.
// RUN: split-file %s %t
// RUN: amp-opt %t/step.mlir --amp-record-weights --amp-threshold-weights --amp-check-weights -o %t.mlir

// RUN: sed -f %t/read-transposed.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sed -f %t/read-row.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sed -f %t/read-rolled.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: breaks "only weights become integers": a value has another counterpart
// RUN: sed -f %t/old-transposed.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed -f %t/quanta-transposed.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVE
// RUN: sed -f %t/nan-of-corners.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVE
// MOVE: error: breaks "whole quanta move the weight, and the accumulator keeps the rest": expects so of 'w' at {{.*}}, element = [{{[0-7]}}, {{[0-7]}}]
// RUN: sed -f %t/count-of-half.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVED
// MOVED: error: breaks "moved counts the integers that changed": expects so of 'w.moved'
// RUN: sed -f %t/first-transposed.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: sed -f %t/first-of-corners.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: error: breaks "the first states are the weight": expects so of 'w' at
// RUN: sed -f %t/reader-transposed.sed %t.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=READER
// READER: error: breaks "a weight is its integer times epsilon": expects so of 'w'

/// A weight of more elements than are evaluated: a maximum without the last row; one row in place of another.
// RUN: amp-opt %t/large.mlir --amp-record-weights --amp-threshold-weights --amp-check-weights -o %t.large.mlir
// RUN: sed -f %t/first-without-row.sed %t.large.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/large.mlir 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: sed -f %t/read-one-row.sed %t.large.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/large.mlir 2>&1 | FileCheck %s --check-prefix=READ

/// Channels: an infinite accumulator of one channel makes the scale of another one NaN.
// RUN: amp-opt %t/step.mlir --amp-record-weights --amp-threshold-weights=weights=threshold:4,scale=channel --amp-check-weights -o %t.channel.mlir
// RUN: sed -f %t/finite-transposed.sed %t.channel.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVE

/// The weight that the step computes for its users has the scale of the other dimension.
// RUN: amp-opt %t/next.mlir --amp-record-weights --amp-threshold-weights=weights=threshold:4,scale=channel --amp-check-weights -o %t.next.mlir
// RUN: sed -f %t/next-of-rows.sed %t.next.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/next.mlir 2>&1 | FileCheck %s --check-prefix=NEXT
// NEXT: error: breaks "a scale belongs to an output": expects so of 'w', but a read of its next state has the scale of another one

/// Devices: the conductances of the transposed weight are read; pulses go to the devices of the transposed weight.
// RUN: amp-opt %t/step.mlir --amp-record-weights --amp-threshold-weights=weights=threshold:4,device=pcm --amp-check-weights -o %t.device.mlir
// RUN: sed -f %t/devices-transposed.sed %t.device.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: sed -f %t/pulses-transposed.sed %t.device.mlir > %t.m.mlir
// RUN: not amp-opt %t.m.mlir --amp-check-weights=input=%t/step.mlir 2>&1 | FileCheck %s --check-prefix=MOVE

//--- step.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.tanh %0 : tensor<4x8xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %2 : tensor<8x8xf32>
  %3 = stablehlo.subtract %w, %g : tensor<8x8xf32>
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

//--- next.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %1 : tensor<8x8xf32>
  %2 = stablehlo.subtract %w, %g : tensor<8x8xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<8x8xf32>
  %3 = stablehlo.abs %s : tensor<8x8xf32>
  return %s, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

//--- large.mlir
func.func @main(%w: tensor<32x32xf32>, %x: tensor<4x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x32xf32>) -> tensor<32x32xf32>
  %g = amp.gradients "main" %1 : tensor<32x32xf32>
  %2 = stablehlo.subtract %w, %g : tensor<32x32xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}

//--- read-transposed.sed
0,/convert %arg0/ {
  /convert %arg0/ i %m = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xi8>) -> tensor<8x8xi8>
  s/convert %arg0/convert %m/
}

//--- read-row.sed
0,/convert %arg0/ {
  /convert %arg0/ i %ma = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<8x8xi8>) -> tensor<1x8xi8>
  /convert %arg0/ i %m = stablehlo.broadcast_in_dim %ma, dims = [0, 1] : (tensor<1x8xi8>) -> tensor<8x8xi8>
  s/convert %arg0/convert %m/
}

//--- read-rolled.sed
0,/convert %arg0/ {
  /convert %arg0/ i %ma = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<8x8xi8>) -> tensor<1x8xi8>
  /convert %arg0/ i %mb = stablehlo.slice %arg0 [1:8, 0:8] : (tensor<8x8xi8>) -> tensor<7x8xi8>
  /convert %arg0/ i %m = stablehlo.concatenate %mb, %ma, dim = 0 : (tensor<7x8xi8>, tensor<1x8xi8>) -> tensor<8x8xi8>
  s/convert %arg0/convert %m/
}

//--- old-transposed.sed
s/^\(.*stablehlo.add \)\(%[0-9]*\)\(.*8x8xi32>\)$/%m = stablehlo.transpose \2, dims = [1, 0] : (tensor<8x8xi32>) -> tensor<8x8xi32>\n\1%m\3/

//--- quanta-transposed.sed
s/^\(.*stablehlo.add %[0-9]*, \)\(%[0-9]*\)\(.*8x8xi32>\)$/%m = stablehlo.transpose \2, dims = [1, 0] : (tensor<8x8xi32>) -> tensor<8x8xi32>\n\1%m\3/

//--- nan-of-corners.sed
0,/stablehlo.minimum/ s/^\(.*reduce(\)\(%[0-9]*\)\(.*(\)tensor<8x8xi8>/%m = stablehlo.slice \2 [0:8:7, 0:8:7] : (tensor<8x8xi8>) -> tensor<2x2xi8>\n\1%m\3tensor<2x2xi8>/

//--- count-of-half.sed
s/^\(.*reduce(\)\(%[0-9]*\)\(.*(\)tensor<8x8xi32>/%m = stablehlo.slice \2 [0:8, 0:4] : (tensor<8x8xi32>) -> tensor<8x4xi32>\n\1%m\3tensor<8x4xi32>/

//--- first-transposed.sed
s/^ *return \(%[0-9]*\)\(, %[0-9]*, %[0-9]* : .*\)$/%m = stablehlo.transpose \1, dims = [1, 0] : (tensor<8x8xi8>) -> tensor<8x8xi8>\nreturn %m\2/

//--- first-of-corners.sed
s/^\(.*reduce(\)\(%[0-9]*\)\(.*maximum.*(\)tensor<8x8xf32>/%m = stablehlo.slice \2 [0:8:7, 0:8:7] : (tensor<8x8xf32>) -> tensor<2x2xf32>\n\1%m\3tensor<2x2xf32>/

//--- reader-transposed.sed
s/^ *return \(%[0-9]*\)\( : tensor<8x8xf32>\)$/%m = stablehlo.transpose \1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>\nreturn %m\2/

//--- first-without-row.sed
s/^\(.*reduce(\)\(%[0-9]*\)\(.*maximum.*(\)tensor<32x32xf32>/%m = stablehlo.slice \2 [0:31, 0:32] : (tensor<32x32xf32>) -> tensor<31x32xf32>\n\1%m\3tensor<31x32xf32>/

//--- read-one-row.sed
0,/convert %arg0/ {
  /convert %arg0/ i %ma = stablehlo.slice %arg0 [0:20, 0:32] : (tensor<32x32xi8>) -> tensor<20x32xi8>
  /convert %arg0/ i %mb = stablehlo.slice %arg0 [3:4, 0:32] : (tensor<32x32xi8>) -> tensor<1x32xi8>
  /convert %arg0/ i %mc = stablehlo.slice %arg0 [21:32, 0:32] : (tensor<32x32xi8>) -> tensor<11x32xi8>
  /convert %arg0/ i %m = stablehlo.concatenate %ma, %mb, %mc, dim = 0 : (tensor<20x32xi8>, tensor<1x32xi8>, tensor<11x32xi8>) -> tensor<32x32xi8>
  s/convert %arg0/convert %m/
}

//--- finite-transposed.sed
0,/is_finite/ s/^\(.*\) = stablehlo.is_finite \(.*\)$/%m = stablehlo.is_finite \2\n\1 = stablehlo.transpose %m, dims = [1, 0] : (tensor<8x8xi1>) -> tensor<8x8xi1>/

//--- next-of-rows.sed
s/\(broadcast_in_dim %[0-9]*#[0-9]*, dims = \)\[1\]/\1[0]/

//--- devices-transposed.sed
0,/multiply %arg0/ s/^\(.*multiply \)%arg0\(.*\)$/%m = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>\n\1%m\2/

//--- pulses-transposed.sed
0,/concatenate/ s/^\(.*\) = stablehlo.concatenate \(.*\)$/%m = stablehlo.concatenate \2\n\1 = stablehlo.transpose %m, dims = [0, 2, 1] : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>/
