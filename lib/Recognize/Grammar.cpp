// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The composites, in the forms in which JAX, PyTorch and TensorFlow export
// them. Groups first come first: where two end at one op, it is the first.
#include "lib/Recognize/Pattern.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr GrammarLine lines[] = {
    // Statistics over dimensions.
    {"mean(x)", "div:s(sum:s(x), #n) | mul:s(sum:s(x), #1/n)"},
    {"squared(x)", "square:s(x) | mul:s(x, x) | power:s(x, 2)"},
    {"centred(x)", "sub(x, mean(x)) | add(x, neg:s(mean(x)))"},
    {"moment(x)", "mean(squared(x))"},
    // JAX takes no variance of no elements: select(0 < n, variance, nan).
    {"spread(x)", "moment(centred(x)) | sub:s(moment(x), squared(mean(x)))"},
    {"variance(x)",
     "spread(x) | max:s(0, spread(x)) | select:s(_, spread(x), #)"},
    {"root(v)", "sqrt:s(add:s(v, #eps)) | add:s(sqrt:s(v), #eps)"},
    {"inverse(v)", "rsqrt:s(add:s(v, #eps)) | div:s(1, root(v)) |"
                   "recip:s(root(v)) | power:s(add:s(v, #eps), -0.5)"},
    // What the data is multiplied by: with the scale, if that comes first.
    {"factor(v)", "inverse(v) | mul(inverse(v), _)"},

    {"norm", "mul(centred(x), factor(variance(x))) |"
             "div(centred(x), root(variance(x))) |"
             "add:o(mul(x, factor(variance(x))),"
             "      sub(_, mul(mean(x), factor(variance(x)))))"},
    // flax subtracts a mean of zero.
    {"rms_norm", "mul((sub(x, 0) | x), factor(moment(x))) |"
                 "div((sub(x, 0) | x), root(moment(x)))"},
    {"batch_norm", "mul(sub(x, %m), factor(%v)) | div(sub(x, %m), root(%v))"},

    // Softmax and its kin. The shift may be left out, and JAX guards it.
    {"peak(x)", "top:s(x) | max:s(#, top:s(x))"},
    {"shift(x)", "peak(x) | select:s(finite:-(peak(x)), peak(x), 0)"},
    {"shifted(x)", "sub(x, shift(x)) | x"},
    {"softmax", "div:o(exp(shifted(x)), sum:s(exp(shifted(x)))) |"
                "mul:o(exp(shifted(x)), (div:s(1, sum:s(exp(shifted(x)))) |"
                "                        recip:s(sum:s(exp(shifted(x))))))"},
};

ArrayRef<GrammarLine> amp::grammarLines() { return lines; }
