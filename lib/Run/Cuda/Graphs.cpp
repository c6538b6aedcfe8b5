// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Graphs.h"
#include "lib/Run/Backend.h"

#include <algorithm>

using namespace amprt;
using namespace amprt::cuda;

/// More than a step whose states change places needs.
static constexpr size_t mostGraphs = 16;

void Graphs::run(amprt_step step, void **buffers, uint32_t count,
                 Handle stream) {
  std::vector<void *> key(buffers, buffers + count);
  for (const Graph &graph : graphs)
    if (graph.step == step && graph.buffers == key)
      return driver.check(driver.graphLaunch(graph.executable, stream), nullptr,
                          "cannot replay a step");
  auto known = hasReads.find(step);
  if (known != hasReads.end() && !known->second) {
    if (graphs.size() == mostGraphs)
      drop(std::prev(graphs.end()));
    graphs.push_front({step, key, record(step, buffers, stream)});
    return driver.check(driver.graphLaunch(graphs.front().executable, stream),
                        nullptr, "cannot replay a step");
  }
  phase = known == hasReads.end() ? Phase::First : Phase::Again;
  reads = false;
  step(buffers);
  phase = Phase::Idle;
  hasReads[step] = reads;
}

void Graphs::runCalls(amprt_step step, void **buffers) {
  phase = Phase::Again;
  step(buffers);
  phase = Phase::Idle;
}

Handle Graphs::record(amprt_step step, void **buffers, Handle stream) {
  Handle graph = nullptr, executable = nullptr;
  driver.check(driver.streamBeginCapture(stream, CaptureModeRelaxed), nullptr,
               "cannot record a step");
  phase = Phase::Record;
  step(buffers);
  phase = Phase::Idle;
  driver.check(driver.streamEndCapture(stream, &graph), nullptr,
               "cannot record a step");
  driver.check(driver.graphInstantiate(&executable, graph, 0), nullptr,
               "cannot make a graph of a step");
  driver.graphDestroy(graph);
  return executable;
}

void Graphs::noteRead(const char *where) {
  if (isRecording())
    fail(where, "a step that did not read at first reads now: expects every "
                "run of a step to read, or none");
  reads = true;
}

void Graphs::drop(std::list<Graph>::iterator graph) {
  driver.graphExecDestroy(graph->executable);
  graphs.erase(graph);
}

void Graphs::forget(void *buffer) {
  for (auto graph = graphs.begin(); graph != graphs.end();) {
    auto next = std::next(graph);
    const std::vector<void *> &buffers = graph->buffers;
    if (std::find(buffers.begin(), buffers.end(), buffer) != buffers.end())
      drop(graph);
    graph = next;
  }
}

void Graphs::clear() {
  while (!graphs.empty())
    drop(graphs.begin());
}
