// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call each for tools and embedders.
#ifndef AMP_REGISTER_H
#define AMP_REGISTER_H

#include <functional>

namespace mlir {
class DialectRegistry;
namespace amp {
struct AmpOptions;

/// Registers the amp dialect, and models of upstream dialects. For tools that
/// register the dialects of their graphs themselves, such as StableHLO.
void registerAmpDialect(DialectRegistry &registry);

/// That, and the graph dialects as this project declares them.
void registerAmpDialects(DialectRegistry &registry);

/// Every pass and pipeline, for a command line; `adjust` as in Pipelines.h.
void registerAmpPasses(std::function<void(AmpOptions &)> adjust = {});
} // namespace amp
} // namespace mlir

#endif // AMP_REGISTER_H
