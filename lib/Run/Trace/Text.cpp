// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Trace/Text.h"
#include "lib/Run/AllocationRegistry.h"

#include <cinttypes>
#include <cstdio>

using namespace amprt;

template <typename... Values>
static std::string format(const char *pattern, Values... values) {
  char text[256];
  std::snprintf(text, sizeof(text), pattern, values...);
  return text;
}

static std::string name(const void *address) {
  return getAllocations().describe(address);
}

std::string amprt::summarize(const Counts &counts) {
  struct Row {
    uint64_t count;
    const char *one, *many;
  };
  std::string text;
  for (const Row &row :
       {Row{counts.launches, "launch", "launches"},
        Row{counts.matmuls, "matmul", "matmuls"},
        Row{counts.convolutions, "convolution", "convolutions"},
        Row{counts.copies, "copy", "copies"},
        Row{counts.fills, "fill", "fills"}, Row{counts.reads, "read", "reads"}})
    if (row.count)
      text += (text.empty() ? "" : ", ") + std::to_string(row.count) + " " +
              (row.count == 1 ? row.one : row.many);
  return text.empty() ? "nothing" : text;
}

/// Returns `4`, `4x2` or `1x1x8`: without trailing ones.
static std::string sizes(const uint32_t (&extents)[3]) {
  std::string text = std::to_string(extents[0]);
  if (extents[1] > 1 || extents[2] > 1)
    text += "x" + std::to_string(extents[1]);
  if (extents[2] > 1)
    text += "x" + std::to_string(extents[2]);
  return text;
}

static std::string describeArgument(char type, const void *value) {
  switch (type) {
  case 'p':
    return name(*static_cast<void *const *>(value));
  case 'f':
    return format("%g : f32", *static_cast<const float *>(value));
  case 'l':
    return format("%" PRId64 " : i64", *static_cast<const int64_t *>(value));
  default:
    return format("%" PRId32 " : i32", *static_cast<const int32_t *>(value));
  }
}

std::string amprt::describeLaunch(const amprt_kernel &kernel,
                                  void **arguments) {
  std::string text = std::string("launch ") + kernel.name + " grid " +
                     sizes(kernel.grid) + " block " + sizes(kernel.block);
  if (kernel.shared_bytes)
    text += " shared " + std::to_string(kernel.shared_bytes);
  text += " (";
  for (uint32_t i = 0; i < kernel.arguments; ++i)
    text += (i ? ", " : "") + describeArgument(kernel.types[i], arguments[i]);
  return text + ")";
}

std::string amprt::describeCopy(void *to, const void *from, uint64_t bytes) {
  return "copy " + std::to_string(bytes) + " bytes: " + name(from) + " -> " +
         name(to);
}

std::string amprt::describeFill(void *to, uint32_t value, uint32_t width,
                                uint64_t count) {
  return format("fill %" PRIu64 " x 0x%0*" PRIx32 " -> ", count, int(2 * width),
                width < 4 ? value & ((1u << 8 * width) - 1) : value) +
         name(to);
}

std::string amprt::describeRead(const void *from, uint64_t bytes,
                                int64_t value) {
  return "read " + std::to_string(bytes) +
         (bytes == 1 ? " byte: " : " bytes: ") + name(from) + ", gives " +
         std::to_string(value);
}

namespace {
/// Matrix as stored.
struct Matrix {
  const void *memory;
  amprt_type type;
  int64_t columns, leading, stride;
  bool isTransposed;
};
} // namespace

static std::string describeTyped(const void *memory, amprt_type type) {
  static const char *const types[] = {"f64", "f32", "f16", "bf16"};
  return name(memory) + " : " + types[type];
}

/// Returns `arg 0 transposed : bf16, rows 72 apart, each 4608 on`: with the
/// stride of rows that are not contiguous, and that of matrices in a batch.
static std::string describeMatrix(const Matrix &matrix, int64_t batch) {
  std::string text = describeTyped(matrix.memory, matrix.type);
  if (matrix.isTransposed)
    text.insert(text.rfind(" : "), " transposed");
  if (matrix.leading != matrix.columns)
    text += format(", rows %" PRId64 " apart", matrix.leading);
  if (batch != 1)
    text += format(", each %" PRId64 " on", matrix.stride);
  return text;
}

std::string amprt::describeMatmul(const struct amprt_matmul &how,
                                  const struct amprt_operands &with) {
  static const char *const epilogues[] = {
      "",      "bias",        "relu",     "relu bias",
      "gelu",  "gelu bias",   "gelu aux", "gelu aux bias",
      "dgelu", "dgelu bgrad", "bgrad a",  "bgrad b"};
  std::string text = "matmul " + std::to_string(how.m) + "x" +
                     std::to_string(how.n) + "x" + std::to_string(how.k);
  if (how.batch != 1)
    text += " batch " + std::to_string(how.batch);
  if (how.compute == AMPRT_COMPUTE_TF32)
    text += " tf32";
  if (how.epilogue)
    text += std::string(" ") + epilogues[how.epilogue];
  Matrix a = {with.a,        how.type_a,   how.transpose_a ? how.m : how.k,
              how.leading_a, how.stride_a, how.transpose_a != 0};
  Matrix b = {with.b,        how.type_b,   how.transpose_b ? how.k : how.n,
              how.leading_b, how.stride_b, how.transpose_b != 0};
  Matrix d = {with.d, how.type_d, how.n, how.leading_d, how.stride_d, false};
  text +=
      " (" + describeMatrix(a, how.batch) + "; " + describeMatrix(b, how.batch);
  if (with.bias)
    text += "; bias " + describeTyped(with.bias, how.type_bias);
  if (with.aux)
    text += "; aux " + name(with.aux);
  text += ") -> " + describeMatrix(d, how.batch);
  if (with.alpha)
    text += ", alpha " + name(with.alpha);
  else if (how.alpha != 1)
    text += format(", alpha %g", how.alpha);
  if (how.beta != 0)
    text += format(", beta %g", how.beta);
  if (with.c && how.beta != 0)
    text += " of " + name(with.c);
  return text;
}

/// Returns `8x28x28x3`, in the order of storage.
static std::string shapeOf(const struct amprt_convolution &how, int64_t first,
                           const int64_t (&sizes)[3], int64_t features) {
  bool isFirst = how.layout == AMPRT_FEATURES_FIRST;
  std::string text = std::to_string(first);
  if (isFirst)
    text += "x" + std::to_string(features);
  for (int64_t dim = 0; dim < how.rank; ++dim)
    text += "x" + std::to_string(sizes[dim]);
  return isFirst ? text : text + "x" + std::to_string(features);
}

/// Returns ` strides 2x1`, or an empty string if all are `usual`.
static std::string describeSizes(const struct amprt_convolution &how,
                                 const char *what, const int64_t (&sizes)[3],
                                 int64_t usual) {
  std::string text;
  bool isUsual = true;
  for (int64_t dim = 0; dim < how.rank; ++dim) {
    text += (dim ? "x" : "") + std::to_string(sizes[dim]);
    isUsual &= sizes[dim] == usual;
  }
  return isUsual ? "" : std::string(" ") + what + " " + text;
}

std::string amprt::describeConvolution(const struct amprt_convolution &how,
                                       const struct amprt_images &with) {
  static const char *const kinds[] = {"", " data gradient", " filter gradient"};
  std::string text =
      std::string("convolution") + kinds[how.kind] + " " +
      shapeOf(how, how.batch, how.in, how.in_features) + " by " +
      shapeOf(how, how.out_features, how.window, how.in_features / how.groups) +
      " to " + shapeOf(how, how.batch, how.out, how.out_features);
  text += describeSizes(how, "strides", how.strides, 1) +
          describeSizes(how, "pads", how.pads, 0) +
          describeSizes(how, "dilations", how.dilations, 1);
  if (how.groups != 1)
    text += " groups " + std::to_string(how.groups);
  if (how.layout == AMPRT_FEATURES_FIRST)
    text += " features first";
  if (how.compute == AMPRT_COMPUTE_TF32)
    text += " tf32";
  std::string x = "x " + describeTyped(with.x, how.type),
              w = "w " + describeTyped(with.w, how.type),
              y = "y " + describeTyped(with.y, how.type);
  const std::string *const orders[][3] = {
      {&x, &w, &y}, {&w, &y, &x}, {&x, &y, &w}};
  auto [a, b, d] = orders[how.kind];
  text += " (" + *a + "; " + *b + ") -> " + *d;
  if (how.alpha != 1)
    text += format(", alpha %g", how.alpha);
  if (how.beta != 0)
    text += format(", beta %g", how.beta);
  return text;
}
