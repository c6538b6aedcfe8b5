// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// infer, "elementwise", low   ==>   elementwise is on the infer list, and this
//                                   op has 16-bit operands
#include "lib/Report/Words.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

namespace {
struct Sentence {
  ReasonKind kind;
  StringLiteral low;  ///< '%' is a placeholder for the entry
  StringLiteral wide; ///< for an op that is not 16-bit; as `low` if empty
};
} // namespace

// clang-format off
static constexpr Sentence sentences[] = {
    {ReasonKind::allow,     "% is on the allow list",
                            "% is on the allow list, but an adjacent op must stay f32"},
    {ReasonKind::infer,     "% is on the infer list, and this op has 16-bit operands",
                            "% is on the infer list, but this op has no 16-bit operand"},
    {ReasonKind::clear,     "% is on the clear list, and an adjacent op is 16-bit",
                            "% is on the clear list, but no adjacent op is 16-bit"},
    {ReasonKind::deny,      "% is on the deny list", ""},
    {ReasonKind::path,      "% is denied, and this op depends on it", ""},
    {ReasonKind::structure, "the structure of a training step keeps it f32: %", ""},
    {ReasonKind::exact,     "an exact comparison needs one precision on both sides", ""},
    {ReasonKind::random,    "it is computed from random bits alone", ""},
    {ReasonKind::given,     "the input program fixes its types: %", ""},
    {ReasonKind::body,      "its body must stay f32: it %", ""},
    {ReasonKind::unlisted,  "no list names it, so it keeps its types", ""},
    {ReasonKind::force,     "% is on the force list", ""},
    {ReasonKind::rule,      "a rule of the policy selects its list: %", ""},
    {ReasonKind::require,   "the program has amp.require = %", ""},
    {ReasonKind::cost,      "% may be 16-bit, but f32 is faster than 16 bits with the required casts", ""},
    {ReasonKind::tf32,      "% is on the tf32 list", ""},
    {ReasonKind::range,     "16 bits hold its values, although % is denied, and this op depends on it",
                            "16 bits cannot hold its values: %"},
};
// clang-format on

std::string amp::report::inWords(ReasonAttr reason, bool low) {
  StringRef entry = reason.getEntry() ? reason.getEntry().getValue() : "";
  const Sentence *found = llvm::find_if(
      sentences, [&](const Sentence &s) { return s.kind == reason.getKind(); });
  if (found == std::end(sentences))
    return (stringifyReasonKind(reason.getKind()) + ": " + entry).str();
  StringRef text = low || found->wide.empty() ? found->low : found->wide;
  auto [before, after] = text.split('%');
  return (before + (text.contains('%') ? entry : "") + after).str();
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

// Custom printer: MLIR's location printer has a setup cost per call that
// exceeds the time for the rest of an entry.
void amp::report::writeLocation(llvm::raw_ostream &os, Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    os << name.getName().getValue();
    if (isa<UnknownLoc>(name.getChildLoc()))
      return;
    os << " at ";
    writeLocation(os, name.getChildLoc());
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    writeLocation(os, call.getCallee());
    os << " called from ";
    writeLocation(os, call.getCaller());
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    llvm::interleave(
        fused.getLocations(), os,
        [&](Location part) { writeLocation(os, part); }, " and ");
  } else {
    os << "unknown";
  }
}
