// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes inferred marks into the function.
#ifndef LIB_SCALING_INFER_MARKWRITER_H
#define LIB_SCALING_INFER_MARKWRITER_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Scaling/infer/Kind.h"

namespace mlir::amp::scaling {

class MarkWriter {
public:
  MarkWriter(const StepGraph &graph, const Inference &found,
             const SymbolTable &symbols)
      : graph(graph), found(found), symbols(symbols),
        function(graph.getFunction()),
        group(StringAttr::get(function.getContext(), "main")) {}

  /// Marks seeds and gradients. If `calls` is not empty afterwards, the
  /// function is unchanged, and these calls have to be inlined first.
  void markGradients();
  void markRest();

  SmallVector<Operation *> calls;
  /// Reason why the marks are wrong; the function must then be discarded.
  std::optional<Ambiguity> ambiguity;
  Operation *doubtOp = nullptr;
  SmallVector<SeedOp> seeds;
  SmallVector<unsigned> gradientNumbers; ///< values of the graph

private:
  void findSeedCalls();
  void addSeeds();
  void eraseSeeds();
  SmallVector<Value> listGradients(const DegreeAnalysis &degrees,
                                   const llvm::BitVector &inside);
  void endAtTests(const DegreeAnalysis &degrees, llvm::BitVector &inside) const;
  bool isInside(Operation *op, const llvm::BitVector &inside) const;
  void addGradients(ArrayRef<Value> values, const llvm::BitVector &inside);
  void addMark(ArrayRef<Value> values, const llvm::BitVector &inside);
  bool markCarried();
  void markRoles();
  void moveReaders(GradientsOp gradients, const llvm::BitVector &inside);
  SmallVector<Value> listSilent(const DegreeAnalysis &degrees,
                                llvm::BitVector reaching) const;
  void checkLeaks(const llvm::BitVector &inside);

  const StepGraph &graph;
  const Inference &found;
  const SymbolTable &symbols;
  FunctionOpInterface function;
  StringAttr group;
};

/// amp.seed "main" %0   ==>   composite "amp.seed" %0 {decomposition = …}
void writeAsComposites(FunctionOpInterface function, SymbolTable &symbols);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_MARKWRITER_H
