// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composites in the forms that JAX, PyTorch and TensorFlow export, by priority:
// if two end at one op, the first is taken.
#include "lib/Recognize/Pattern.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static constexpr GrammarLine lines[] = {
    // Statistics over dimensions.
    {"mean(x)", "div:s(sum:s(x), #n) | mul:s(sum:s(x), #1/n)"},
    {"squared(x)", "square:s(x) | mul:s(x, x) | power:s(x, 2)"},
    {"centred(x)", "sub(x, mean(x)) | add(x, neg:s(mean(x)))"},
    {"moment(x)", "mean(squared(x))"},
    // Sample variance divides by n - 1.
    {"deviations(x)", "div:s(sum:s(squared(centred(x))), #n') |"
                      "mul:s(sum:s(squared(centred(x))), #1/n')"},
    // JAX guards the variance of empty data: select(0 < n, variance, nan).
    {"spread(x)", "deviations(x) | sub:s(moment(x), squared(mean(x)))"},
    {"variance(x)",
     "spread(x) | max:s(0, spread(x)) | select:s(_, spread(x), #)"},
    {"root(v)", "sqrt:s(add:s(v, #eps)) | add:s(sqrt:s(v), #eps)"},
    {"inverse(v)", "rsqrt:s(add:s(v, #eps)) | div:s(1, root(v)) |"
                   "recip:s(root(v)) | power:s(add:s(v, #eps), -0.5)"},
    // Factor of the data, including the scale if that is multiplied first.
    {"factor(v)", "inverse(v) | mul(inverse(v), _)"},

    {"norm", "mul(centred(x), factor(variance(x))) |"
             "div(centred(x), root(variance(x))) |"
             "add:o(mul(x, factor(variance(x))),"
             "      sub(_, mul(mean(x), factor(variance(x))))) |"
             "add:o(mul(x, factor(variance(x))),"
             "      add(_, mul(neg:s(mean(x)), factor(variance(x)))))"},
    // flax subtracts a mean of zero.
    {"rms_norm", "mul((sub(x, 0) | x), factor(moment(x))) |"
                 "div((sub(x, 0) | x), root(moment(x)))"},
    {"batch_norm", "mul(sub(x, %m), factor(%v)) | div(sub(x, %m), root(%v)) |"
                   "add:o(mul(x, factor(%v)), sub(_, mul(%m, factor(%v))))"},

    // Softmax and related ops. The shift by the maximum is optional. JAX guards
    // it against infinities, and takes the logarithm of an absolute value.
    {"peak(x)", "top:s(x) | max:s(#lowest, top:s(x))"},
    {"shift(x)", "peak(x) | select:s(finite:-(peak(x)), peak(x), 0)"},
    {"shifted(x)", "sub(x, shift(x)) | x"},
    {"whole(z)", "sum:s(exp(z))"},
    {"logged(z)", "log:s((abs:s(whole(z)) | whole(z)))"},
    {"log_sum(x)", "add:s(logged(sub(x, h=(shift(x)))), h) | logged(x)"},
    {"log_share(x)", "sub(z=(shifted(x)), logged(z)) | sub(x, log_sum(x))"},
    {"log_softmax", "sub:o(z=(shifted(x)), logged(z)) | sub:o(x, log_sum(x))"},
    {"logsumexp", "add:o(logged(sub(x, h=(shift(x)))), h)"},
    {"logsumexp", "log:o((abs:s(whole(shifted(x))) | whole(shifted(x))))"},
    {"softmax", "div:o(exp(z=(shifted(x))), whole(z)) |"
                "mul:o(exp(z=(shifted(x))),"
                "      (div:s(1, whole(z)) | recip:s(whole(z))))"},

    // Their backward passes, textbook and JAX's. Ops of the forward pass are no
    // members: z is the data, shifted or not.
    {"was_exp(z)", "exp:-(z)"},
    {"was_sum(z)", "sum:-(was_exp(z)) | abs:-(sum:-(was_exp(z)))"},
    {"was_share(z)", "div:-(was_exp(z), was_sum(z))"},
    {"was_log(z)", "sub:-(z, log:-(was_sum(z)))"},
    {"once(v)", "total:s(v) | v"},
    {"along(g, y)", "sum:s(mul:s(g, y))"},
    {"tilt(z, g)",
     "along(mul:s(g, div:s(1, mul:s(was_sum(z), was_sum(z)))), was_exp(z))"},
    {"softmax",
     "mul:o(sub(g, along(g, was_share(z))), was_share(z)) |"
     "sub:o(mul(g, was_share(z)),"
     "      mul(was_share(z), along(g, was_share(z)))) |"
     "mul:o(add(div(g, was_sum(z)), once(neg:s(tilt(z, g)))), was_exp(z))"},
    {"log_softmax",
     "sub:o(g, mul(exp(was_log(z)), sum:s(g))) |"
     "add:o(g, mul(once(div:s(sum:s(neg:s(g)), was_sum(z))), was_exp(z)))"},
    {"by_sum(z)", "div:s(_, was_sum(z)) |"
                  "add:s(select:s(_, div:s(_, was_sum(z)), #),"
                  "      neg:s(select:s(_, #, div:s(_, was_sum(z)))))"},
    {"logsumexp", "mul:o(by_sum(z), was_exp(z))"},
    {"cross_entropy", "add:o(mul:-(by_sum(z), was_exp(z)), scatter:-(_))"},

    // Producers of a softmax's operand: matmuls, scaled, with a mask.
    {"scores()", "mul:n(product:-(_), #) | div:n(product:-(_), #) |"
                 "product:-(_)"},
    {"attention before softmax",
     "add(scores(), _) | select(_, scores(), _) | scores()"},

    // The logit or log-probability of the label is gathered or multiplied out.
    {"taken(v)", "gather:-(v) | select:-(_, gather:-(v), #)"},
    {"picked(v)", "taken(taken(v)) | taken(v)"},
    {"cross_entropy",
     "sub:o(log_sum(x), picked(x)) | neg:o(picked(log_share(x))) |"
     "neg:o(total:s(mul(_, log_share(x)))) |"
     "neg:o(div:s(total:s(picked(log_share(x))), _)) |"
     "neg:o(div:s(total:s(mul(_, log_share(x))), _))"},

    // Optimizer updates of program arguments.
    {"squares()", "total:s(square:s(_)) | total:s(mul:s(w, w)) |"
                  "total:s(add:s(square:s(_), square:s(#)))"},
    {"length()", "sqrt:s(chain(squares()))"},
    {"clip_by_global_norm",
     "select:o(compare:-(length(), #), g, mul(div(g, length()), #)) |"
     "mul:o(g, (min:s(#, div:s(#, add:s(length(), #eps))) |"
     "          clamp:s(_, div:s(#, add:s(length(), #eps)), _)))"},
    {"average(m, g)", "add(mul(#, m), mul(#, g)) | add(m, mul(sub(g, m), #))"},
    {"unbiased(v)", "v | div(v, _) | mul(v, _)"},
    {"deviation(v, g)", "sqrt:s(unbiased(average(v, squared(g)))) |"
                        "sqrt:s(add:s(unbiased(average(v, squared(g))), #)) |"
                        "div:s(sqrt:s(average(v, squared(g))), _)"},
    {"adaptive(m, v, g)",
     "under(add:s(deviation(v, g), #eps), unbiased(average(m, g))) |"
     "under(add:s(deviation(v, g), #eps), mul(_, unbiased(average(m, g))))"},
    {"step(m, v, g)", "mul(_, adaptive(m, v, g)) | adaptive(m, v, g)"},
    {"adamw", "add:o($p, mul(_, add(adaptive($m, $v, g), mul(#, $p)))) |"
              "add:o(mul($p, #), step($m, $v, g)) |"
              "sub:o(mul($p, #), step($m, $v, g))"},
    {"adam", "add:o($p, step($m, $v, g)) | sub:o($p, step($m, $v, g))"},
    {"velocity(m, g)", "add(g, mul(#+, m))"},
    {"onward(m, g)", "add(g, mul(#+, velocity(m, g))) | velocity(m, g)"},
    {"momentum", "add:o($p, mul(#-, onward($m, g))) |"
                 "sub:o($p, mul(#+, onward($m, g)))"},
    {"sgd", "add:o($p, mul(#-, g)) | sub:o($p, mul(#+, g))"},

    {"drawn()", "compare:-(#random, _) | compare:-(_, #random)"},
    {"dropout", "select:o(drawn(), (div(x, #) | mul(x, #)), 0) |"
                "mul:o(x, (div(convert:-(drawn()), #) |"
                "          mul(convert:-(drawn()), #)))"},

    // Activations.
    {"sigmoid_of(x)",
     "logistic((mul(1, x) | x)) | div(1, add(1, exp(neg:n(x))))"},
    {"silu", "mul:o(x, sigmoid_of(x))"},
    {"sigmoid", "logistic:o(x) | div:o(1, add(1, exp(neg:n(x))))"},
    {"cut(x)", "clamp:n(#, x, #)"},
    {"cut_square(x)", "mul(cut(x), cut(x))"},
    {"h1(x)", "add(mul(#, x), #)"},
    {"h2(x)", "add(mul(h1(x), x), #)"},
    {"h3(x)", "add(mul(h2(x), x), #)"},
    {"h4(x)", "add(mul(h3(x), x), #)"},
    {"h5(x)", "add(mul(h4(x), x), #)"},
    {"h6(x)", "add(mul(h5(x), x), #)"},
    // PyTorch's is a quotient of polynomials; so is TensorFlow's for large |x|.
    {"erf_of(x)", "erf(x) | clamp(#, div(mul(cut(x), h6(cut_square(x))),"
                  "                      h4(cut_square(x))), #)"},
    {"far(x)", "div(1, mul(x, x))"},
    {"tail(x)", "mul(exp(neg(mul(x, x))),"
                "    div(h3(far(x)), mul(min(abs(x), #), h4(far(x)))))"},
    {"erfc_of(x)", "erfc(x) | select(_, select(_, sub(2, tail(x)), tail(x)),"
                   "                 add(mul(x, h5(mul(x, x))), 1))"},
    {"by_root_2(x)", "mul:n(x, 0.70710678) | div:n(x, 1.41421356)"},
    {"cube(x)", "mul(mul(x, x), x) | power(x, 3)"},
    {"bent(x)", "add(x, mul(0.044715, cube(x)))"},
    {"hill(x)", "add(1, erf_of(by_root_2(x))) | erfc_of(by_root_2(neg:n(x))) |"
                "add(1, tanh(mul(0.79788456, bent(x))))"},
    {"gelu", "mul:o(x, mul(0.5, hill(x))) | mul:o(mul(0.5, x), hill(x)) |"
             "mul:o(0.5, mul(x, hill(x)))"},
    {"from_zero(x)", "sub(x, 0) | x"},
    {"soft(x)", "add(max(x, 0), log1p(exp(neg(abs(from_zero(x))))))"},
    {"softplus", "select:o(_, _, soft(x)) | select:o(_, x, log1p(exp(x)))"},
    {"softplus", "add:o(max(x, 0), log1p(exp(neg(abs(from_zero(x)))))) |"
                 "log1p:o(exp(x)) | log:o(add(1, exp(x)))"},

    // Their backward passes, as JAX derives them.
    {"was_sigmoid(x)", "logistic:-(x) | div:-(1, add:-(1, exp:-(neg:-(x))))"},
    {"flank(x)", "mul(was_sigmoid(x), sub(1, was_sigmoid(x)))"},
    {"silu", "add:o(mul(g, was_sigmoid(x)), mul(mul(x, g), flank(x)))"},
    {"sigmoid", "mul:o(g, flank(x)) |"
                "mul:o(mul(g, was_sigmoid(x)), sub(1, was_sigmoid(x)))"},
    {"was_scaled(x)", "mul:-(x, 0.70710678) | div:-(x, 1.41421356)"},
    {"was_unit(x)", "was_scaled(x) | was_scaled(neg:-(x))"},
    {"bell(x)",
     "exp(neg((square(was_unit(x)) | mul(was_unit(x), was_unit(x)))))"},
    {"lean(x, g)", "mul(mul(mul(#, mul(mul:-(0.5, x), g)), bell(x)), #)"},
    {"was_hill(x)", "add:-(1, erf:-(was_scaled(x))) |"
                    "erfc:-(was_scaled(neg:-(x)))"},
    {"gelu", "add:o((lean(x, g) | neg(lean(x, g))),"
             "      mul(0.5, mul(g, was_hill(x))))"},
    {"was_cube(x)", "mul:-(mul:-(x, x), x) | power:-(x, 3)"},
    {"was_bent(x)", "add:-(x, mul:-(0.044715, was_cube(x)))"},
    {"was_tanh(x)", "tanh:-(mul:-(0.79788456, was_bent(x)))"},
    {"rise(x, g)", "mul(mul(0.5, mul(x, g)), sub(1, was_tanh(x)))"},
    {"bend(x, g)",
     "mul(0.79788456, add(rise(x, g), mul(rise(x, g), was_tanh(x))))"},
    {"gelu", "add:o(add(mul(g, mul:-(0.5, add:-(1, was_tanh(x)))), bend(x, g)),"
             "      mul(mul(0.044715, bend(x, g)), mul(3, mul(x, x))))"},
    {"or_zero(x)", "select(_, 0, x) | x"},
    {"was_soft(x)", "select:-(_, _, add:-(max:-(x, 0), log1p:-(_))) |"
                    "add:-(max:-(x, 0), log1p:-(_))"},
    {"softplus", "mul:o(g, exp(sub(or_zero(x), or_zero(was_soft(x))))) |"
                 "mul:o(div(g, add(1, exp:-(x))), exp:-(x))"},

    // Lookup of table rows.
    {"embedding", "gather:o($table)"},

    // Statistics without a norm.
    {"mean_variance", "max:s(0, spread(x)) | select:s(_, spread(x), #)"},
    {"mean_variance", "mean(squared(centred(x))) |"
                      "sub:s(moment(x), squared(mean(x)))"},
};

ArrayRef<GrammarLine> amp::recognize::grammarLines() { return lines; }
