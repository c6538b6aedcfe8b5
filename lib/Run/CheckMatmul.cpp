// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Backend.h"

using namespace amprt;

uint64_t amprt::bytesOf(amprt_type type) {
  static const uint64_t bytes[] = {8, 4, 2, 2};
  return bytes[type];
}

/// Returns the number of elements from the first to the last of `batch`
/// matrices.
static uint64_t extent(int64_t rows, int64_t columns, int64_t leading,
                       int64_t batch, int64_t stride) {
  if (!rows || !columns || !batch)
    return 0;
  return (batch - 1) * stride + (rows - 1) * leading + columns;
}

namespace {
struct Uses {
  bool bias, aux;
};
} // namespace

static Uses usesOf(amprt_epilogue epilogue) {
  static const Uses uses[] = {
      {false, false}, // plain
      {true, false},  // bias
      {false, false}, // relu
      {true, false},  // relu_bias
      {false, false}, // gelu
      {true, false},  // gelu_bias
      {false, true},  // gelu_aux
      {true, true},   // gelu_aux_bias
      {false, true},  // dgelu
      {true, true},   // dgelu_bgrad
      {true, false},  // bgrad_a
      {true, false},  // bgrad_b
  };
  return uses[epilogue];
}

MatmulExtents amprt::extentsOf(const struct amprt_matmul &how) {
  bool a = how.transpose_a, b = how.transpose_b;
  Uses uses = usesOf(how.epilogue);
  uint64_t bias = how.epilogue == AMPRT_BGRAD_A ? how.m : how.n;
  return {extent(a ? how.k : how.m, a ? how.m : how.k, how.leading_a, how.batch,
                 how.stride_a),
          extent(b ? how.n : how.k, b ? how.k : how.n, how.leading_b, how.batch,
                 how.stride_b),
          extent(how.m, how.n, how.leading_d, how.batch, how.stride_d),
          uses.bias ? bias : 0,
          uses.aux ? extent(how.m, how.n, how.leading_aux, 1, 0) : 0};
}

std::string amprt::checkMatmul(const struct amprt_matmul &how,
                               const struct amprt_operands &with) {
  struct Row {
    const char *name;
    int64_t leading, columns;
  };
  if (how.m < 0 || how.n < 0 || how.k < 0 || how.batch < 1)
    return "expects sizes of at least 0 and a batch of at least 1, but got " +
           std::to_string(how.m) + "x" + std::to_string(how.n) + "x" +
           std::to_string(how.k) + ", batch " + std::to_string(how.batch);
  for (Row row : {Row{"a", how.leading_a, how.transpose_a ? how.m : how.k},
                  Row{"b", how.leading_b, how.transpose_b ? how.k : how.n},
                  Row{"d", how.leading_d, how.n}})
    if (row.leading < row.columns)
      return std::string("expects rows of ") + row.name + " to be at least " +
             std::to_string(row.columns) + " elements apart, but got " +
             std::to_string(row.leading);
  if (how.epilogue < AMPRT_PLAIN || how.epilogue > AMPRT_BGRAD_B)
    return "expects an epilogue from 0 to 11, but got " +
           std::to_string(how.epilogue);
  if (with.alpha &&
      (how.type_d == AMPRT_F64 || (how.beta != 0 && how.beta != 1)))
    return "expects f32 sums and a beta of 0 or 1 with alpha on the device, "
           "but got beta " +
           std::to_string(how.beta);
  Uses uses = usesOf(how.epilogue);
  if (uses.bias != (with.bias != nullptr))
    return std::string("expects ") + (uses.bias ? "a" : "no") +
           " bias for its epilogue";
  if (uses.aux != (with.aux != nullptr))
    return std::string("expects ") + (uses.aux ? "an" : "no") +
           " aux for its epilogue";
  if (uses.aux && (how.leading_aux < how.n || how.leading_aux % 8))
    return "expects rows of aux to be a multiple of 8 and at least " +
           std::to_string(how.n) + " elements apart, but got " +
           std::to_string(how.leading_aux);
  if (uses.aux && how.batch != 1)
    return "expects no batch with aux, but got " + std::to_string(how.batch);
  return "";
}
