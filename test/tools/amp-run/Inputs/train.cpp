// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that trains with a step that is linked in: train BACKEND STEPS. It
// knows the model by step.h alone.
#include "lib/Run/Device.h"
#include "step.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {
/// The buffers of a step, on the device.
class Training {
public:
  Training() {
    for (unsigned i = 0; i < step_arguments + step_results; ++i)
      buffers.push_back(sharedBy(i) ? buffers[*sharedBy(i)]
                                    : amprt_device_alloc(step_buffers[i].bytes,
                                                         step_buffers[i].name));
  }
  ~Training() {
    for (unsigned i = 0; i < buffers.size(); ++i)
      if (!sharedBy(i))
        amprt_device_free(buffers[i]);
  }

  void upload(unsigned argument, const std::vector<char> &bytes) {
    amprt_upload(buffers[argument], bytes.data(), bytes.size());
  }

  /// Results of the last step are arguments of this one; they stay readable.
  void run() {
    if (runs++)
      for (unsigned i = 0; i < step_states; ++i)
        std::swap(buffers[step_state[i][1]],
                  buffers[step_arguments + step_state[i][0]]);
    amprt_run(step, buffers.data(), buffers.size());
  }

  float loss(unsigned result) {
    float value = 0;
    amprt_download(&value, buffers[step_arguments + result], sizeof(value));
    return value;
  }

private:
  /// The argument whose buffer is that of `buffer`, too.
  static const uint32_t *sharedBy(unsigned buffer) {
    for (unsigned i = 0; i < step_shares; ++i)
      if (step_arguments + step_shared[i][0] == buffer)
        return &step_shared[i][1];
    return nullptr;
  }

  std::vector<void *> buffers; // arguments, then results
  unsigned runs = 0;
};
} // namespace

/// Small numbers, or labels.
static std::vector<char> makeUp(unsigned argument) {
  const auto &buffer = step_buffers[argument];
  std::vector<char> bytes(buffer.bytes);
  for (size_t i = 0; i < bytes.size() / 4; ++i)
    if (buffer.type == std::string("float32"))
      reinterpret_cast<float *>(bytes.data())[i] = (i % 17) / 100.f;
    else
      reinterpret_cast<int *>(bytes.data())[i] = i % 10;
  return bytes;
}

/// The result that is a number and no state.
static unsigned findLoss() {
  for (unsigned result = 0; result < step_results; ++result) {
    bool isState = false;
    for (unsigned i = 0; i < step_states; ++i)
      isState |= step_state[i][0] == result;
    if (!isState && step_buffers[step_arguments + result].rank == 0)
      return result;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (const char *error =
          argc < 3 ? "train BACKEND STEPS" : amprt_open(argv[1])) {
    std::fprintf(stderr, "%s\n", error);
    return 1;
  }
  std::printf("%s\n", amprt_device_name());
  for (unsigned i = 0; i < step_arguments; ++i)
    std::printf("%s: %s %s of %u dimensions, %s\n", step_buffers[i].name,
                step_buffers[i].type, step_buffers[i].shape,
                step_buffers[i].rank, step_buffers[i].meaning);
  std::fflush(stdout);
  {
    Training training;
    for (unsigned i = 0; i < step_arguments; ++i)
      training.upload(i, makeUp(i));
    uint64_t before = amprt_memory_used();
    for (int i = std::atoi(argv[2]); i > 0; --i)
      training.run();
    amprt_wait();
    std::printf("loss %g, %llu of %llu bytes besides\n",
                training.loss(findLoss()),
                (unsigned long long)(amprt_memory_used() - before),
                (unsigned long long)(step_temporaries + step_constants +
                                     step_workspaces));
  }
  amprt_close();
  return 0;
}
