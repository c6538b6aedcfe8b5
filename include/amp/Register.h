// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call each for tools and embedders.
#ifndef AMP_REGISTER_H
#define AMP_REGISTER_H

namespace mlir {
class DialectRegistry;
namespace amp {
/// What the passes need: the amp dialect, and models of upstream dialects. For
/// who brings the dialects of its graphs, StableHLO from elsewhere for example.
void registerAmpDialect(DialectRegistry &registry);

/// That, and the graph dialects as this project declares them.
void registerAmpDialects(DialectRegistry &registry);

/// Every pass and pipeline, for a command line.
void registerAmpPasses();
} // namespace amp
} // namespace mlir

#endif // AMP_REGISTER_H
