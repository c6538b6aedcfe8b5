// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir -allow-unregistered-dialect --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// The input has as many of everything as the output. An op that is lost is one
/// of another name in its place.

//--- input.mlir
func.func @main(%x: f32) {
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}
func.func @flow() {
  cf.br ^two
^one:
  return
^two:
  cf.br ^one
}
module {
  func.func private @inner()
}

//--- output.mlir
func.func @main(%x: f32) {
  // expected-error @+1 {{'test.op' op breaks "without our casts it is the input": expects 1 operands, but got 2}}
  %0 = "test.op"(%x, %x) : (f32, f32) -> f32
  return
}

// -----

func.func @main(%x: f32) {
  // expected-error @+1 {{expects 1 results, but got 0}}
  "test.op"(%x) : (f32) -> ()
  return
}

// -----

func.func @main(%x: f32) {
  // expected-error @+1 {{expects 1 regions, but got 0}}
  %0 = "test.op"(%x) : (f32) -> f32
  return
}

// -----

func.func @main(%x: f32) {
  // expected-error @+1 {{expects 1 blocks, but got 2}}
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    "test.end"() : () -> ()
  ^bb1:
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}

// -----

func.func @main(%x: f32) {
  // expected-error @+1 {{expects 1 arguments, but got 0}}
  %0 = "test.op"(%x) ({
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}

// -----

func.func @main(%x: f32) {
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}
func.func @flow() {
  // expected-error @+1 {{expects to go on to the blocks that it went on to}}
  cf.br ^one
^one:
  return
^two:
  cf.br ^one
}

// -----

func.func @main(%x: f32) {
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    // expected-error @+1 {{expects 'test.end' here}}
    "test.other"() : () -> ()
  }) : (f32) -> f32
  return
}

// -----

func.func @main(%x: f32) {
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}
func.func @flow() {
  cf.br ^two
^one:
  return
^two:
  cf.br ^one
}
module {
  func.func private @inner()
  // expected-error @+1 {{expects the block to end before it}}
  func.func private @more()
}

// -----

func.func @main(%x: f32) {
  %0 = "test.op"(%x) ({
  ^bb0(%arg: f32):
    "test.end"() : () -> ()
  }) : (f32) -> f32
  return
}
func.func @flow() {
  cf.br ^two
^one:
  return
^two:
  cf.br ^one
}
// expected-error @+1 {{expects 'func.func' at the end of a block}}
module {
}
