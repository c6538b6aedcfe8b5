// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/RoleWriter.h"
#include "dialects/amp/IR/Amp.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

void RoleWriter::add(unsigned rank, StringRef group, ArrayRef<Member> ofGroup) {
  unsigned first = members.size();
  members.insert(members.end(), ofGroup.begin(), ofGroup.end());
  groups.push_back({rank, first, unsigned(members.size()), group});
}

void RoleWriter::extend(const Member &member) {
  members.push_back(member);
  ++groups.back().last;
}

StringAttr RoleWriter::roleOf(StringRef group, Role role) {
  StringAttr &known = roles[{group, static_cast<unsigned>(role)}];
  if (!known)
    known = StringAttr::get(members.front().op->getContext(),
                            group + "." + nameOf(role));
  return known;
}

ArrayRef<Member> RoleWriter::membersOf(const Group &group) const {
  return ArrayRef<Member>(members).slice(group.first, group.last - group.first);
}

bool RoleWriter::isAgreed(const Group &group) {
  return llvm::all_of(membersOf(group), [&](const Member &member) {
    return !member.frame ||
           votes[{member.op, roleOf(group.name, member.role)}] >=
               dataflow.countRuns(member.op);
  });
}

void RoleWriter::write(const Group &group) {
  for (const Member &member : membersOf(group))
    if (taken.insert(member.op).second &&
        !member.op->hasAttr(AmpDialect::roleAttrName))
      member.op->setDiscardableAttr(AmpDialect::roleAttrName,
                                    roleOf(group.name, member.role));
}

/// Counts an op once per call context, even if it occurs twice in a composite.
unsigned RoleWriter::finish() {
  for (const Group &group : groups) {
    llvm::SmallDenseSet<std::pair<Operation *, const Frame *>> counted;
    for (const Member &member : membersOf(group))
      if (member.frame && counted.insert({member.op, member.frame}).second)
        ++votes[{member.op, roleOf(group.name, member.role)}];
  }
  llvm::stable_sort(
      groups, [](const Group &a, const Group &b) { return a.rank < b.rank; });
  unsigned written = 0;
  for (const Group &group : groups) {
    const Member &last = members[group.first];
    if ((!last.frame && taken.contains(last.op)) || !isAgreed(group))
      continue;
    ++written;
    write(group);
  }
  return written;
}
