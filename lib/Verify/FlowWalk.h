// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_FLOWWALK_H
#define LIB_VERIFY_FLOWWALK_H

#include "lib/Verify/Flow.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::verify {

/// One walk over a flow, in one direction.
class FlowWalk {
public:
  FlowWalk(const Flow &flow, function_ref<bool(Operation *)> stops,
           bool isForward, bool floatsOnly)
      : flow(flow), stops(stops), isForward(isForward), floatsOnly(floatsOnly) {
  }

  void run(ArrayRef<Value> values) { walk(values, nullptr); }

  Flow::Reach reach;

private:
  using Ends = llvm::SmallSetVector<unsigned, 4>;

  /// One walk within a function with several calls, or from anywhere (null).
  struct Part {
    Operation *function;
    Flow::Reach reach;
    Ends ends; ///< results, or arguments, by which it leaves the function
    SmallVector<Value> work;
  };

  Ends walk(ArrayRef<Value> values, Operation *function);
  void goForward(Part &part, Value value);
  void goBack(Part &part, Value value);
  bool enter(Part &part, unsigned joint);
  bool enter(Part &part, Operation *op);
  void enter(Part &part, Value shared);

  /// Returns the ends at which a value that enters a function at this argument
  /// (result) leaves it.
  const Ends &through(FunctionOpInterface function, unsigned place);

  const Flow &flow;
  const function_ref<bool(Operation *)> stops;
  const bool isForward, floatsOnly;
  std::map<std::pair<Operation *, unsigned>, Ends> known;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_FLOWWALK_H
