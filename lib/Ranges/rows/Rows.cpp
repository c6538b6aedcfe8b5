// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfer functions by the kind of op, and those of ops that differ from their
// kind. Results of other ops are unknown.
#include "lib/OpModel/Kinds.h"
#include "lib/Ranges/Transfer.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;
using namespace mlir::amp::ranges::transfer;

namespace {
struct KindRow {
  OpKind kind;
  TransferFunction range;
};
} // namespace

// clang-format off
static constexpr KindRow kindRows[] = {
    {OpKind::abs,                      magnitude},
    {OpKind::acos,                     arcCosine},
    {OpKind::acosh,                    arcHyperbolicCosine},
    {OpKind::add,                      sumOf},
    {OpKind::all_gather,               same},
    {OpKind::all_to_all,               same},
    {OpKind::and_,                     conjunction},
    {OpKind::asin,                     arcSine},
    {OpKind::asinh,                    arcHyperbolicSine},
    {OpKind::atan,                     arcTangent},
    {OpKind::atan2,                    arcTangentOfTwo},
    {OpKind::bitcast_convert,          bitcast},
    {OpKind::broadcast,                first},
    {OpKind::broadcast_in_dim,         first},
    {OpKind::cast,                     first},
    {OpKind::cbrt,                     cubeRoot},
    {OpKind::ceil,                     ceilOf},
    {OpKind::clamp,                    clampBetween},
    {OpKind::clampf,                   clampBehind},
    {OpKind::collapse_shape,           first},
    {OpKind::collective_broadcast,     sameOrZero},
    {OpKind::collective_permute,       sameOrZero},
    {OpKind::compare,                  truth},
    {OpKind::complex,                  any},
    {OpKind::concat,                   any},
    {OpKind::concatenate,              any},
    {OpKind::constant,                 constant},
    {OpKind::conv2d,                   onFloats<biasedContraction>},
    {OpKind::conv3d,                   onFloats<biasedContraction>},
    {OpKind::convert,                  converted},
    {OpKind::convolution,              contraction},
    {OpKind::copy,                     first},
    {OpKind::cosh,                     hyperbolicCosine},
    {OpKind::cosine,                   wave},
    {OpKind::count_leading_zeros,      bitCount},
    {OpKind::depthwise_conv2d,         onFloats<biasedContraction>},
    {OpKind::divide,                   quotient},
    {OpKind::dot,                      contraction},
    {OpKind::dot_general,              contraction},
    {OpKind::dynamic_broadcast_in_dim, first},
    {OpKind::dynamic_conv,             contraction},
    {OpKind::dynamic_gather,           first},
    {OpKind::dynamic_iota,             counter},
    {OpKind::dynamic_pad,              firstTwo},
    {OpKind::dynamic_reshape,          first},
    {OpKind::dynamic_slice,            first},
    {OpKind::dynamic_update_slice,     firstTwo},
    {OpKind::einsum,                   contraction},
    {OpKind::erf,                      errorFunction},
    {OpKind::erfc,                     errorComplement},
    {OpKind::exp2,                     exponentialOfTwo},
    {OpKind::expand_shape,             first},
    {OpKind::exponential,              exponential},
    {OpKind::exponential_minus_one,    exponentialMinusOne},
    {OpKind::extract,                  first},
    {OpKind::extract_slice,            first},
    {OpKind::floor,                    floorOf},
    {OpKind::gather,                   first},
    {OpKind::gather_rows,              first},
    {OpKind::get_tuple_element,        element},
    {OpKind::imag,                     first},
    {OpKind::insert_slice,             firstTwo},
    {OpKind::iota,                     counter},
    {OpKind::is_finite,                truth},
    {OpKind::is_inf,                   truth},
    {OpKind::is_nan,                   truth},
    {OpKind::is_neg_inf,               truth},
    {OpKind::is_pos_inf,               truth},
    {OpKind::log,                      logarithm},
    {OpKind::log10,                    logarithmOfTen},
    {OpKind::log2,                     logarithmOfTwo},
    {OpKind::log_plus_one,             logarithmPlusOne},
    {OpKind::logistic,                 logistic},
    {OpKind::matmul,                   onFloats<contraction>},
    {OpKind::maximum,                  maximumOf},
    {OpKind::minimum,                  minimumOf},
    {OpKind::multiply,                 product},
    {OpKind::negate,                   negated},
    {OpKind::optimization_barrier,     same},
    {OpKind::or_,                      disjunction},
    {OpKind::pad,                      firstTwo},
    {OpKind::permute,                  first},
    {OpKind::popcnt,                   bitCount},
    {OpKind::power,                    power},
    {OpKind::ragged_dot,               contraction},
    {OpKind::real,                     first},
    {OpKind::real_dynamic_slice,       first},
    {OpKind::reciprocal,               reciprocal},
    {OpKind::reduce,                   reduction},
    {OpKind::reduce_max,               oneOfMany},
    {OpKind::reduce_min,               oneOfMany},
    {OpKind::reduce_precision,         reducedPrecision},
    {OpKind::reduce_sum,               summed},
    {OpKind::reduce_window,            window},
    {OpKind::remainder,                remainder},
    {OpKind::reshape,                  first},
    {OpKind::reshape_to,               first},
    {OpKind::reverse,                  first},
    {OpKind::reverse_axis,             first},
    {OpKind::round_nearest_afz,        roundOf},
    {OpKind::round_nearest_even,       roundOf},
    {OpKind::rng,                      uniform},
    {OpKind::rsqrt,                    inverseRoot},
    {OpKind::scatter,                  scattered},
    {OpKind::select,                   lastTwo},
    {OpKind::select_and_scatter,       windowScattered},
    {OpKind::set_dimension_size,       first},
    {OpKind::shift_right_logical,      shiftRight},
    {OpKind::sign,                     sign},
    {OpKind::signed_maximum,           signedMaximumOf},
    {OpKind::signed_minimum,           signedMinimumOf},
    {OpKind::sine,                     wave},
    {OpKind::sinh,                     hyperbolicSine},
    {OpKind::slice,                    first},
    {OpKind::sort,                     same},
    {OpKind::splat,                    first},
    {OpKind::sqrt,                     squareRoot},
    {OpKind::square,                   squared},
    {OpKind::subtract,                 difference},
    {OpKind::tanh,                     hyperbolicTangent},
    {OpKind::tile,                     first},
    {OpKind::top_k,                    top},
    {OpKind::torch_index_select,       first},
    {OpKind::transpose,                first},
    {OpKind::transpose_conv2d,         onFloats<biasedContraction>},
    {OpKind::unsigned_convert,         convertedUnsigned},
};

/// Ops that differ from their kind. Integer zero points and shifts of TOSA are
/// not supported.
static const llvm::StringMap<TransferFunction> exceptions = {
    {"arith.sitofp", convertedSigned},
    {"tosa.cast", convertedToNearest},
    {"tosa.maximum", maximumOrOther},
    {"tosa.minimum", minimumOrOther},
    {"tosa.mul", onFloats<product>},
    {"tosa.negate", onFloats<negated>},
};
// clang-format on

TransferFunction amp::ranges::lookupTransfer(Operation *op) {
  static const KindMap<KindRow> byKind(kindRows);
  if (TransferFunction own = exceptions.lookup(op->getName().getStringRef()))
    return own;
  const KindRow *row = byKind.lookup(kindOf(op));
  return row ? row->range : nullptr;
}
