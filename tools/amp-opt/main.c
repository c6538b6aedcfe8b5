/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int ampOptMain(int argc, char **argv);

int main(int argc, char **argv) { return ampOptMain(argc, argv); }
