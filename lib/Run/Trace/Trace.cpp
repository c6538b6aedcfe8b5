// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run 1:
//   launch relu_f32 grid 4 block 128 (arg 0, arena + 256)  // s.mlir:3:4
//   = 1 launch
// run 2: as run 1
#include "lib/Run/Trace/Text.h"

#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

using namespace amprt;

/// Results of amprt_read, in order.
static std::deque<int64_t> &getReads() {
  static std::deque<int64_t> &reads = *new std::deque<int64_t>;
  return reads;
}

void amprt_trace_reads(const int64_t *values, uint64_t count) {
  getReads().assign(values, values + count);
}

namespace {
class Trace : public Backend {
public:
  std::string describe() override { return "a trace of calls"; }
  std::string chip() override { return ""; }

  /// Returns addresses without memory, far apart, so that accesses out of
  /// bounds are detected.
  void *allocate(uint64_t bytes) override {
    void *memory = reinterpret_cast<void *>(next);
    next += (bytes + 511) / 256 * 256;
    return memory;
  }
  void release(void *) override {}
  uint64_t freeBytes() override { return uint64_t(1) << 40; }
  void upload(void *, const void *, uint64_t) override {}
  void download(void *to, const void *, uint64_t bytes) override {
    std::memset(to, 0, bytes);
  }
  void wait() override { std::fflush(stdout); }

  void run(amprt_step step, void **buffers, uint32_t count) override {
    ++runs;
    Key key(step, std::vector<void *>(buffers, buffers + count));
    auto same = recorded.find(key);
    if (same != recorded.end()) {
      std::printf("run %u: as run %u\n", runs, same->second);
      return;
    }
    std::printf("run %u:\n", runs);
    counts = Counts();
    step(buffers);
    std::printf("  = %s\n", summarize(counts).c_str());
    if (!counts.reads)
      recorded[key] = runs;
  }

  void launch(const amprt_kernel &kernel, void **arguments,
              const char *where) override {
    print(counts.launches, describeLaunch(kernel, arguments), where);
  }
  void copy(void *to, const void *from, uint64_t bytes,
            const char *where) override {
    print(counts.copies, describeCopy(to, from, bytes), where);
  }
  void fill(void *to, uint32_t value, uint32_t width, uint64_t count,
            const char *where) override {
    print(counts.fills, describeFill(to, value, width, count), where);
  }
  void read(void *to, const void *from, uint64_t bytes,
            const char *where) override {
    int64_t value = 0;
    if (!getReads().empty()) {
      value = getReads().front();
      getReads().pop_front();
    }
    std::memset(to, 0, bytes);
    std::memcpy(to, &value, bytes < 8 ? bytes : 8);
    print(counts.reads, describeRead(from, bytes, value), where);
  }
  void matmul(const struct amprt_matmul &how, const struct amprt_operands &with,
              const char *where) override {
    print(counts.matmuls, describeMatmul(how, with), where);
  }
  void convolution(const struct amprt_convolution &how,
                   const struct amprt_images &with,
                   const char *where) override {
    print(counts.convolutions, describeConvolution(how, with), where);
  }

private:
  void print(uint64_t &counter, const std::string &text, const char *where) {
    ++counter;
    std::printf("  %s  // %s\n", text.c_str(), where ? where : "?");
  }

  using Key = std::pair<amprt_step, std::vector<void *>>;
  std::map<Key, unsigned> recorded;
  uintptr_t next = uintptr_t(1) << 40;
  unsigned runs = 0;
  Counts counts;
};
} // namespace

std::unique_ptr<Backend> amprt::openTrace(std::string &) {
  return std::make_unique<Trace>();
}
