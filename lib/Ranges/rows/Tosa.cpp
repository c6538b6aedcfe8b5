// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TOSA, on floats: its reductions and zero points on integers are left out.
#include "lib/Ranges/Transfer.h"

namespace mlir::amp::transfer {

// clang-format off
static constexpr Transfer table[] = {
    {"tosa.abs",               magnitude},
    {"tosa.add",               sumOf},
    {"tosa.cast",              converted},
    {"tosa.ceil",              ceilOf},
    {"tosa.concat",            any},
    {"tosa.const",             constant},
    {"tosa.conv2d",            contraction},
    {"tosa.conv3d",            contraction},
    {"tosa.cos",               wave},
    {"tosa.depthwise_conv2d",  contraction},
    {"tosa.equal",             truth},
    {"tosa.erf",               errorFunction},
    {"tosa.exp",               exponential},
    {"tosa.floor",             floorOf},
    {"tosa.gather",            first},
    {"tosa.greater",           truth},
    {"tosa.greater_equal",     truth},
    {"tosa.identity",          first},
    {"tosa.log",               logarithm},
    {"tosa.matmul",            contraction},
    {"tosa.maximum",           maximumOf},
    {"tosa.minimum",           minimumOf},
    {"tosa.mul",              product},
    {"tosa.negate",           negated},
    {"tosa.pow",               power},
    {"tosa.reciprocal",        reciprocal},
    {"tosa.reduce_max",        first},
    {"tosa.reduce_min",        first},
    {"tosa.reduce_sum",        summed},
    {"tosa.reshape",           first},
    {"tosa.reverse",           first},
    {"tosa.rsqrt",             inverseRoot},
    {"tosa.select",            lastTwo},
    {"tosa.sigmoid",           logistic},
    {"tosa.sin",               wave},
    {"tosa.slice",             first},
    {"tosa.sub",               difference},
    {"tosa.tanh",              hyperbolicTangent},
    {"tosa.tile",              first},
    {"tosa.transpose",         first},
    {"tosa.transpose_conv2d",  contraction},
};
// clang-format on

ArrayRef<Transfer> tosa() { return table; }

} // namespace mlir::amp::transfer
