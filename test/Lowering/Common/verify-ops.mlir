/// Invalid ops are refused at a stage of a pipeline, and after the last pass of any; --verify-each=0 refuses none.
// RUN: not amp-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --amp-verify-ops 2>&1 | FileCheck %s
// RUN: not env -u AMP_VERIFY_EACH amp-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --amp-note-signatures 2>&1 | FileCheck %s
// RUN: not amp-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --amp-note-signatures 2>&1 | FileCheck %s
// RUN: amp-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --amp-note-signatures | FileCheck %s --check-prefix=UNVERIFIED

// CHECK: error: type of return operand 0 ('f32') doesn't match function result type ('f16')
// UNVERIFIED: "func.return"(%{{.*}}) : (f32) -> ()
func.func @main(%x: f32) -> f16 {
  "func.return"(%x) : (f32) -> ()
}
