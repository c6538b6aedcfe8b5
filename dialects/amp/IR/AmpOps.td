// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPOPS_TD
#define DIALECTS_AMP_IR_AMPOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/amp/IR/AmpPolicy.td"

def Amp_CastOp : Op<Amp_Dialect, "cast",
    [Pure, Elementwise, Scalarizable, Vectorizable, Tensorizable,
     SameOperandsAndResultShape]> {
  let summary = "converts a float value to another float type";
  let description = [{
    Rounds to nearest, ties to even (IEEE 754-2019, 4.3.1), and never
    saturates: a value that is too large becomes infinity, one that is too small
    becomes subnormal or zero. NaN stays NaN. Operands are scalars, vectors and
    tensors of any shape; the element type changes, and the shape does not.

    `reason` is the reason of the cast.

    Widening and then narrowing to the original type folds away, because it
    changes no value. Narrowing and then widening rounds, so it stays. A
    cast of a constant is left to `amp-fold-casts`, which warns where a value
    overflows or flushes to zero.

    ```mlir
    %1 = amp.cast %0 <allow, "contraction"> : tensor<4xf32> to tensor<4xbf16>
    ```
  }];
  let arguments = (ins FloatLike:$input, Amp_ReasonAttr:$reason);
  let results = (outs FloatLike:$output);
  let assemblyFormat =
    "$input $reason attr-dict `:` type($input) `to` type($output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // DIALECTS_AMP_IR_AMPOPS_TD
