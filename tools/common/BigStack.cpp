// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BigStack.h"

#include "llvm/Support/thread.h"
#include <algorithm>
#include <csignal>
#include <optional>
#include <pthread.h>

using namespace mlir;

/// LLVM's signal handler, which removes temporary files, needs an alternate
/// stack when this thread's stack has overflowed.
static void useSignalStack() {
  static char memory[1 << 16];
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = sizeof(memory);
  sigaltstack(&stack, nullptr);
}

void amp::opt::runOnBigStack(unsigned levels, llvm::function_ref<void()> work) {
  // The largest frame per level in MLIR 22 was 8 KiB. Memory is only reserved.
  constexpr uint64_t perLevel = 128 << 10, least = 64 << 20, most = 2u << 30;
  uint64_t size = std::clamp(levels * perLevel, least, most);
#ifdef __linux__
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#endif
  llvm::thread thread(std::optional<unsigned>(size), [&] {
    useSignalStack();
    work();
  });
  thread.join();
}
