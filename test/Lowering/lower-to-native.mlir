// RUN: amp-opt %s -split-input-file --amp-lower-to-native | FileCheck %s

// CHECK: module attributes {amp.applied = {policy = "{{[0-9A-F]+}}", stages = ["assign", "place", "fold"]}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>} {
  // CHECK-LABEL: @arith
  func.func @arith(%x: f32, %v: vector<4xbf16>, %t: tensor<4xf32>) -> (f16, vector<4xf32>, tensor<4xf16>) {
    // CHECK: arith.truncf %{{.*}} : f32 to f16
    %0 = amp.cast %x <unlisted> : f32 to f16
    // CHECK: arith.extf %{{.*}} : vector<4xbf16> to vector<4xf32>
    %1 = amp.cast %v <unlisted> : vector<4xbf16> to vector<4xf32>
    // CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xf16>
    %2 = amp.cast %t <unlisted> : tensor<4xf32> to tensor<4xf16>
    return %0, %1, %2 : f16, vector<4xf32>, tensor<4xf16>
  }

  /// User constraints are satisfied, and their attributes erased: no other tool reads them.
  // CHECK-LABEL: @wishes
  func.func @wishes(%x: f32) {
    // CHECK: math.exp %{{[a-z0-9]+}} {note = "kept"} : f32
    %0 = math.exp %x {amp.require = #amp.require<deny>, amp.role = "softmax.interior", note = "kept"} : f32
    return
  }

}

// -----

module {
  /// The dialect of a user, or of the producer.
  // CHECK-LABEL: @tosa
  func.func @tosa(%x: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK: tosa.cast %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
    // CHECK: tosa.cast %{{.*}} : (tensor<4xf16>) -> tensor<4xf32>
    %0 = amp.cast %x <unlisted> : tensor<4xf32> to tensor<4xf16>
    %1 = tosa.exp %0 : (tensor<4xf16>) -> tensor<4xf16>
    %2 = amp.cast %1 <unlisted> : tensor<4xf16> to tensor<4xf32>
    return %2 : tensor<4xf32>
  }

  // CHECK-LABEL: @stablehlo
  func.func @stablehlo(%x: tensor<4xf32>) {
    // CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
    %0 = amp.cast %x <unlisted> : tensor<4xf32> to tensor<4xf16>
    %1 = stablehlo.exponential %0 : tensor<4xf16>
    return
  }
}

// -----

/// Between calls no neighbour tells: the module does.
module @calls {
  // CHECK-LABEL: @between_calls
  func.func @between_calls() {
    %0 = call @make() : () -> tensor<4xf32>
    // CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
    %1 = amp.cast %0 <unlisted> : tensor<4xf32> to tensor<4xf16>
    call @take(%1) : (tensor<4xf16>) -> ()
    return
  }
  func.func private @make() -> tensor<4xf32> {
    %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @take(tensor<4xf16>)
}
