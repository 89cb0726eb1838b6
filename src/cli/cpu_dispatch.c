// SPDX-License-Identifier: MIT
//
// The executable contains the whole program several times, compiled for different x86-64 levels
// (mk/variants.mk).  main() picks the newest that this processor can run.  So calls inside the
// program need no function pointers for the choice.

int roek_main_x86_64(int argc, char **argv);
int roek_main_x86_64_v3(int argc, char **argv);
int roek_main_x86_64_v4(int argc, char **argv);

static int has_v3(void) {
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("avx2");
}

static int has_v4(void) {
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
}

int main(int argc, char **argv) {
    __builtin_cpu_init();
    if (has_v4()) return roek_main_x86_64_v4(argc, argv);
    return has_v3() ? roek_main_x86_64_v3(argc, argv) : roek_main_x86_64(argc, argv);
}
