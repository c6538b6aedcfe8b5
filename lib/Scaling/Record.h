// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_RECORD_H
#define LIB_SCALING_RECORD_H

#include "lib/Scaling/Degree.h"

namespace mlir::amp::scaling {

/// What a report says about a step that is going to be scaled: its groups with
/// their seeds, gradients and states, and what is unscaled besides, as
/// docs/reference/report.md documents it.
DictionaryAttr describeStep(const Step &step, const DegreeAnalysis &degrees);

/// For people: `6 parameters, 6 moments, 1 counter`.
std::string countKinds(const Step &step);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_RECORD_H
