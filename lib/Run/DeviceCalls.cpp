// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// API of lowered code: checks each call, for every backend, then forwards it.
#include "AllocationRegistry.h"
#include "Current.h"

#include <cstring>

using namespace amprt;

static void check(const char *where, const std::string &what,
                  const void *address, uint64_t bytes) {
  std::string error = getAllocations().check(address, bytes);
  if (!error.empty())
    fail(where, what + " " + error);
}

static std::string describe(const uint32_t (&sizes)[3]) {
  return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" +
         std::to_string(sizes[2]);
}

/// Checks the limits of a launch that all chips share.
static void checkThreads(const amprt_kernel &kernel, const std::string &name,
                         const char *where) {
  static const uint32_t mostBlocks[] = {0x7fffffff, 65535, 65535};
  static const uint32_t mostThreads[] = {1024, 1024, 64};
  for (int i = 0; i < 3; ++i) {
    if (!kernel.grid[i] || !kernel.block[i])
      fail(where, name + " expects at least one thread, but got an empty grid "
                         "or block");
    if (kernel.grid[i] > mostBlocks[i])
      fail(where, name + " expects a grid of at most " + describe(mostBlocks) +
                      ", but got " + describe(kernel.grid));
    if (kernel.block[i] > mostThreads[i])
      fail(where, name + " expects a block of at most " +
                      describe(mostThreads) + ", but got " +
                      describe(kernel.block));
  }
  uint64_t threads =
      uint64_t(kernel.block[0]) * kernel.block[1] * kernel.block[2];
  if (threads > 1024)
    fail(where, name + " expects a block of at most 1024 threads, but got " +
                    std::to_string(threads));
}

static void checkKernel(const amprt_kernel &kernel, void **arguments,
                        const char *where) {
  std::string name = std::string("kernel '") + kernel.name + "'";
  std::string types = kernel.types;
  if (types.size() != kernel.arguments ||
      types.find_first_not_of("pfli") != std::string::npos)
    fail(where, name + " expects a letter of 'pfli' for each of " +
                    std::to_string(kernel.arguments) + " arguments, but got '" +
                    types + "'");
  checkThreads(kernel, name, where);
  for (uint32_t i = 0; i < kernel.arguments; ++i)
    if (types[i] == 'p')
      check(where, "argument " + std::to_string(i) + " of " + name,
            *static_cast<void **>(arguments[i]), 0);
}

void amprt_launch(const struct amprt_kernel *kernel, void **arguments,
                  const char *where) {
  checkKernel(*kernel, arguments, where);
  getBackend().launch(*kernel, arguments, where);
}

void *amprt_arena(uint64_t bytes) {
  std::vector<Current::Arena> &arenas = getCurrent().arenas;
  for (Current::Arena &arena : arenas)
    if (arena.bytes >= bytes)
      return arena.memory;
  std::string name = "arena";
  if (!arenas.empty())
    name += " " + std::to_string(arenas.size() + 1);
  arenas.push_back({allocateNamed(bytes, name), bytes});
  return arenas.back().memory;
}

const void *amprt_constant(const void *data, uint64_t bytes) {
  auto &constants = getCurrent().constants;
  const void *&copy = constants[data];
  if (copy)
    return copy;
  void *memory =
      allocateNamed(bytes, "constant " + std::to_string(constants.size() - 1));
  getBackend().upload(memory, data, bytes);
  copy = memory;
  return copy;
}

void amprt_copy(void *to, const void *from, uint64_t bytes, const char *where) {
  check(where, "the source of a copy", from, bytes);
  check(where, "the target of a copy", to, bytes);
  getBackend().copy(to, from, bytes, where);
}

void amprt_fill(void *to, uint32_t value, uint32_t width, uint64_t count,
                const char *where) {
  if (width != 1 && width != 2 && width != 4)
    fail(where, "expects elements of 1, 2 or 4 bytes to fill, but got " +
                    std::to_string(width));
  check(where, "the target of a fill", to, width * count);
  getBackend().fill(to, value, width, count, where);
}

void amprt_read(void *to, const void *from, uint64_t bytes, const char *where) {
  check(where, "the source of a read", from, bytes);
  getBackend().read(to, from, bytes, where);
}

void amprt_read_condition(void *loop, const void *condition,
                          const char *where) {
  check(where, "the condition of a loop", condition, 1);
  getBackend().readCondition(loop, condition, where);
}

int amprt_continue_loop(const void *loop) {
  return getBackend().continueLoop(loop);
}

void amprt_matmul(const struct amprt_matmul *how,
                  const struct amprt_operands *with, const char *where) {
  std::string error = checkMatmul(*how, *with);
  if (!error.empty())
    fail(where, "a matrix product " + error);
  MatmulExtents extents = extentsOf(*how);
  struct Row {
    const char *what;
    const void *memory;
    uint64_t bytes;
    bool isOptional;
  };
  uint64_t bytesOfD = extents.d * bytesOf(how->type_d);
  for (const Row &row :
       {Row{"operand a", with->a, extents.a * bytesOf(how->type_a), false},
        Row{"operand b", with->b, extents.b * bytesOf(how->type_b), false},
        Row{"the result", with->d, bytesOfD, false},
        Row{"what is added", with->c, bytesOfD, true},
        Row{"the bias", with->bias, extents.bias * bytesOf(how->type_bias),
            true},
        Row{"aux", with->aux, extents.aux * bytesOf(how->type_d), true},
        Row{"the factor", with->alpha, sizeof(float), true}})
    if (row.memory || !row.isOptional)
      check(where, row.what + std::string(" of a matrix product"), row.memory,
            row.bytes);
  getBackend().matmul(*how, *with, where);
}

void amprt_convolution(const struct amprt_convolution *how,
                       const struct amprt_images *with, const char *where) {
  std::string error = checkConvolution(*how);
  if (!error.empty())
    fail(where, "a convolution " + error);
  ConvolutionExtents extents = extentsOf(*how);
  uint64_t bytes = bytesOf(how->type);
  check(where, "x of a convolution", with->x, extents.x * bytes);
  check(where, "w of a convolution", with->w, extents.w * bytes);
  check(where, "y of a convolution", with->y, extents.y * bytes);
  getBackend().convolution(*how, *with, where);
}
