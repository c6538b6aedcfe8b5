// RUN: split-file %s %t
// RUN: not amp-opt %t/output.mlir --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --amp-verify=input=%t/input.mlir 2>&1 | FileCheck %s

/// A cast that comes too late is MLIR's verifier's to find; where that is off,
/// it is found here.
// CHECK: error: 'stablehlo.exponential' op breaks "every cast is needed, and made once": expects operand #0 to be cast before it is read here, but the cast stands elsewhere

//--- input.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.exponential %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

//--- output.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %0 = stablehlo.tanh %a : tensor<4xbf16>
  %1 = stablehlo.exponential %b : tensor<4xf32>
  %b = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
