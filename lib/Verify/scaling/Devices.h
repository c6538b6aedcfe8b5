// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices that must agree on a verdict.
#ifndef LIB_VERIFY_SCALING_DEVICES_H
#define LIB_VERIFY_SCALING_DEVICES_H

#include "lib/Verify/scaling/Program.h"
#include <set>

namespace mlir::amp::verify {

class Devices {
public:
  explicit Devices(Program &program) : program(program) {}

  /// Returns true if `allReduce` (null for none) combines all devices that run
  /// `op` and skip a step together. In a manual computation, these are the
  /// devices along its manual axes, else all devices that collectives of the
  /// function and its callees name, by their numbering.
  bool areCombined(Operation *allReduce, Operation *op);

  using Set = std::set<int64_t>;

private:
  /// Numbering of the devices in replica_groups, by channel and
  /// use_global_device_ids.
  enum class Numbering { replicas, replicasOfPartitions, all };
  static Numbering numberingOf(Operation *collective);

  struct Named {
    Set devices;
    std::set<Numbering> numberings;
  };
  void addNamed(Operation *root, Named &named,
                llvm::SmallPtrSetImpl<Operation *> &seen);
  const Named &namedIn(Operation *root);

  Program &program;
  llvm::DenseMap<Operation *, Named> known; ///< by function or computation
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_DEVICES_H
