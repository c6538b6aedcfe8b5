// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Time/Work.h"
#include "lib/Cost/Chip.h"
#include "mlir/IR/Builders.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

LaunchSize LaunchSize::of(DenseI64ArrayAttr attr) {
  ArrayRef<int64_t> values = attr.asArrayRef();
  return {{values[0], values[1], values[2]},
          values[3],
          values[4],
          SmallVector<int64_t>(values.drop_front(5))};
}

void Pipes::add(const Pipes &other, double times) {
  issued += other.issued * times;
  integer += other.integer * times;
  functions += other.functions * times;
  sharedBytes += other.sharedBytes * times;
}

double Pipes::cycles() const {
  namespace sm = multiprocessor;
  return std::max({issued / sm::schedulers, integer / sm::integerWarps,
                   functions / sm::functionWarps,
                   sharedBytes / sm::sharedBytesPerClock});
}

/// Calls `visit` with the name of each member of `work`, and the member.
template <typename Visit> static void visitMembers(Work &work, Visit visit) {
  visit("issued", work.all.issued);
  visit("integer", work.all.integer);
  visit("functions", work.all.functions);
  visit("shared_bytes", work.all.sharedBytes);
  visit("outside_issued", work.outside.issued);
  visit("outside_integer", work.outside.integer);
  visit("outside_functions", work.outside.functions);
  visit("outside_shared_bytes", work.outside.sharedBytes);
  visit("flops16", work.flops16);
  visit("flops_tf32", work.flopsTf32);
  visit("flops_wgmma", work.flopsWgmma);
  visit("read", work.read);
  visit("written", work.written);
  visit("copied", work.copied);
  visit("path", work.path);
  visit("mean_path", work.meanPath);
  visit("outside_path", work.outsidePath);
  visit("registers", work.registers);
  visit("static_bytes", work.staticBytes);
  visit("barrier", work.hasBarrier);
  visit("barrier_in_loop", work.hasBarrierInLoop);
  visit("persistent", work.isPersistent);
  visit("unknown_trips", work.hasUnknownTrips);
}

DictionaryAttr Work::toAttr(MLIRContext *context) const {
  Builder b(context);
  SmallVector<NamedAttribute> members;
  Work copy = *this;
  visitMembers(copy, [&](StringRef name, auto value) {
    members.push_back(b.getNamedAttr(name, b.getF64FloatAttr(value)));
  });
  return b.getDictionaryAttr(members);
}

Work Work::of(DictionaryAttr attr) {
  Work work;
  visitMembers(work, [&](StringRef name, auto &member) {
    if (auto value = attr.getAs<FloatAttr>(name))
      member = value.getValueAsDouble();
  });
  return work;
}
