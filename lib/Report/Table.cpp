// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Table.h"
#include "lib/Report/memory/Sizes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;
using llvm::left_justify;

static double numberAt(DictionaryAttr dictionary, StringRef key) {
  if (!dictionary)
    return 0;
  if (auto number = dictionary.getAs<FloatAttr>(key))
    return number.getValueAsDouble();
  auto number = dictionary.getAs<IntegerAttr>(key);
  return number ? number.getInt() : 0;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// Ops of one class.
struct ClassRow {
  std::map<StringRef, int64_t> ops; ///< by precision
  double flops = 0, wideFlops = 0;
  int64_t unsized = 0;
};
} // namespace

static void printClasses(raw_ostream &os, DictionaryAttr totals) {
  llvm::MapVector<StringRef, ClassRow> rows;
  std::set<StringRef> precisions;
  double allFlops = 0;
  for (auto work :
       totals.getAs<ArrayAttr>("work").getAsRange<DictionaryAttr>()) {
    StringRef precision = work.getAs<StringAttr>("precision").getValue();
    ClassRow &row = rows[work.getAs<StringAttr>("class").getValue()];
    row.ops[precision] = numberAt(work, "ops");
    precisions.insert(precision);
    row.flops += numberAt(work, "flops");
    row.unsized += numberAt(work, "unsized");
    allFlops += numberAt(work, "flops");
  }
  os << "  " << left_justify("ops that read", 16);
  for (StringRef precision : precisions)
    os << llvm::right_justify(precision, 8);
  os << llvm::right_justify("GFLOP", 14) << llvm::right_justify("share", 10)
     << '\n';
  for (auto &[name, row] : rows) {
    os << "  " << left_justify(name, 16);
    for (StringRef precision : precisions)
      os << llvm::format("%8lld", (long long)row.ops[precision]);
    os << llvm::format("%14.6g %7.1f %%", row.flops / 1e9,
                       allFlops ? 100 * row.flops / allFlops : 0.0);
    if (row.unsized)
      os << "  (" << row.unsized << " of unknown size not counted)";
    os << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static void printPerType(raw_ostream &os, DictionaryAttr bytes) {
  if (bytes.empty())
    os << "none";
  llvm::interleaveComma(bytes, os, [&](NamedAttribute entry) {
    os << entry.getName().getValue() << ' ';
    printBytes(os, cast<FloatAttr>(entry.getValue()).getValueAsDouble());
  });
}

static void printBytesLine(raw_ostream &os, StringRef what, StringRef key,
                           DictionaryAttr before, DictionaryAttr after) {
  auto now = after.getAs<DictionaryAttr>(key);
  auto then = before ? before.getAs<DictionaryAttr>(key) : now;
  os << "  " << left_justify(what, 16);
  if (then != now) {
    printPerType(os, then);
    os << "  ->  ";
  }
  printPerType(os, now);
  os << '\n';
}

/// Prints "30.0 MiB", or "45.0 MiB  ->  30.0 MiB" if the value changed.
static void printChange(raw_ostream &os, std::optional<double> before,
                        double after, function_ref<void(double)> print) {
  if (before && *before != after) {
    print(*before);
    os << "  ->  ";
  }
  print(after);
}

static std::optional<double> knownAt(DictionaryAttr dictionary, StringRef key) {
  if (!dictionary || isa_and_present<UnitAttr>(dictionary.get(key)))
    return std::nullopt;
  return numberAt(dictionary, key);
}

static void printMemory(raw_ostream &os, DictionaryAttr before,
                        DictionaryAttr after) {
  os << "  " << left_justify("peak memory", 16);
  printChange(os, knownAt(before, "peak_bytes"), numberAt(after, "peak_bytes"),
              [&](double bytes) { printBytes(os, bytes); });
  std::optional<double> batch = knownAt(after, "batch");
  if (batch)
    os << ", at a batch of " << static_cast<int64_t>(*batch);
  os << '\n';
  std::optional<double> limit = knownAt(after, "limit_bytes");
  if (!limit)
    return;
  os << "  " << left_justify("largest batch", 16);
  if (std::optional<double> largest = knownAt(after, "largest_batch")) {
    printChange(os, knownAt(before, "largest_batch"), *largest,
                [&](double count) { os << static_cast<int64_t>(count); });
    os << ", in ";
    printBytes(os, *limit);
  } else if (auto doubt = after.getAs<StringAttr>("doubt")) {
    os << "in doubt: " << doubt.getValue();
  }
  os << '\n';
}

void amp::report::printTotals(raw_ostream &os, DictionaryAttr before,
                              DictionaryAttr after) {
  printClasses(os, after);
  auto casts = after.getAs<DictionaryAttr>("casts");
  os << "  " << left_justify("casts", 16)
     << static_cast<int64_t>(numberAt(casts, "ops")) << ", reading ";
  printBytes(os, numberAt(casts, "bytes_read"));
  os << ", writing ";
  printBytes(os, numberAt(casts, "bytes_written"));
  os << '\n';
  printBytesLine(os, "parameters", "parameter_bytes", before, after);
  printBytesLine(os, "constants", "constant_bytes", before, after);
  printBytesLine(os, "activations", "activation_bytes", before, after);
  printMemory(os, before ? before.getAs<DictionaryAttr>("memory") : nullptr,
              after.getAs<DictionaryAttr>("memory"));
}
