// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention on its way to one GPU kernel, between fusion and kernels.
#ifndef DIALECTS_AMP_IR_AMPATTENTION_TD
#define DIALECTS_AMP_IR_AMPATTENTION_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/amp/IR/AmpDialect.td"

def Amp_AttentionOperand
    : AnyTypeOf<[StaticShapeTensorOf<[AnyType]>, StaticShapeMemRefOf<[AnyType]>],
                "tensor or memref of static shape">;

def Amp_AttentionOp : Op<Amp_Dialect, "attention",
    [AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "softmax(f(Q K^T)) V without scores or probabilities in memory";
  let description = [{
    For loops b (batch), m (row), n (column), d (depth) and e (feature), each of
    which may be several or, except n, none:

    ```
    s[b, m, n] = f(sum over d of q * k, others..., indices...)
    o[b, m, e] = sum over n of d(exp(s - max over n of s), others...,
                                 indices...) * v
                 / sum over n of exp(s - max over n of s)
    ```

    and, where there are outs for them, which `amp.attention_gradient` reads,

    ```
    m[b, m] = max over n of s
    l[b, m] = log2(sum over n of exp(s - m))
    ```

    (in one number, l would be lost beside a large m, that of a row of masked
    logits).

    `indexing_maps` has a map from the loops to each operand, as in
    `linalg.generic`. The maps give the loops their roles: n is a loop of key
    and value and not of out, d of query and key, e of value and out, m of out
    and neither key nor value; all others are batch loops. A row loop may be
    absent from `query`.

    The first body is f, for one element: the score in f32, an element of each
    other operand, and the index of each loop. The body behind `dropout`, if
    there is one, is d, in place of the score with an exponential, of which d is
    a multiple, with or without roundings; else d is the exponential. Sums,
    maxima and exponentials are f32. d is rounded to the type of `value` before
    the multiplication; the sum of exponentials and the division are not. A row
    whose scores are all -inf is NaN, or, with `zero_empty_rows` (PyTorch's safe
    softmax), a sum of values times 0, with m = inf and l = 0.

    The op lives from `amp-fuse-attention`, on tensors, to
    `amp-attention-kernels`, on memrefs.

    See test/Lowering/Gpu/Attention/fuse-attention.mlir.
  }];
  let arguments = (ins Amp_AttentionOperand:$query, Amp_AttentionOperand:$key,
                       Amp_AttentionOperand:$value,
                       Variadic<Amp_AttentionOperand>:$others,
                       Variadic<Amp_AttentionOperand>:$outs,
                       AffineMapArrayAttr:$indexing_maps,
                       UnitAttr:$zero_empty_rows);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$logit, AnyRegion:$dropout);
  let assemblyFormat = [{
    `(` $query `,` $key `,` $value (`,` $others^)? `)` `outs` `(` $outs `)`
    attr-dict `:` functional-type(operands, results) $logit
    (`dropout` $dropout^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutsMutable(); }
    /// Returns the map from loops to the elements of an operand.
    ::mlir::AffineMap mapOf(unsigned operand) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getIndexingMaps()[operand])
          .getValue();
    }
    unsigned getNumLoops() { return mapOf(0).getNumDims(); }
    /// Returns the trip count of each loop.
    ::llvm::SmallVector<int64_t> getLoopSizes();
    /// Returns the role of each loop, by the operands that depend on the loop.
    ::llvm::SmallVector<::mlir::amp::AttentionLoop> getLoopRoles();
  }];
}

include "dialects/amp/IR/AmpAttentionGradient.td"

def Amp_YieldOp : Op<Amp_Dialect, "yield",
    [Pure, Terminator, ParentOneOf<["AttentionOp", "AttentionGradientOp"]>]> {
  let summary = "ends a body of amp.attention or of its gradient";
  let arguments = (ins F32:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // DIALECTS_AMP_IR_AMPATTENTION_TD
