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
  abs, acos, acosh, add, after_all, all_gather, all_reduce, all_to_all, and_,
  arange, argmax, asin, asinh, async_done, async_start, atan, atan2, atanh,
  avg_pool2d, batch_matmul, batch_norm_grad, batch_norm_inference,
  batch_norm_training, bessel_i1e, bitcast_convert, broadcast,
  broadcast_in_dim, call, case_, cast, cbrt, ceil, cholesky, clamp,
  collapse_shape, collective_broadcast, collective_permute, compare, complex,
  composite, concatenate, conj, constant, constant_like, conv2d, conv3d,
  convert, convolution, copy, cosh, cosine, count_leading_zeros, create_token,
  cross_replica_sum, custom_call, depthwise_conv2d, digamma, divide, dot,
  dot_general, dynamic_broadcast_in_dim, dynamic_conv, dynamic_gather,
  dynamic_iota, dynamic_pad, dynamic_reshape, dynamic_slice,
  dynamic_update_slice, einsum, empty, erf, erf_inv, erfc, execute_region,
  exp2, expand_shape, exponential, exponential_minus_one, extract,
  extract_slice, fft, fill, floor, for_, gather, generic, get_dimension_size,
  get_tuple_element, if_, imag, infeed, insert_slice, iota, is_finite, is_inf,
  is_nan, is_neg_inf, is_pos_inf, lgamma, log, log10, log2, log_plus_one, logistic,
  manual_computation, map, matmul, max_pool2d, maximum, mesh, minimum,
  multiply, negate, next_after, not_, optimization_barrier, or_, outfeed, pad,
  partition_id, polygamma, popcnt, power, ragged_dot, real,
  real_dynamic_slice, reciprocal, recv, reduce, reduce_max, reduce_min,
  reduce_precision, reduce_product, reduce_scatter, reduce_sum, reduce_window,
  remainder, replica_id, reshape, reshard, return_, reverse, rng,
  rng_bit_generator, round_nearest_afz, round_nearest_even, rsqrt, scan,
  scatter, select, select_and_scatter, send, set_dimension_size,
  sharding_constraint, shift_left, shift_right_arithmetic,
  shift_right_logical, sign, sine, sinh, slice, sort, splat, sqrt, square,
  subtract, tan, tanh, tile, top_k, torch_index_select, transpose, transpose_conv2d,
  triangular_solve, tuple, unary_einsum, uniform_dequantize, uniform_quantize,
  while_, xor_, zeta,
};
// clang-format on

} // namespace mlir::amp

#endif // AMP_OPKIND_H
