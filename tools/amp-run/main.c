/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int ampRunMain(int argc, char **argv);

int main(int argc, char **argv) { return ampRunMain(argc, argv); }
