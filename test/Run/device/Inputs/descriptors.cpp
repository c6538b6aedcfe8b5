// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes that we set, checked by NVIDIA's own cuBLASLt, which needs no GPU:
// it knows each attribute, and refuses those of another size.
#include "lib/Run/Cuda/Blas.h"

#include <cstdio>
#include <functional>

using namespace amprt::cuda;

static bool isRight = true;

static void expect(bool condition, const char *what) {
  if (!condition)
    std::printf("not taken: %s\n", what);
  isRight &= condition;
}

template <typename T>
static void expectTaken(const char *what, T value,
                        std::function<int(const void *, size_t)> set) {
  expect(set(&value, sizeof(T)) == 0 && set(&value, sizeof(T) / 2) != 0, what);
}

static void checkDesc(const Blas &blas, int compute, int scale) {
  Handle desc = nullptr;
  expect(blas.descCreate(&desc, compute, scale) == 0, "compute type");
  auto expectSet = [&](const char *what, BlasAttribute attribute, auto value) {
    expectTaken(what, value, [&](const void *data, size_t bytes) {
      return blas.descSet(desc, attribute, data, bytes);
    });
  };
  char memory[16];
  expectSet("pointer mode", DescPointerMode, int32_t(PointersOnDevice));
  expectSet("transpose a", DescTransposeA, int32_t(1));
  expectSet("transpose b", DescTransposeB, int32_t(1));
  for (int epilogue : epilogueNumbers)
    expectSet("epilogue", DescEpilogue, int32_t(epilogue));
  expectSet("bias", DescBiasPointer, static_cast<void *>(memory));
  expectSet("aux", DescAuxPointer, static_cast<void *>(memory));
  expectSet("rows of aux", DescAuxLeading, int64_t(8));
  expectSet("type of bias", DescBiasType, int32_t(typeNumbers[0]));
  expect(blas.descDestroy(desc) == 0, "end of a descriptor");
}

int main() {
  Blas blas;
  if (std::string error = blas.load(); !error.empty()) {
    std::printf("%s\n", error.c_str());
    return 1;
  }
  checkDesc(blas, ComputeF32, typeNumbers[1]);
  checkDesc(blas, ComputeTf32, typeNumbers[1]);
  checkDesc(blas, ComputeF64, typeNumbers[0]);
  for (int type : typeNumbers) {
    Handle layout = nullptr;
    expect(blas.layoutCreate(&layout, type, 64, 32, 64) == 0, "layout");
    auto set = [&](BlasAttribute attribute) {
      return [&blas, layout, attribute](const void *data, size_t bytes) {
        return blas.layoutSet(layout, attribute, data, bytes);
      };
    };
    expectTaken("batch", int32_t(3), set(LayoutBatchCount));
    expectTaken("stride of a batch", int64_t(4096), set(LayoutBatchStride));
    expect(blas.layoutDestroy(layout) == 0, "end of a layout");
  }
  Handle preference = nullptr;
  expect(blas.preferenceCreate(&preference) == 0, "preference");
  auto set = [&](int attribute) {
    return [&blas, preference, attribute](const void *data, size_t bytes) {
      return blas.preferenceSet(preference, attribute, data, bytes);
    };
  };
  expectTaken("workspace", uint64_t(1) << 25, set(PreferenceWorkspace));
  for (int i = 0; i < 4; ++i)
    expectTaken("alignment", uint32_t(256), set(PreferenceAlignmentA + i));
  expect(blas.preferenceDestroy(preference) == 0, "end of a preference");
  std::printf(isRight ? "all taken\n" : "");
  return !isRight;
}
