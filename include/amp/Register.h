// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call each for tools and embedders: every dialect that model graphs are
// written in, and every pass and pipeline of ours.
#ifndef AMP_REGISTER_H
#define AMP_REGISTER_H

namespace mlir {
class DialectRegistry;
namespace amp {
void registerAmpDialects(DialectRegistry &registry);
void registerAmpPasses();
} // namespace amp
} // namespace mlir

#endif // AMP_REGISTER_H
