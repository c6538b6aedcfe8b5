// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Products.h"
#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Fastest.h"

using namespace amprt;
using namespace amprt::cuda;

static constexpr int mostCandidates = 8;

/// Returns all properties on which the proposed candidates depend.
static std::vector<int64_t> keyOf(const Call &call) {
  const struct amprt_matmul &how = call.how;
  std::vector<int64_t> key = {
      how.m,           how.n,         how.k,         how.batch,
      how.leading_a,   how.leading_b, how.leading_d, how.leading_aux,
      how.stride_a,    how.stride_b,  how.stride_d,  how.transpose_a,
      how.transpose_b, how.type_a,    how.type_b,    how.type_d,
      how.type_bias,   how.compute,   how.epilogue,  call.with.alpha != nullptr,
      how.beta != 0};
  key.push_back(call.c() == call.with.d);
  for (const void *one : {call.with.a, call.with.b, call.c(),
                          static_cast<const void *>(call.with.d),
                          static_cast<const void *>(call.with.bias),
                          static_cast<const void *>(call.with.aux)})
    key.push_back(reinterpret_cast<uintptr_t>(one) % 256);
  return key;
}

void Products::open(const char *where) {
  std::string error = library ? "" : blas.load();
  if (!error.empty())
    fail(where, "a matrix product needs cuBLASLt: " + error);
  if (int status = library ? 0 : blas.create(&library))
    fail(where, "cuBLASLt does not start: error " + std::to_string(status));
  workspace =
      allocateNamed(AMPRT_MATMUL_WORKSPACE, "workspace of cuBLASLt", where);
  float values[2] = {0, 1};
  void *memory = allocateNamed(sizeof(values), "numbers of cuBLASLt", where);
  driver.check(
      driver.upload(addressOf(memory), values, sizeof(values), nullptr), where,
      "cannot upload");
  driver.check(driver.streamSynchronize(nullptr), where, "cannot upload");
  numbers = static_cast<const float *>(memory);
}

static bool sumsFactor(const struct amprt_matmul &how) {
  return (how.epilogue == AMPRT_BGRAD_A || how.epilogue == AMPRT_BGRAD_B) &&
         how.type_a != AMPRT_F64;
}

bool Products::has(const struct amprt_matmul &how) {
  if (!how.m || !how.n)
    return true;
  if (!library && (!blas.load().empty() || blas.create(&library)))
    return true;
  // only the alignment of this address matters
  auto *place = reinterpret_cast<void *>(uintptr_t(1) << 40);
  bool hasBias =
      how.epilogue == AMPRT_BIAS || how.epilogue == AMPRT_RELU_BIAS ||
      how.epilogue == AMPRT_GELU_BIAS || how.epilogue == AMPRT_GELU_AUX_BIAS ||
      how.epilogue >= AMPRT_DGELU_BGRAD;
  struct amprt_operands with = {place,   place,   place,  nullptr,
                                nullptr, nullptr, nullptr};
  with.bias = hasBias ? place : nullptr;
  with.aux = how.leading_aux ? place : nullptr;
  Call call = {how, with, nullptr};
  Product product(blas, call);
  Candidate candidates[mostCandidates] = {};
  return !product.status() &&
         (product.propose(library, candidates, mostCandidates,
                          AMPRT_MATMUL_WORKSPACE) ||
          sumsFactor(how));
}

void Products::clear() {
  if (library)
    blas.destroy(library);
  library = nullptr;
}

/// Returns the fastest candidate that cuBLASLt proposes; none for runApart.
std::optional<Candidate> Products::choose(const Product &product,
                                          const Call &call, Handle stream) {
  Candidate candidates[mostCandidates] = {};
  int count = product.propose(library, candidates, mostCandidates,
                              AMPRT_MATMUL_WORKSPACE);
  if (!count && sumsFactor(call.how))
    return std::nullopt;
  if (!count)
    fail(call.where, "cuBLASLt has no way to compute this matrix product");
  uint64_t bytes = extentsOf(call.how).d * bytesOf(call.how.type_d);
  return candidates[fastestOf(driver, stream, count, bytes,
                              [&](int i, void *to) {
                                return product.run(library, candidates[i], to,
                                                   workspace, numbers, stream);
                              })];
}

/// Returns `count` ones on the device, created in the first run.
const void *Products::ones(amprt_type type, int64_t count, const char *where) {
  static constexpr unsigned bits[] = {0, 0x3f800000, 0x3c00, 0x3f80};
  void *&memory = onesOf[{type, count}];
  if (memory)
    return memory;
  memory = allocateNamed(count * bytesOf(type), "ones of cuBLASLt", where);
  Address to = addressOf(memory);
  driver.check(type == AMPRT_F32
                   ? driver.fill32(to, bits[type], count, nullptr)
                   : driver.fill16(to, bits[type], count, nullptr),
               where, "cannot fill");
  driver.check(driver.streamSynchronize(nullptr), where, "cannot fill");
  return memory;
}

/// Computes the sums of an operand apart, if cuBLASLt has no such epilogue for
/// the matmul: the matmul alone, then a matmul of the operand with ones.
void Products::runApart(const Call &call, Handle stream, bool isRecording) {
  bool isA = call.how.epilogue == AMPRT_BGRAD_A;
  struct amprt_matmul product = call.how;
  struct amprt_operands with = call.with;
  product.epilogue = AMPRT_PLAIN;
  with.bias = nullptr;
  run({product, with, call.where}, stream, isRecording);
  struct amprt_matmul sum = product;
  const void *factor = ones(sum.type_a, sum.k, call.where);
  struct amprt_operands sums = {with.a, with.b, call.with.bias, {}, {}, {}, {}};
  (isA ? sums.b : sums.a) = factor;
  (isA ? sum.n : sum.m) = 1;
  (isA ? sum.transpose_b : sum.transpose_a) = 0;
  (isA ? sum.leading_b : sum.leading_a) = isA ? 1 : sum.k;
  sum.leading_d = sum.n;
  sum.type_d = sum.type_bias;
  sum.compute = AMPRT_COMPUTE_F32;
  sum.alpha = 1, sum.beta = 0;
  run({sum, sums, call.where}, stream, isRecording);
}

void Products::run(const Call &call, Handle stream, bool isRecording) {
  const struct amprt_matmul &how = call.how;
  if (!how.m || !how.n)
    return;
  auto found = chosen.find(keyOf(call));
  bool isNew = found == chosen.end();
  if (isNew && isRecording)
    fail(call.where, "a matrix product that did not run at first is to be "
                     "recorded: expects every run of a step to be the same");
  if (!workspace)
    open(call.where);
  Product product(blas, call);
  if (product.status())
    fail(call.where, "cuBLASLt does not take this matrix product: error " +
                         std::to_string(product.status()));
  if (isNew)
    found = chosen.emplace(keyOf(call), choose(product, call, stream)).first;
  if (!found->second)
    return runApart(call, stream, isRecording);
  int status = product.run(library, *found->second, call.with.d, workspace,
                           numbers, stream);
  if (status)
    fail(call.where,
         "cuBLASLt cannot multiply: error " + std::to_string(status));
}
