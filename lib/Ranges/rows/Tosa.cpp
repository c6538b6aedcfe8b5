// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TOSA, on floats: zero points and shifts of integers are left out.
#include "lib/Ranges/Transfer.h"

namespace mlir::amp::ranges::transfer {

// clang-format off
static constexpr Transfer table[] = {
    {"tosa.abs",               magnitude},
    {"tosa.add",               sumOf},
    {"tosa.cast",              convertedToNearest},
    {"tosa.ceil",              ceilOf},
    {"tosa.concat",            any},
    {"tosa.const",             constant},
    {"tosa.conv2d",            onFloats<biasedContraction>},
    {"tosa.conv3d",            onFloats<biasedContraction>},
    {"tosa.cos",               wave},
    {"tosa.depthwise_conv2d",  onFloats<biasedContraction>},
    {"tosa.equal",             truth},
    {"tosa.erf",               errorFunction},
    {"tosa.exp",               exponential},
    {"tosa.floor",             floorOf},
    {"tosa.gather",            first},
    {"tosa.greater",           truth},
    {"tosa.greater_equal",     truth},
    {"tosa.identity",          first},
    {"tosa.log",               logarithm},
    {"tosa.matmul",            onFloats<contraction>},
    {"tosa.maximum",           maximumOrOther},
    {"tosa.minimum",           minimumOrOther},
    {"tosa.mul",              onFloats<product>},
    {"tosa.negate",           onFloats<negated>},
    {"tosa.pow",               power},
    {"tosa.reciprocal",        reciprocal},
    {"tosa.reduce_max",        oneOfMany},
    {"tosa.reduce_min",        oneOfMany},
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
    {"tosa.transpose_conv2d",  onFloats<biasedContraction>},
};
// clang-format on

ArrayRef<Transfer> tosa() { return table; }

} // namespace mlir::amp::ranges::transfer
