// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that are part of an op: of map, sort, reduce, scatter, linalg.generic.
#ifndef LIB_PRECISION_BODIES_H
#define LIB_PRECISION_BODIES_H

#include "lib/Precision/Magnitudes.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Takes the colour of every op whose body must stay f32. Operands, results and
/// body of an op have one type, so the op may be low only if each op in its
/// body may be:
/// * the policy permits the op, by its own attributes, its name or its class;
/// an
///   op that no list names follows a reduction, and an op that the user names;
/// * the format holds the constants, none of which becomes infinite or zero;
/// * the format holds the values, as far as their ranges are known;
/// * the types may change: no bit casts, conversions, calls or unknown ops.
/// Bodies that compute in f32 whatever the op reads (linalg.generic) answer to
/// the policy, and the format holds what they yield. A forced op ignores lists
/// and ranges, but not what the user denies inside.
void pinBodies(SlotGraph &graph, PolicyAttr policy, const RangeAnalysis &ranges,
               const Magnitudes &magnitudes, FloatType compute);

/// Takes the colour of ops that compare random values in their bodies: bounds
/// in 16 bits would be other bounds.
void pinRandomBodies(SlotGraph &graph);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_BODIES_H
