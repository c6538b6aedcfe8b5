/// The program graph is built once for the passes that change no structure:
/// passes that change attributes alone keep it, casts and splits make it stale.
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-measure-input --amp-assign-precision --amp-place-casts --amp-check-solution --amp-print-summary --mlir-timing --mlir-timing-display=tree -o /dev/null 2>&1 | FileCheck %s

// CHECK:      MeasureInput
// CHECK-NEXT: (A) amp::ProgramGraph
// CHECK-NEXT: AssignPrecision
// CHECK-NEXT: PlaceCasts
// CHECK-NEXT: CheckSolution
// CHECK-NEXT: (A) amp::ProgramGraph
// CHECK-NEXT: PrintSummary
// CHECK-NEXT: Output
func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
