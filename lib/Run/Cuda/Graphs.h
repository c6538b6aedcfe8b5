// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step first runs call by call. Later it is one CUDA graph for each set of
// buffers, captured in the first run with them.
#ifndef LIB_RUN_CUDA_GRAPHS_H
#define LIB_RUN_CUDA_GRAPHS_H

#include "lib/Run/Cuda/Loops.h"
#include "lib/Run/Device.h"

#include <list>
#include <map>
#include <vector>

namespace amprt::cuda {

class Graphs {
public:
  Graphs(const Driver &driver, Loops &loops) : driver(driver), loops(loops) {}
  void run(amprt_step step, void **buffers, uint32_t count, Handle stream);
  /// Runs a step call by call; it must have run before.
  void runCalls(amprt_step step, void **buffers);
  /// Notes that the running step reads from the device, so that no graph can
  /// hold it.
  void noteRead(const char *where);
  /// Notes that a loop runs its body, or ends. A step is captured only after
  /// the bodies of all its loops have run: libraries choose algorithms in first
  /// runs.
  void noteLoop(const void *loop, bool continues);
  /// Drops graphs that use a buffer.
  void forget(void *buffer);
  void clear();

  bool isRecording() const { return phase == Phase::Record; }
  /// In a first run, errors are checked after each call.
  bool isFirstRun() const { return phase == Phase::First; }

private:
  enum class Phase { Idle, First, Record, Again };
  struct Graph {
    amprt_step step;
    std::vector<void *> buffers;
    Handle executable;
  };
  /// Returns null if the driver rejects a loop.
  Handle record(amprt_step step, void **buffers, Handle stream);
  void drop(std::list<Graph>::iterator graph);

  const Driver &driver;
  Loops &loops;
  Phase phase = Phase::Idle;
  std::map<amprt_step, bool> areRecordable; // steps that have run
  bool isRecordable = true;                 // the step that runs
  std::vector<const void *> running;        // running loops, the innermost last
  std::list<Graph> graphs;                  // the latest recorded first
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_GRAPHS_H
