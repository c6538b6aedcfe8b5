// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --remarks-filter=amp -o %t.out 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" | diff %t.out -
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --remarks-filter-missed=amp -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --remarks-filter=amp --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
/// LLVM's tools read the file.
// RUN: llvm-remarkutil count --parser=yaml %t.yaml | FileCheck %s --check-prefix=COUNT
// COUNT: remarks.mlir,4

/// One per decision, of the kind that says what happened.
// CHECK: remark: [Passed] stablehlo.dot_general | Category:amp:allow | Function=main | Reason="contraction is on the allow list"
// CHECK: remark: [Analysis] stablehlo.exponential | Category:amp:deny | Function=main | Reason="transcendental is on the deny list"
// CHECK: remark: [Missed] stablehlo.tanh | Category:amp:path | Function=main | Reason="stablehlo.exponential is denied, and this op depends on it"
// CHECK: remark: [Passed] stablehlo.dot_general | Category:amp:allow | Function=main | Reason="contraction is on the allow list"
// CHECK-NOT: remark:

/// Asked for one kind, one kind comes; asked for none, none.
// MISSED:     [Missed] stablehlo.tanh | Category:amp:path | Function=main
// MISSED-NOT: remark:

// YAML:      --- !Passed
// YAML:      Name: {{.*}}stablehlo.dot_general
// YAML:      Function: main
// YAML:      Reason: contraction is on the allow list
module {
  func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.exponential %0 : tensor<8x8xf32>
    %2 = stablehlo.tanh %1 : tensor<8x8xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %3 : tensor<8x8xf32>
  }
}
