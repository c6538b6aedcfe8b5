// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of several registers: the last operand holds the carry.
#include "Table.h"

using namespace ptx;

namespace {
/// Summand: a, or a half of a * b.
enum class Of { Number, Low, High };
} // namespace

template <typename T, typename Wide, Of of, bool isDifference, bool takes,
          bool gives>
static void add(Machine &machine, const Instruction &i) {
  constexpr int bits = 8 * sizeof(T);
  const Operand &carry = i.operands.back();
  for (uint32_t thread : machine.active) {
    Wide a = as<T>(argument(machine, i, 1, thread));
    Wide b = as<T>(argument(machine, i, 2, thread));
    if (of != Of::Number) {
      a = of == Of::High ? a * b >> bits : T(a * b);
      b = as<T>(argument(machine, i, 3, thread));
    }
    Wide more = takes ? machine.get(carry, thread) : 0;
    Wide sum = isDifference ? a - b - more : a + b + more;
    machine.set(i.operands[0], thread, bitsOf(T(sum)));
    if (gives)
      machine.set(carry, thread, uint64_t(sum >> bits & 1));
  }
}

template <typename T, typename Wide, Of of, bool isDifference = false>
static void addRows(Table &table, const std::string &name,
                    const std::string &part) {
  for (const char *letter : {".u", ".s", ".b"}) {
    std::string type = letter + std::to_string(8 * sizeof(T));
    table[name + part + ".cc" + type] =
        add<T, Wide, of, isDifference, false, true>;
    table[name + "c" + part + type] =
        add<T, Wide, of, isDifference, true, false>;
    table[name + "c" + part + ".cc" + type] =
        add<T, Wide, of, isDifference, true, true>;
  }
}

template <typename T, typename Wide> static void addType(Table &table) {
  addRows<T, Wide, Of::Number>(table, "add", "");
  addRows<T, Wide, Of::Number, true>(table, "sub", "");
  addRows<T, Wide, Of::Low>(table, "mad", ".lo");
  addRows<T, Wide, Of::High>(table, "mad", ".hi");
}

static Table makeTable() {
  Table table;
  addType<uint32_t, uint64_t>(table);
  addType<uint64_t, unsigned __int128>(table);
  return table;
}

Operation ptx::findCarry(const std::string &name) {
  static const Table table = makeTable();
  auto row = table.find(name);
  return row == table.end() ? nullptr : row->second;
}
