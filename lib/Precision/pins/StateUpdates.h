// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_PINS_STATEUPDATES_H
#define LIB_PRECISION_PINS_STATEUPDATES_H

#include "lib/Precision/pins/Pins.h"

namespace mlir::amp::precision {

/// Returns the nodes that compute new values of marked states from the old ones
/// without gradients:
/// * those on elementwise paths, up to contractions, from the old value of a
///   state to the new one: of a weight that is clipped before it is used, or of
///   a moving average of activations;
/// * functions of states and scalars alone that no loss and no gradient depends
///   on, contractions included: inverse roots of preconditioners (Shampoo).
llvm::BitVector findStateUpdates(const PinState &state);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_PINS_STATEUPDATES_H
