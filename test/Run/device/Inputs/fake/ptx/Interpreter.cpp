// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's half: memory that is known, modules that are read, launches
// that are run.
#include "../Fake.h"
#include "Machine.h"

#include <cstring>

using namespace ptx;

namespace {
class Interpreter : public FakeInterpreter {
public:
  Interpreter() { fakeInterpreter = this; }

  void allocated(uint64_t address, uint64_t bytes) override {
    memory.add(address, bytes);
  }
  void freed(uint64_t address) override { memory.remove(address); }
  std::string visited(uint64_t address, uint64_t bytes, bool isWrite) override {
    const char *error = memory.visit(address, bytes, isWrite);
    return error ? error : "";
  }
  std::string copied(uint64_t to, uint64_t from, uint64_t bytes) override {
    const char *error = memory.copy(to, from, bytes);
    return error ? error : "";
  }
  void forget(uint64_t address, uint64_t bytes) override {
    memory.forget(address, bytes);
  }
  void *load(const char *image, std::string &error) override {
    std::unique_ptr<Module> module = parse(image, error);
    if (!module)
      return nullptr;
    for (const auto &[name, bytes] : module->arrays) {
      auto address = reinterpret_cast<uint64_t>(bytes.data());
      memory.add(address, bytes.size());
      memory.visit(address, bytes.size(), true);
    }
    return module.release();
  }
  void *find(void *module, const char *name) override {
    auto &kernels = static_cast<Module *>(module)->kernels;
    auto kernel = kernels.find(name);
    return kernel == kernels.end() ? nullptr : kernel->second.get();
  }
  const char *nameOf(void *kernel) override {
    return static_cast<Kernel *>(kernel)->name.c_str();
  }
  std::function<std::string()> launch(void *kernel, const uint32_t *sizes,
                                      uint32_t sharedBytes,
                                      void **arguments) override;

private:
  Memory memory;
  uint32_t launches = 0;
};
} // namespace

static Interpreter interpreter;

std::function<std::string()> Interpreter::launch(void *kernel,
                                                 const uint32_t *sizes,
                                                 uint32_t sharedBytes,
                                                 void **arguments) {
  Launch launch = {static_cast<Kernel *>(kernel),
                   {sizes[0], sizes[1], sizes[2]},
                   {sizes[3], sizes[4], sizes[5]},
                   sharedBytes,
                   {}};
  for (const Parameter &parameter : launch.kernel->parameters) {
    launch.arguments.resize(parameter.offset + parameter.bytes);
    std::memcpy(launch.arguments.data() + parameter.offset, *arguments++,
                parameter.bytes);
  }
  return [this, launch] { return Machine(memory, launch, ++launches).run(); };
}
