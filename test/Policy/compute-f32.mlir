// compute=f32: nothing is low; scaling, alignment, overflow counts and the report work as with 16 bits.
// RUN: amp-opt %s --amp=compute=f32 | FileCheck %s
// RUN: amp-opt %s --amp="compute=f32 debug=overflow" | FileCheck %s --check-prefix=DEBUG
// RUN: amp-opt %s --amp="compute=f32 report=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt %graphs/mlp_adam.mlir --amp="compute=f32 loss-scale=dynamic weights=master infer-marks=false" | FileCheck %s --check-prefix=STEP
// RUN: not amp-opt %s --amp="compute=f32 preset=tf" 2>&1 | FileCheck %s --check-prefix=PRESET
// RUN: not amp-opt %s --amp="compute=f32 policy-file=%S/../Inputs/softmax-f32.policy" 2>&1 | FileCheck %s --check-prefix=PRESET
// PRESET: {{^}}error: compute=f32 lowers nothing: expects no policy
// RUN: not amp-opt %s --amp="compute=f32 io=bf16" 2>&1 | FileCheck %s --check-prefix=IO
// RUN: not amp-opt %s --amp="compute=f32 reduce=low" 2>&1 | FileCheck %s --check-prefix=IO
// IO: {{^}}error: compute=f32 lowers nothing: expects io=keep and reduce=f32

/// Values that are 16-bit in the program stay 16-bit.
// CHECK:      %[[LOW:.*]] = stablehlo.convert %{{.*}} : (tensor<3x5xf32>) -> tensor<3x5xbf16>
// CHECK-NEXT: stablehlo.dot_general %[[LOW]], {{.*}} : (tensor<3x5xbf16>, tensor<5x7xbf16>) -> tensor<3x7xf32>
// CHECK-NEXT: stablehlo.dot_general {{.*}} : (tensor<3x7xf32>, tensor<7x7xf32>) -> tensor<3x7xf32>
// CHECK-NEXT: return
// DEBUG: func.func public @main{{.*}} -> (tensor<3x7xf32>, {{.*}}amp.role
// REPORT: "compute": "f32",
// REPORT: "kind":"deny","words":"contraction is on the deny list"
// STEP: func.func public @main({{.*}}amp.role = "scale"
// STEP-NOT: f16
func.func public @main(%a: tensor<3x5xf32>, %b: tensor<5x7xbf16>, %c: tensor<7x7xf32>) -> tensor<3x7xf32> {
  %0 = stablehlo.convert %a : (tensor<3x5xf32>) -> tensor<3x5xbf16>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<3x5xbf16>, tensor<5x7xbf16>) -> tensor<3x7xf32>
  %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<3x7xf32>, tensor<7x7xf32>) -> tensor<3x7xf32>
  return %2 : tensor<3x7xf32>
}
