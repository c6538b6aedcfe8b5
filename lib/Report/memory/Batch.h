// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions that grow with the batch. The structure of a step determines the
// batch:
// * States are the arguments that amp.state names, that alias a result, or that
//   a result of the same type and dimensions replaces. The others are data.
// * If all data (rank 1 or more, without random keys) has one leading size,
//   that is the batch, unless a state has one of those dimensions, too.
// * Without states, in inference, the common leading size of all results is the
//   batch, if arguments lead with that dimension.
// Dimensions that are equal to the batch, or that a reshape computes from it,
// also grow. In any other case the batch is unknown, with a reason.
#ifndef LIB_REPORT_MEMORY_BATCH_H
#define LIB_REPORT_MEMORY_BATCH_H

#include "lib/Dims/Dims.h"
#include "lib/Report/memory/Frontier.h"

namespace mlir::amp::report {

struct Arguments;

class Batch {
public:
  /// Finds the batch of the program; `given` is its size, or 0 if unknown.
  Batch(const ProgramGraph &graph, int64_t given);

  /// Returns the size of the batch; 0 if unknown, with `why` as the reason.
  int64_t size() const { return doubt.empty() ? batchSize : 0; }
  StringRef why() const { return doubt; }

  /// Returns the bytes of a value, as scaled bytes if a dimension is the batch.
  Bytes bytesOf(Value value);

private:
  /// Position of the batch in a dimension of size outer * batch * inner.
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
  SmallVector<unsigned> fresh;            ///< classes labelled but not yet
                                          ///< propagated
  llvm::DenseSet<unsigned> stateClasses;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_BATCH_H
