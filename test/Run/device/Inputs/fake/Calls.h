// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State of the driver: its log, planted failures, and execution of work, at
// once or in the graph that is being recorded.
#ifndef TEST_RUN_DEVICE_FAKE_CALLS_H
#define TEST_RUN_DEVICE_FAKE_CALLS_H

#include "Fake.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <vector>

using Address = unsigned long long;
using Handle = void *;

static constexpr int LaunchFailed = 719, InvalidPtx = 218, NotFound = 500,
                     InvalidValue = 1;

namespace {
/// Works in order; a conditional node is one of them.
struct Graph {
  std::vector<std::function<void()>> work;
  size_t tail = 0; // of the works, those that the next one follows
};

struct Stream {
  Graph *recorded = nullptr; // null while what it is told is done at once
};

struct Fake {
  std::vector<Stream *> recording; // the innermost last
  std::set<Address> memory;
  std::map<std::string, int> calls;
  std::string fault; // what a kernel did wrong
  float clock = 0;   // milliseconds
};
} // namespace

static Fake &fake() {
  static Fake &one = *new Fake;
  return one;
}

int fakeCall(const char *function, const char *details) {
  int count = ++fake().calls[function];
  if (std::getenv("FAKE_CUDA_LOG"))
    std::printf("  %s %s\n", function, details);
  char name[64] = "";
  int error = 0, which = 0;
  const char *wanted = std::getenv("FAKE_CUDA_FAIL");
  if (wanted && std::sscanf(wanted, "%63s %d %d", name, &error, &which) == 3 &&
      !std::strcmp(name, function) && count == which)
    return error;
  return 0;
}

FakeInterpreter *fakeInterpreter = nullptr;

/// Copies and fills of what is no memory of the device fail like kernels.
static void visit(Address address, size_t bytes, bool isWrite) {
  if (fakeInterpreter && fake().fault.empty())
    fake().fault = fakeInterpreter->visited(address, bytes, isWrite);
}

void fakeEnqueue(void *stream, std::function<void()> work) {
  if (fake().recording.empty())
    return work();
  Graph &graph = *fake().recording.back()->recorded;
  const char *fault = nullptr;
  if (fake().recording.back() != stream)
    fault = "what is recorded is not for the stream of its graph";
  else if (graph.tail != graph.work.size())
    fault = "what is recorded does not follow the node before it";
  if (fault)
    work = [fault] { fake().fault = fault; };
  graph.work.push_back(std::move(work));
  graph.tail = graph.work.size();
}

template <typename... Values>
static std::string text(const char *pattern, Values... values) {
  char line[200];
  std::snprintf(line, sizeof(line), pattern, values...);
  return line;
}

#define CALL(function, ...)                                                    \
  if (int error = fakeCall(function, text(__VA_ARGS__).c_str()))               \
  return error

#endif // TEST_RUN_DEVICE_FAKE_CALLS_H
