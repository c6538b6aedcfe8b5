// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Op rows: one table per dialect, sorted by name, and aliases of enumerators.
#ifndef LIB_OPMODEL_ROWS_ROWS_H
#define LIB_OPMODEL_ROWS_ROWS_H

#include "amp/OpKind.h"
#include "lib/OpModel/OpModel.h"

namespace mlir::amp::rows {

ArrayRef<OpRow> affine();
ArrayRef<OpRow> amp();
ArrayRef<OpRow> arith();
ArrayRef<OpRow> cf();
ArrayRef<OpRow> chlo();
ArrayRef<OpRow> func();
ArrayRef<OpRow> linalg();
/// Kinds of the named ops of linalg.
ArrayRef<std::pair<StringLiteral, OpKind>> linalgKinds();
ArrayRef<OpRow> math();
ArrayRef<OpRow> mhlo();
ArrayRef<OpRow> scf();
ArrayRef<OpRow> sdy();
ArrayRef<OpRow> stablehlo();
ArrayRef<OpRow> tensor();
ArrayRef<OpRow> tmTensor();
ArrayRef<OpRow> tosa();

inline constexpr auto contraction = OpClass::contraction;
inline constexpr auto elementwise = OpClass::elementwise;
inline constexpr auto transcendental = OpClass::transcendental;
inline constexpr auto reduction = OpClass::reduction;
inline constexpr auto scan = OpClass::scan;
inline constexpr auto layout = OpClass::layout;
inline constexpr auto select = OpClass::select;
inline constexpr auto gather_scatter = OpClass::gather_scatter;
inline constexpr auto control = OpClass::control;
inline constexpr auto call = OpClass::call;
inline constexpr auto collective = OpClass::collective;
inline constexpr auto random = OpClass::random;
inline constexpr auto bits = OpClass::bits;
inline constexpr auto constant = OpClass::constant;
inline constexpr auto convert = OpClass::convert;
inline constexpr auto opaque = OpClass::opaque;

inline constexpr auto none = RegionRule::none;
inline constexpr auto branch = RegionRule::branch;
inline constexpr auto loop = RegionRule::loop;
inline constexpr auto body = RegionRule::body;
inline constexpr auto inlined = RegionRule::inlined;

} // namespace mlir::amp::rows

#endif // LIB_OPMODEL_ROWS_ROWS_H
