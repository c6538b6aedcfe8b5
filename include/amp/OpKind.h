// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computation of an op, independent of its dialect: stablehlo.add, arith.addf
// and tosa.add are `add`. The names are those of the StableHLO specification;
// a C++ keyword ends in an underscore.
#ifndef AMP_OPKIND_H
#define AMP_OPKIND_H

#include <cstdint>

namespace mlir::amp {

// clang-format off
enum class OpKind : uint8_t {
  other,            ///< no kind that a pass distinguishes
  // Kinds that a row of any dialect may have: ops described by their operands
  // and results.
  abs, acos, acosh, add, and_, arange, asin, asinh, atan, atan2, atanh, cbrt,
  ceil, clamp, convert, copy, cosh, cosine, divide, erf, erf_inv, erfc, exp2,
  exponential, exponential_minus_one, floor, is_finite, is_inf, is_nan, lgamma,
  log, log10, log2, log_plus_one, logistic, matmul, maximum, minimum, multiply,
  negate, not_, or_, power, reciprocal, remainder, reshape, round_nearest_afz,
  round_nearest_even, rsqrt, select, sign, sine, sinh, sqrt, square, subtract,
  tan, tanh, transpose, xor_,
  // Kinds for the rows of `lib/OpModel/rows` alone: passes read attributes and
  // regions in the form of the ops there.
  unsigned_convert, ///< from integers read as unsigned, regardless of the type
  signed_maximum, signed_minimum,     ///< of integers read as signed
  unsigned_maximum, unsigned_minimum, ///< of integers read as unsigned
  maxnum, minnum,   ///< return the other operand if one is NaN
  clampf,           ///< operands: value, lower bound, upper bound
  gather_rows,      ///< operands: [N, K, C] values, [N, W] indices
  permute,          ///< transpose by an attribute `perms`
  reshape_to,       ///< operands: value, shape
  reverse_axis,     ///< reverse by an attribute `axis`
  pad_by,           ///< operands: value, amounts, padding value
  pad_region,       ///< the region computes the padding value
  do_while,         ///< scf.while: the first region forwards to the second
  concat,           ///< concatenate by an attribute `axis` or `dim`
  all_reduce_sum, reduce_scatter_sum, ///< sums over devices, without a body
  after_all, all_gather, all_reduce, all_to_all, argmax, async_done,
  async_start, avg_pool2d, batch_matmul, batch_norm_grad, batch_norm_inference,
  batch_norm_training, bessel_i1e, bitcast_convert, broadcast,
  broadcast_in_dim, call, case_, cast, cholesky, collapse_shape,
  collective_broadcast, collective_permute, compare, complex, composite,
  concatenate, conj, constant, constant_like, conv2d, conv3d, convolution,
  count_leading_zeros, create_token, cross_replica_sum, custom_call,
  depthwise_conv2d, digamma, dot, dot_general, dynamic_broadcast_in_dim,
  dynamic_conv, dynamic_gather, dynamic_iota, dynamic_pad, dynamic_reshape,
  dynamic_slice, dynamic_update_slice, einsum, empty, execute_region,
  expand_shape, extract, extract_slice, fft, fill, for_, gather, generic,
  get_dimension_size, get_tuple_element, if_, imag, infeed, insert_slice, iota,
  is_neg_inf, is_pos_inf, manual_computation, map, max_pool2d, mesh,
  next_after, optimization_barrier, outfeed, pad, partition_id, polygamma,
  popcnt, ragged_dot, real, real_dynamic_slice, recv, reduce, reduce_max,
  reduce_min, reduce_precision, reduce_product, reduce_scatter, reduce_sum,
  reduce_window, replica_id, reshard, return_, reverse, rng, rng_bit_generator,
  scan, scatter, select_and_scatter, send, set_dimension_size,
  sharding_constraint, shift_left, shift_right_arithmetic, shift_right_logical,
  slice, sort, splat, tile, top_k, torch_index_select, transpose_conv2d,
  triangular_solve, tuple, unary_einsum, uniform_dequantize, uniform_quantize,
  while_, zeta,
  firstOfOurs = unsigned_convert,
};
// clang-format on

} // namespace mlir::amp

#endif // AMP_OPKIND_H
