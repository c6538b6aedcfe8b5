// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limit of the time of a child process, in processor time: beside other
// processes a program that ends would not be a finding.
#ifndef TOOLS_AMP_FUZZ_TIMELIMIT_H
#define TOOLS_AMP_FUZZ_TIMELIMIT_H

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

namespace mlir::amp::fuzz {

/// Ends this process by SIGPROF after `seconds` of processor time, and by
/// SIGALRM after 20 times as long if it sleeps; 0 lifts the limit.
inline void limitTime(unsigned seconds) {
  itimerval time = {{0, 0}, {time_t(seconds), 0}};
  setitimer(ITIMER_PROF, &time, nullptr);
  alarm(20 * seconds);
}

inline bool isTimeLimit(int signal) {
  return signal == SIGPROF || signal == SIGALRM;
}

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_TIMELIMIT_H
