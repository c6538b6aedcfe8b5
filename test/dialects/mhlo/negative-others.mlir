// RUN: amp-opt %s --split-input-file --verify-diagnostics
// RUN: sed '/expected-error/d' %s | amp-opt --split-input-file --allow-unregistered-dialect --verify-roundtrip --amp="compute=f16 solver=paint" | FileCheck %s

/// Ops, types and attributes that are not declared are those of an unregistered dialect: opaque, if the command line allows them.
func.func @op(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: "mhlo.other"(%{{.*}}) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+1 {{unregistered operation 'mhlo.other' found in dialect ('mhlo') that does not allow unknown operations}}
  %1 = "mhlo.other"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// CHECK: !mhlo.token
// expected-error @+1 {{expects a type that is known, or --allow-unregistered-dialect, but got 'mhlo.token'}}
func.func private @type(!mhlo.token)

// -----

// CHECK: #mhlo.other<1>
// expected-error @+1 {{expects an attribute that is known, or --allow-unregistered-dialect, but got 'mhlo.other<1>'}}
func.func private @attribute() attributes {a = #mhlo.other<1>}
