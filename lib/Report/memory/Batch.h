// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions that grow with the batch. The batch is found by the structure of a
// step:
// * states are the arguments that amp.state names, that alias a result, or that
//   a result of the same type and dimensions replaces; the others are data;
// * all data (of rank 1 or more; random keys apart) has one leading size: that
//   is the batch, unless one of those dimensions is also one of a state;
// * without states, in inference, the leading size of all results is, where
//   arguments lead with that dimension.
// From there every dimension that is one with it, or that a reshape makes of
// it, is the batch too. Anything else is a doubt, and no answer.
#ifndef LIB_REPORT_MEMORY_BATCH_H
#define LIB_REPORT_MEMORY_BATCH_H

#include "lib/Dims/Dims.h"
#include "lib/Report/memory/Frontier.h"

namespace mlir::amp::report {

struct Arguments;

class Batch {
public:
  /// Finds the batch of `module`; `given` is its size, or 0.
  Batch(const ProgramGraph &graph, int64_t given);

  /// The size of the batch; 0 where it is in doubt, and then why.
  int64_t size() const { return doubt.empty() ? batchSize : 0; }
  StringRef why() const { return doubt; }

  /// The bytes of a value, scaled ones if one of its dimensions is the batch.
  Bytes bytesOf(Value value);

private:
  /// Position of the batch in a dimension: its size is outer * batch * inner.
  struct Label {
    int64_t outer, extent;
  };

  SmallVector<unsigned> findSeeds(const Arguments &arguments, int64_t given);
  void spread(ArrayRef<unsigned> seeds);
  void moveLabel(const DimGraph::Regrouping &group, ArrayRef<unsigned> from,
                 ArrayRef<unsigned> to);
  void checkEntry(const Arguments &arguments);
  void check(ArrayRef<PlacedOp> program);
  unsigned countLabels(Value value);
  void checkOp(Operation *op);
  void checkUnknown(Operation *op);
  bool isLabelled(unsigned dim) { return labels.contains(dims.find(dim)); }
  void doubtBecause(const Twine &why);
  void doubtAt(Operation *op, StringRef what);

  DimGraph dims;
  int64_t batchSize = 0;
  bool mustEnter = false; ///< the seeds are results
  std::string doubt;
  llvm::DenseMap<unsigned, Label> labels; ///< by class
  SmallVector<unsigned> fresh;            ///< classes that were just labelled
  llvm::DenseSet<unsigned> stateClasses;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_BATCH_H
