// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step runs once, call by call; from then on it is one graph for each set of
// buffers, recorded when it first runs with them.
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
  /// Runs a step that has run before call by call.
  void runCalls(amprt_step step, void **buffers);
  /// The step that runs reads from the device, so no graph can hold it.
  void noteRead(const char *where);
  /// A loop runs its body, or ends. A step is not recorded before each of its
  /// loops has run: libraries choose algorithms in first runs.
  void noteLoop(const void *loop, bool continues);
  /// Drops graphs that use a buffer.
  void forget(void *buffer);
  void clear();

  bool isRecording() const { return phase == Phase::Record; }
  /// Then errors are looked for after each call.
  bool isFirstRun() const { return phase == Phase::First; }

private:
  enum class Phase { Idle, First, Record, Again };
  struct Graph {
    amprt_step step;
    std::vector<void *> buffers;
    Handle executable;
  };
  /// Null if the driver refused a loop.
  Handle record(amprt_step step, void **buffers, Handle stream);
  void drop(std::list<Graph>::iterator graph);

  const Driver &driver;
  Loops &loops;
  Phase phase = Phase::Idle;
  std::map<amprt_step, bool> areRecordable; // steps that have run
  bool isRecordable = true;                 // the step that runs
  std::vector<const void *> running;        // loops, the innermost last
  std::list<Graph> graphs;                  // the latest recorded first
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_GRAPHS_H
