// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of amp.attention, on its way to two GPU kernels. AmpAttention.td
// includes this file.
#ifndef DIALECTS_AMP_IR_AMPATTENTIONGRADIENT_TD
#define DIALECTS_AMP_IR_AMPATTENTIONGRADIENT_TD

def Amp_AttentionGradientOp : Op<Amp_Dialect, "attention_gradient",
    [AttrSizedOperandSegments, DestinationStyleOpInterface, IsolatedFromAbove,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "gradient of softmax(f(Q K^T)) V by queries, or by keys and values";
  let description = [{
    For the loops of `amp.attention`, the gradient do of its result o, a body f'
    that is the derivative of f, and the statistics m, l and
    t[b, m] = sum over e of do * o, in this order,

    ```
    dq[b, m, d] = sum over n of f'(p * (g - t), others..., indices...) * k
    ```

    or, for two outs,

    ```
    dk[b, n, d] = sum over m of f'(p * (g - t), others..., indices...) * q
    dv[b, n, e] = sum over m of d(p) * do
    ```

    where s is as in `amp.attention`, p = exp(s - m) / 2^l and g = d'(sum over e
    of do * v, others..., indices...). With `dropout`, whose bodies are
    d and d', dv sums d(p, others..., indices...) * do; else g is the sum.
    `indexing_maps` has a map from the loops to each operand. n is a loop of key
    and value and neither of query nor of out's gradient, d of query and key
    alone, e of value and out's gradient alone. The block of a kernel has rows of
    the first out, which are loops of m that neither key nor value has, or n;
    loops of dk and dv but n, d and e are batch loops.

    Bodies are for one element: the score, p * (g - t), p or the gradient in
    f32, an element of each other operand, and the index of each loop. d is as
    in `amp.attention`, and d' a multiple of the gradient. d(p) and the result
    of f' are rounded to the type of `value` before they are multiplied; nothing
    else is. A row whose scores are all -inf is NaN, or 0 with `zero_empty_rows`.

    The op lives from `amp-fuse-attention-gradient`, on tensors, to
    `amp-attention-kernels`, on memrefs.

    See test/Lowering/Gpu/Attention/fuse-attention-gradient.mlir.
  }];
  let arguments = (ins Amp_AttentionOperand:$query, Amp_AttentionOperand:$key,
                       Amp_AttentionOperand:$value,
                       Amp_AttentionOperand:$gradient,
                       Variadic<Amp_AttentionOperand>:$others,
                       Variadic<Amp_AttentionOperand>:$statistics,
                       Variadic<Amp_AttentionOperand>:$outs,
                       AffineMapArrayAttr:$indexing_maps,
                       UnitAttr:$zero_empty_rows);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$logit, SizedRegion<1>:$score,
                        AnyRegion:$dropout, AnyRegion:$dropout_gradient);
  let assemblyFormat = [{
    `(` $query `,` $key `,` $value `,` $gradient (`,` $others^)? `)`
    `statistics` `(` $statistics `)` `outs` `(` $outs `)` attr-dict `:`
    functional-type(operands, results) $logit $score
    (`dropout` $dropout^ $dropout_gradient)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutsMutable();
    }
    /// Returns true for the gradients of keys and values.
    bool isByKeys() { return getOuts().size() == 2; }
    /// Returns the map from loops to the elements of an operand.
    ::mlir::AffineMap mapOf(unsigned operand) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getIndexingMaps()[operand])
          .getValue();
    }
    unsigned getNumLoops() { return mapOf(0).getNumDims(); }
    /// Returns the trip count of each loop.
    ::llvm::SmallVector<int64_t> getLoopSizes();
    /// Returns the role of each loop: rows are those of the first out, columns
    /// those over which it is summed.
    ::llvm::SmallVector<::mlir::amp::AttentionLoop> getLoopRoles();
  }];
}

#endif // DIALECTS_AMP_IR_AMPATTENTIONGRADIENT_TD
