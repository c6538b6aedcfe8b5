// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// arith, math and tensor. Integers without a sign are taken to have one.
#include "lib/Ranges/Transfer.h"

namespace mlir::amp::ranges::transfer {

// clang-format off
static constexpr Transfer table[] = {
    {"arith.addf",             sumOf},
    {"arith.addi",             sumOf},
    {"arith.andi",             conjunction},
    {"arith.cmpf",             truth},
    {"arith.cmpi",             truth},
    {"arith.constant",         constant},
    {"arith.divf",             quotient},
    {"arith.extf",             converted},
    {"arith.fptosi",           converted},
    {"arith.maximumf",         maximumOf},
    {"arith.maxsi",            signedMaximumOf},
    {"arith.minimumf",         minimumOf},
    {"arith.minsi",            signedMinimumOf},
    {"arith.mulf",             product},
    {"arith.muli",             product},
    {"arith.negf",             negated},
    {"arith.remf",             remainder},
    {"arith.select",           lastTwo},
    {"arith.sitofp",           convertedSigned},
    {"arith.subf",             difference},
    {"arith.subi",             difference},
    {"arith.truncf",           converted},
    {"arith.uitofp",           convertedUnsigned},
    {"math.absf",              magnitude},
    {"math.acos",              arcCosine},
    {"math.acosh",             arcHyperbolicCosine},
    {"math.asin",              arcSine},
    {"math.asinh",             arcHyperbolicSine},
    {"math.atan",              arcTangent},
    {"math.atan2",             arcTangentOfTwo},
    {"math.cbrt",              cubeRoot},
    {"math.ceil",              ceilOf},
    {"math.clampf",            clampBehind},
    {"math.cos",               wave},
    {"math.cosh",              hyperbolicCosine},
    {"math.erf",               errorFunction},
    {"math.erfc",              errorComplement},
    {"math.exp",               exponential},
    {"math.exp2",              exponentialOfTwo},
    {"math.expm1",             exponentialMinusOne},
    {"math.floor",             floorOf},
    {"math.isfinite",          truth},
    {"math.isinf",             truth},
    {"math.isnan",             truth},
    {"math.log",               logarithm},
    {"math.log10",             logarithmOfTen},
    {"math.log1p",             logarithmPlusOne},
    {"math.log2",              logarithmOfTwo},
    {"math.powf",              power},
    {"math.round",             roundOf},
    {"math.roundeven",         roundOf},
    {"math.rsqrt",             inverseRoot},
    {"math.sin",               wave},
    {"math.sinh",              hyperbolicSine},
    {"math.sqrt",              squareRoot},
    {"math.tanh",              hyperbolicTangent},
    {"tensor.cast",            first},
    {"tensor.collapse_shape",  first},
    {"tensor.expand_shape",    first},
    {"tensor.extract",         first},
    {"tensor.extract_slice",   first},
    {"tensor.insert_slice",    firstTwo},
    {"tensor.reshape",         first},
    {"tensor.splat",           first},
};
// clang-format on

ArrayRef<Transfer> upstream() { return table; }

} // namespace mlir::amp::ranges::transfer
