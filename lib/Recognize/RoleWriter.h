// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RECOGNIZE_ROLEWRITER_H
#define LIB_RECOGNIZE_ROLEWRITER_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

/// Collects recognized composites and assigns their roles at the end. An op in
/// several composites belongs to the first in the grammar. A composite with ops
/// in a function with several calls counts only if all call contexts agree.
/// Existing roles of ops are kept.
class RoleWriter {
public:
  explicit RoleWriter(ProgramDataflow &dataflow) : dataflow(dataflow) {}

  /// `rank` is the priority of a composite, lower first.
  void add(unsigned rank, StringRef group, ArrayRef<Member> members);

  /// Adds a member to the last composite.
  void extend(const Member &member);

  /// Assigns the roles and returns the number of composites.
  unsigned finish();

private:
  struct Group {
    unsigned rank, first, last;
    StringRef name;
  };
  ArrayRef<Member> membersOf(const Group &group) const;
  bool isAgreed(const Group &group);
  void write(const Group &group);
  StringAttr roleOf(StringRef group, Role role);

  ProgramDataflow &dataflow;
  SmallVector<Group> groups;
  std::vector<Member> members;
  llvm::DenseSet<Operation *> taken;
  /// Number of call contexts in which an op has this role.
  llvm::DenseMap<std::pair<Operation *, StringAttr>, unsigned> votes;
  llvm::DenseMap<std::pair<StringRef, unsigned>, StringAttr> roles;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_ROLEWRITER_H
