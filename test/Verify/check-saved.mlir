// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && split-file %s %t
// RUN: amp-opt %t/right.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null
// RUN: not amp-opt %t/factor.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/share.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/small.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/least.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/other.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/fold.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/format.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/floor.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/scale.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: amp-opt %t/low.mlir --amp-check-saved=input=%t/low-step.mlir -o /dev/null
// RUN: not amp-opt %t/half.mlir --amp-check-saved=input=%t/low-step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/complex.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: amp-opt %t/complex.mlir --amp-check-saved=input=%t/complex.mlir -o /dev/null
// RUN: not amp-opt %t/late.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: error: {{.*}}breaks "only stored values lose bits": the backward pass stores it in 8 bits
// RUN: not amp-opt %t/pole.mlir --amp-check-saved=input=%t/quotient.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=POLE
// POLE: error: {{.*}}breaks "stored values choose nothing": it is infinite where what is computed from one is zero
// RUN: not amp-opt %t/op.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not amp-opt %t/spread.mlir --amp-check-saved=input=%t/square.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OP
// OP: error: {{.*}}breaks "only stored values lose bits": an op has another counterpart
// OP: note: this one
// RUN: not amp-opt %t/root.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROOT
// ROOT: error: {{.*}}breaks "only stored values lose bits": an {{op|argument}} has another counterpart
// RUN: not amp-opt %t/loss.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOSS
// LOSS: loss.mlir:{{[0-9]+}}:11: error: breaks "stored values serve the backward pass alone": it reads what is computed from one
// RUN: not amp-opt %t/result.mlir --amp-check-saved=input=%t/returns.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: {{.*}}breaks "stored values serve the backward pass alone": it reads what is computed from one
// RUN: not amp-opt %t/equal.mlir --amp-check-saved=input=%t/chooses.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: error: {{.*}}breaks "stored values choose nothing": it compares what is computed from one, or takes it for an index
// RUN: not amp-opt %t/effects.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=EFFECTS
// EFFECTS: error: {{.*}}breaks "only stored values lose bits": ops with effects differ
// RUN: not amp-opt %t/type.mlir --amp-check-saved=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: {{.*}}breaks "only stored values lose bits": its type changed
// RUN: amp-opt %t/region.mlir --amp-store-saved=least-elements=1 | amp-opt --amp-check-saved=input=%t/region.mlir | grep -c f8E4M3FN
// RUN: not amp-opt %t/region_loss.mlir --amp-check-saved=input=%t/region.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOSSINSIDE
// RUN: not amp-opt %t/region_condition.mlir --amp-check-saved=input=%t/region.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not amp-opt %t/region_around.mlir --amp-check-saved=input=%t/region.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not amp-opt %t/region_yield.mlir --amp-check-saved=input=%t/region.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not amp-opt %t/region_start.mlir --amp-check-saved=input=%t/region.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INSIDE
// LOSSINSIDE: error: {{.*}}breaks "stored values serve the backward pass alone": it reads what is computed from one
// INSIDE: error: {{.*}}breaks "only stored values lose bits": an {{op|argument}} has another counterpart
// RUN: not amp-opt %t/right.mlir --amp-check-saved -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: error: expects a record of the step; run amp-record-saved first, or name its file

/// A checker accepts what the pass writes, and none of its mutants.

//--- step.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %a, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- right.mlir
/// As amp-store-saved writes it.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- factor.mlir
/// Another factor after than before.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %c : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- share.mlir
/// A share by which the largest magnitude overflows.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.002> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- small.mlir
/// A share by which all magnitudes become small.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<4.0> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- least.mlir
/// A least scale that makes small rows zero.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.0> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- other.mlir
/// The scale of another value.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %x : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- fold.mlir
/// A scale of the smallest magnitude.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.minimum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- format.mlir
/// Another format, whose largest number is not 448.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E5M2>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E5M2>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- floor.mlir
/// A least scale that is no normal number, and so may be a third too small.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.4E-45> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- scale.mlir
/// A scale without a least one.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %scale = stablehlo.abs %part : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- op.mlir
/// Another op on the stored value.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.logistic %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- root.mlir
/// Another value is stored.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %x : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %x, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- loss.mlir
/// The loss reads a stored value.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %c0 = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down0 = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r0 = stablehlo.multiply %c0, %down0 : tensor<4x8xf32>
  %a = stablehlo.tanh %r0 : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- returns.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %a, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %a, %loss : tensor<4x8xf32>, tensor<f32>
}

//--- result.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %again, %loss : tensor<4x8xf32>, tensor<f32>
}

//--- chooses.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %is = stablehlo.compare EQ, %a, %x, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %g = stablehlo.select %is, %b, %x : tensor<4x8xi1>, tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- equal.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %is = stablehlo.compare EQ, %again, %x, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %g = stablehlo.select %is, %b, %x : tensor<4x8xi1>, tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- effects.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %key = stablehlo.custom_call @print(%g) {has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- type.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %again = stablehlo.tanh %r : tensor<4x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss, %loss : tensor<8x8xf32>, tensor<f32>, tensor<f32>
}

/// A step in a loop, and faults in its block, its condition and around it.

//--- region.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %v = %w, %l = %none) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
    cond {
      %goes = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %step : tensor<i32>
      %h = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
      %a = stablehlo.tanh %h : tensor<4x8xf32>
      %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
      %loss = amp.loss "main" %sum : tensor<f32>
      %seed = amp.seed "main" %one : tensor<f32>
      %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %g = stablehlo.multiply %a, %b : tensor<4x8xf32>
      %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
      %new = stablehlo.subtract %v, %dw : tensor<8x8xf32>
      stablehlo.return %next, %new, %loss : tensor<i32>, tensor<8x8xf32>, tensor<f32>
    }
  return %r#1, %r#2 : tensor<8x8xf32>, tensor<f32>
}

//--- region_loss.mlir
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg0, %iterArg_3 = %cst) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_4 : tensor<i32>
    %2 = stablehlo.dot_general %arg1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.abs %2 : tensor<4x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.00223214296> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %6 = stablehlo.maximum %5, %cst_7 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.divide %2, %7 : tensor<4x8xf32>
    %9 = stablehlo.convert %8 : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %10 = stablehlo.tanh %2 : tensor<4x8xf32>
    %f = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %s = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %p = stablehlo.multiply %f, %s : tensor<4x8xf32>
    %t = stablehlo.tanh %p : tensor<4x8xf32>
    %11 = stablehlo.reduce(%t init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = amp.loss "main" %11 : tensor<f32>
    %13 = amp.seed "main" %cst_1 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<4x8xf32>
    %18 = stablehlo.tanh %17 : tensor<4x8xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<4x8xf32>
    %20 = stablehlo.dot_general %arg1, %19, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.subtract %iterArg_2, %20 : tensor<8x8xf32>
    stablehlo.return %1, %21, %12 : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<8x8xf32>, tensor<f32>
}

//--- region_condition.mlir
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg0, %iterArg_3 = %cst) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LE, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_4 : tensor<i32>
    %2 = stablehlo.dot_general %arg1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.abs %2 : tensor<4x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.00223214296> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %6 = stablehlo.maximum %5, %cst_7 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.divide %2, %7 : tensor<4x8xf32>
    %9 = stablehlo.convert %8 : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %10 = stablehlo.tanh %2 : tensor<4x8xf32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = amp.loss "main" %11 : tensor<f32>
    %13 = amp.seed "main" %cst_1 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<4x8xf32>
    %18 = stablehlo.tanh %17 : tensor<4x8xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<4x8xf32>
    %20 = stablehlo.dot_general %arg1, %19, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.subtract %iterArg_2, %20 : tensor<8x8xf32>
    stablehlo.return %1, %21, %12 : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<8x8xf32>, tensor<f32>
}

//--- region_around.mlir
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg0, %iterArg_3 = %cst) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_4 : tensor<i32>
    %2 = stablehlo.dot_general %arg1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.abs %2 : tensor<4x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.00223214296> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %6 = stablehlo.maximum %5, %cst_7 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.divide %2, %7 : tensor<4x8xf32>
    %9 = stablehlo.convert %8 : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %10 = stablehlo.tanh %2 : tensor<4x8xf32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = amp.loss "main" %11 : tensor<f32>
    %13 = amp.seed "main" %cst_1 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<4x8xf32>
    %18 = stablehlo.tanh %17 : tensor<4x8xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<4x8xf32>
    %20 = stablehlo.dot_general %arg1, %19, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.subtract %iterArg_2, %20 : tensor<8x8xf32>
    stablehlo.return %1, %21, %12 : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  }
  return %0#1, %cst_1 : tensor<8x8xf32>, tensor<f32>
}

//--- region_yield.mlir
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_2 = %arg0, %iterArg_3 = %cst) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_4 : tensor<i32>
    %2 = stablehlo.dot_general %arg1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.abs %2 : tensor<4x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.00223214296> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %6 = stablehlo.maximum %5, %cst_7 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.divide %2, %7 : tensor<4x8xf32>
    %9 = stablehlo.convert %8 : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %10 = stablehlo.tanh %2 : tensor<4x8xf32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = amp.loss "main" %11 : tensor<f32>
    %13 = amp.seed "main" %cst_1 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<4x8xf32>
    %18 = stablehlo.tanh %17 : tensor<4x8xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<4x8xf32>
    %20 = stablehlo.dot_general %arg1, %19, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.subtract %iterArg_2, %20 : tensor<8x8xf32>
    stablehlo.return %1, %iterArg_2, %12 : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<8x8xf32>, tensor<f32>
}

//--- region_start.mlir
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %copy = stablehlo.negate %arg0 : tensor<8x8xf32>
  %0:3 = stablehlo.while(%iterArg = %c, %iterArg_2 = %copy, %iterArg_3 = %cst) : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_4 : tensor<i32>
    %2 = stablehlo.dot_general %arg1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.abs %2 : tensor<4x8xf32>
    %4 = stablehlo.reduce(%3 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<0.00223214296> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %6 = stablehlo.maximum %5, %cst_7 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.divide %2, %7 : tensor<4x8xf32>
    %9 = stablehlo.convert %8 : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %10 = stablehlo.tanh %2 : tensor<4x8xf32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %12 = amp.loss "main" %11 : tensor<f32>
    %13 = amp.seed "main" %cst_1 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.convert %9 : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<4x8xf32>
    %18 = stablehlo.tanh %17 : tensor<4x8xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<4x8xf32>
    %20 = stablehlo.dot_general %arg1, %19, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = stablehlo.subtract %iterArg_2, %20 : tensor<8x8xf32>
    stablehlo.return %1, %21, %12 : tensor<i32>, tensor<8x8xf32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<8x8xf32>, tensor<f32>
}

//--- square.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = stablehlo.tanh %h : tensor<8x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %g = stablehlo.multiply %a, %b : tensor<8x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- spread.mlir
/// Scales of rows for columns.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %abs = stablehlo.abs %h : tensor<8x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<8xf32>
  %part = stablehlo.multiply %most, %share : tensor<8xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<8xf32>
  %scale = stablehlo.maximum %part, %least : tensor<8xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %m = stablehlo.divide %h, %up : tensor<8x8xf32>
  %q = stablehlo.convert %m : (tensor<8x8xf32>) -> tensor<8x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<8x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %c = stablehlo.convert %q : (tensor<8x8xf8E4M3FN>) -> tensor<8x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<8x8xf32>
  %again = stablehlo.tanh %r : tensor<8x8xf32>
  %g = stablehlo.multiply %again, %b : tensor<8x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- quotient.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.divide %b, %h : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- pole.mlir
/// The backward pass divides by a stored value.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %m = stablehlo.divide %h, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %down = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %down : tensor<4x8xf32>
  %g = stablehlo.divide %b, %r : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- low-step.mlir
func.func @main(%w: tensor<8x8xbf16>, %x: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<bf16>) {
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %loss = amp.loss "main" %one : tensor<bf16>
  %seed = amp.seed "main" %one : tensor<bf16>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
  %g = stablehlo.multiply %h, %b : tensor<4x8xbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  return %dw, %loss : tensor<8x8xbf16>, tensor<bf16>
}

//--- low.mlir
/// Of bf16, as amp-store-saved writes it.
func.func @main(%w: tensor<8x8xbf16>, %x: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<bf16>) {
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %abs = stablehlo.abs %h : tensor<4x8xbf16>
  %most = "stablehlo.reduce"(%abs, %none) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<bf16>, %o: tensor<bf16>):
    %larger = stablehlo.maximum %p, %o : tensor<bf16>
    stablehlo.return %larger : tensor<bf16>
  }) : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %all = stablehlo.convert %most : (tensor<4xbf16>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %all, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %wide = stablehlo.convert %h : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %m = stablehlo.divide %wide, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %loss = amp.loss "main" %one : tensor<bf16>
  %seed = amp.seed "main" %one : tensor<bf16>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %up : tensor<4x8xf32>
  %n = stablehlo.convert %r : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %g = stablehlo.multiply %n, %b : tensor<4x8xbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  return %dw, %loss : tensor<8x8xbf16>, tensor<bf16>
}

//--- half.mlir
/// The largest magnitude in another format.
func.func @main(%w: tensor<8x8xbf16>, %x: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<bf16>) {
  %none = stablehlo.constant dense<0.0> : tensor<f16>
  %one = stablehlo.constant dense<1.0> : tensor<bf16>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %abs = stablehlo.abs %h : tensor<4x8xbf16>
  %most = "stablehlo.reduce"(%abs, %none) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<f16>, %o: tensor<f16>):
    %larger = stablehlo.maximum %p, %o : tensor<f16>
    stablehlo.return %larger : tensor<f16>
  }) : (tensor<4x8xbf16>, tensor<f16>) -> tensor<4xf16>
  %all = stablehlo.convert %most : (tensor<4xf16>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %all, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %wide = stablehlo.convert %h : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %m = stablehlo.divide %wide, %up : tensor<4x8xf32>
  %q = stablehlo.convert %m : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %loss = amp.loss "main" %one : tensor<bf16>
  %seed = amp.seed "main" %one : tensor<bf16>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
  %c = stablehlo.convert %q : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %c, %up : tensor<4x8xf32>
  %n = stablehlo.convert %r : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %g = stablehlo.multiply %n, %b : tensor<4x8xbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  return %dw, %loss : tensor<8x8xbf16>, tensor<bf16>
}

//--- complex.mlir
/// Complex numbers have no scale.
func.func @main(%w: tensor<8x8xcomplex<f32>>, %x: tensor<8x8xcomplex<f32>>) -> (tensor<8x8xcomplex<f32>>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %m = stablehlo.divide %x, %w : tensor<8x8xcomplex<f32>>
  %q = stablehlo.convert %m : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf8E4M3FN>
  %c = stablehlo.convert %q : (tensor<8x8xf8E4M3FN>) -> tensor<8x8xcomplex<f32>>
  %r = stablehlo.multiply %c, %w : tensor<8x8xcomplex<f32>>
  return %r, %loss : tensor<8x8xcomplex<f32>>, tensor<f32>
}

//--- late.mlir
/// A gradient is stored.
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %a = stablehlo.tanh %h : tensor<4x8xf32>
  %sum = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %a, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %abs = stablehlo.abs %dw : tensor<8x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<8xf32>
  %part = stablehlo.multiply %most, %share : tensor<8xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<8xf32>
  %scale = stablehlo.maximum %part, %least : tensor<8xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %m = stablehlo.divide %dw, %up : tensor<8x8xf32>
  %q = stablehlo.convert %m : (tensor<8x8xf32>) -> tensor<8x8xf8E4M3FN>
  %c = stablehlo.convert %q : (tensor<8x8xf8E4M3FN>) -> tensor<8x8xf32>
  %r = stablehlo.multiply %c, %up : tensor<8x8xf32>
  return %r, %loss : tensor<8x8xf32>, tensor<f32>
}
