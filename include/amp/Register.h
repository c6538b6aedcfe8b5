// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of dialects, passes and pipelines by tools and embedders.
#ifndef AMP_REGISTER_H
#define AMP_REGISTER_H

#include <functional>

namespace mlir {
class DialectRegistry;
namespace amp {
struct AmpOptions;

/// Registers the amp dialect and external models for upstream dialects. For
/// compilers that register StableHLO themselves: contractions of a dialect
/// named `stablehlo` are described by name. Does not link this project's
/// StableHLO.
void registerAmpDialect(DialectRegistry &registry);

/// Registers the amp dialect and this project's declarations of StableHLO,
/// CHLO, MHLO, Shardy and TMTensor. A dialect name that is registered already
/// keeps its registration.
void registerAmpDialects(DialectRegistry &registry);

/// Registers the dialects of registerAmpDialects, and the upstream dialects and
/// extensions that amp-opt parses or that the lowering pipelines use.
void registerProgramDialects(DialectRegistry &registry);

/// Registers the passes and the pipeline of `--amp` with MLIR's pass registry,
/// once per process. `adjust` may change the options of each `--amp`. Does not
/// link this project's StableHLO. Thread-safe; a second call does nothing.
void registerAmpTransforms(std::function<void(AmpOptions &)> adjust = {});

/// Calls registerAmpTransforms, and registers the passes and pipelines for CPU
/// and GPU, which lower this project's StableHLO.
void registerAmpPasses(std::function<void(AmpOptions &)> adjust = {});
} // namespace amp
} // namespace mlir

#endif // AMP_REGISTER_H
