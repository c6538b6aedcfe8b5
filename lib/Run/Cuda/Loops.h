// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with conditions on the device, as conditional nodes of a captured graph
// (CUDA 12.4, "Conditional Graph Nodes" of its guide):
//
//   C; set the condition; [ B; C; set the condition ]
//
// The part in [] is a graph of its own, captured on a stream of its own. It
// runs while the condition is not 0.
#ifndef LIB_RUN_CUDA_LOOPS_H
#define LIB_RUN_CUDA_LOOPS_H

#include "lib/Run/Cuda/Driver.h"

#include <vector>

namespace amprt::cuda {

/// Functions of newer drivers only, like AMPRT_CUDA_DRIVER.
#define AMPRT_CUDA_CONDITIONALS(X)                                             \
  X(getCaptureInfo, cuStreamGetCaptureInfo_v3,                                 \
    (Handle, int *, unsigned long long *, Handle *, const Handle **,           \
     const void **, size_t *))                                                 \
  X(setCaptureDependencies, cuStreamUpdateCaptureDependencies_v2,              \
    (Handle, Handle *, const void *, size_t, unsigned))                        \
  X(beginCaptureToGraph, cuStreamBeginCaptureToGraph,                          \
    (Handle, Handle, const Handle *, const void *, size_t, int))               \
  X(handleCreate, cuGraphConditionalHandleCreate,                              \
    (Address *, Handle, Handle, unsigned, unsigned))                           \
  X(graphAddNode, cuGraphAddNode_v2,                                           \
    (Handle *, Handle, const Handle *, const void *, size_t, void *))

/// CUgraphNodeParams of a conditional node.
struct ConditionalNode {
  int type = 13; // CU_GRAPH_NODE_TYPE_CONDITIONAL
  int reserved[3] = {};
  Address condition = 0; // a handle
  int kind = 1;          // CU_GRAPH_COND_TYPE_WHILE
  unsigned bodies = 1;
  Handle *body = nullptr; // filled when the node is added
  Handle context = nullptr;
  long long unused[26] = {};
};

class Loops {
public:
  explicit Loops(const Driver &driver) : driver(driver) {}
  void open(int version, Handle context);
  void clear();

  /// Returns false if the host runs the loops: the driver is too old, or failed
  /// to capture one.
  bool areRecordable();
  void disable() { setter = nullptr; }

  /// Called before a step is captured.
  void begin() { isAnyMet = false; }
  /// Returns true if the step that is captured has a loop so far.
  bool hasLoops() const { return isAnyMet; }

  /// Copies the byte at `condition` to the condition of the loop's node, which
  /// may not exist yet.
  void setCondition(const void *loop, const void *condition, Handle &stream);
  /// Begins the body of a loop: sets `stream` to the stream on which the body
  /// is captured, and returns true. Or ends the body: restores the previous
  /// stream, and returns false. After an error there are no bodies: see
  /// areRecordable.
  bool record(const void *loop, Handle &stream);

private:
  struct Loop {
    const void *name;
    Address condition;      // a handle
    Handle outer = nullptr; // stream outside of the body
  };
  struct Functions {
#define AMPRT_DECLARE(name, symbol, parameters) Result(*name) parameters;
    AMPRT_CUDA_CONDITIONALS(AMPRT_DECLARE)
#undef AMPRT_DECLARE
  };
  /// Capture state of a stream: its graph, and the nodes on which the next one
  /// depends.
  struct Capture {
    int status = 0;
    unsigned long long id = 0;
    Handle graph = nullptr;
    const Handle *dependencies = nullptr;
    const void *edges = nullptr;
    size_t count = 0;
  };
  Result read(Handle stream, Capture &capture) const;
  Result enter(const void *loop, Handle stream);
  Result beginBody(Handle &stream);
  Result endBody(Handle &stream);
  void giveUp(Handle &stream);

  const Driver &driver;
  Functions functions = {};
  int version = 0;
  Handle context = nullptr, module = nullptr, setter = nullptr;
  bool isLoaded = false, isAnyMet = false;
  std::vector<Loop> nest;      // the innermost last
  std::vector<Handle> streams; // of bodies, the outermost first
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_LOOPS_H
