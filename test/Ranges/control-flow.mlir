// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// A carried value that settles has the range of all turns; one that grows has no end on that side.
func.func @loop(%x: tensor<f32> {amp.range = #amp.range<0.0, 3.0>}, %n: tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  // expected-remark @+1 {{: [0, inf] declared, reaches [0, 5]; [0, 3] declared}}
  %0:3 = stablehlo.while(%i = %zero, %grows = %x, %stays = %x) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    // expected-remark @+1 {{: [0.5, inf] declared, reaches [0, 5]}}
    %1 = stablehlo.add %grows, %half : tensor<f32>
    // expected-remark @+1 {{: [0, 0.9951] declared}}
    %2 = stablehlo.tanh %stays : tensor<f32>
    stablehlo.return %j, %1, %2 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return
}

/// Values that loop-carried values pass to each other are found, however many iterations it takes.
func.func @rotation(%x: tensor<f32> {amp.range = #amp.range<0.0, 1.0>}, %y: tensor<f32> {amp.range = #amp.range<5.0, 6.0>}, %n: tensor<i1>) {
  // expected-remark @+1 {{: [0, 6] declared; [0, 6] declared; [0, 6] declared}}
  %0:3 = stablehlo.while(%a = %x, %b = %x, %c = %y) : tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    stablehlo.return %b, %c, %a : tensor<f32>, tensor<f32>, tensor<f32>
  }
  return
}

/// A loop in a loop: the outer one starts the inner one from what it has become.
func.func @nested(%x: tensor<f32> {amp.range = #amp.range<1.0, 2.0>}, %n: tensor<i1>) {
  // expected-remark @+1 {{: [1, inf] declared, reaches [0, 20]}}
  %0 = stablehlo.while(%a = %x) : tensor<f32>
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // expected-remark @+1 {{: [1, inf] declared, reaches [0, 20]}}
    %1 = stablehlo.while(%b = %a) : tensor<f32>
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      // expected-remark @+1 {{: [2, inf] declared, reaches [0, 20]}}
      %2 = stablehlo.add %b, %a : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
    stablehlo.return %1 : tensor<f32>
  }
  return
}

/// A branch gives what either side gives.
func.func @branches(%c: tensor<i1>, %x: tensor<f32> {amp.range = #amp.range<1.0, 2.0>}) {
  // expected-remark @+1 {{: [-2, 2] declared}}
  %0 = "stablehlo.if"(%c) ({
    stablehlo.return %x : tensor<f32>
  }, {
    // expected-remark @+1 {{: [-2, -1] declared}}
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

/// A private function knows all that it is called with; a public one does not.
func.func @calls(%x: tensor<f32> {amp.range = #amp.range<1.0, 2.0>}, %y: tensor<f32> {amp.range = #amp.range<-4.0, 0.0>}) {
  // expected-remark @+1 {{: [1, 2] declared}}
  %0 = call @own(%x) : (tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: [0, 4] declared}}
  %1 = call @own(%y) : (tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: [0, inf] program}}
  %2 = call @others(%x) : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @own(%x: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{: [0, 4] declared}}
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @others(%x: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{: [0, inf] program}}
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}

/// A function that calls itself is called with anything.
func.func @starts(%x: tensor<f32> {amp.range = #amp.range<0.0, 1.0>}) {
  // expected-remark @+1 {{: unknown}}
  %0 = call @recursive(%x) : (tensor<f32>) -> tensor<f32>
  return
}
func.func private @recursive(%x: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.add %x, %x : tensor<f32>
  // expected-remark @+1 {{: unknown}}
  %1 = call @recursive(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

/// A loop of known length multiplies at most so often; the same factor each
/// time does so.
func.func @powers(%x: tensor<4xf32>, %u: tensor<4xf32> {amp.range = #amp.range<-2.0, 2.0>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  // expected-remark @+1 {{: [0, 15] program, counted}}
  %factor = stablehlo.iota dim = 0 : tensor<16xf32>
  %factors = stablehlo.slice %factor [12:16] : (tensor<16xf32>) -> tensor<4xf32>
  %start = stablehlo.tanh %x : tensor<4xf32>
  // expected-remark @+1 {{: [-7.594e+05, 7.594e+05] program; [-32, 32] declared; [-1.969, 1.969] program}}
  %0:4 = stablehlo.while(%i = %zero, %p = %start, %d = %start, %m = %start) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.multiply %p, %factors : tensor<4xf32>
    %b = stablehlo.multiply %u, %d : tensor<4xf32>
    %e = stablehlo.multiply %m, %half : tensor<4xf32>
    %f = stablehlo.add %e, %start : tensor<4xf32>
    stablehlo.return %n, %a, %b, %f : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return
}

/// Values that a loop carries unchanged, and its counter, keep their ranges beside a value that doubles.
func.func @unchanged(%x: tensor<f32> {amp.range = #amp.range<1.0, 2.0>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  // expected-remark @+1 {{: [1e-12, 1e-12] program}}
  %tiny = stablehlo.constant dense<1.0e-12> : tensor<4xf32>
  // expected-remark @+1 {{: [32, 64] declared; [1e-12, 1e-12] program}}
  %0:3 = stablehlo.while(%i = %zero, %d = %x, %t = %tiny) : tensor<i32>, tensor<f32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    // expected-remark @+1 {{: [2, 128] declared}}
    %a = stablehlo.add %d, %d : tensor<f32>
    // expected-remark @+1 {{: [0, 5] program, counted}}
    %count = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    stablehlo.return %n, %a, %t : tensor<i32>, tensor<f32>, tensor<4xf32>
  }
  return
}

/// A region of several blocks yields in more than one place, and its first terminator yields nothing.
func.func @several_blocks(%x: tensor<f32> {amp.range = #amp.range<0.0, 3.0>}, %c: i1) {
  // expected-remark @+1 {{: unknown}}
  %0 = scf.execute_region -> tensor<f32> {
    cf.cond_br %c, ^bb1(%x : tensor<f32>), ^bb2(%x : tensor<f32>)
  ^bb1(%p: tensor<f32>):
    scf.yield %p : tensor<f32>
  ^bb2(%q: tensor<f32>):
    // expected-remark @+1 {{: [0, inf] program}}
    %1 = stablehlo.multiply %q, %q : tensor<f32>
    scf.yield %1 : tensor<f32>
  }
  return
}

/// An op in a body may run a function that it names: the operands of the only call are not all that it is called with.
func.func private @named(%a: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func @name_in_body(%x: tensor<f32> {amp.range = #amp.range<0.0, 3.0>}, %v: tensor<4xf32>) {
  // expected-remark @+1 {{: [0, 6] declared}}
  %0 = call @named(%x) : (tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: unknown}}
  %1 = "stablehlo.map"(%v) <{dimensions = array<i64: 0>}> ({
  ^bb0(%e: tensor<f32>):
    // expected-remark @+1 {{: unknown}}
    %2 = stablehlo.custom_call @run(%e) {called_computations = [@named]} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
