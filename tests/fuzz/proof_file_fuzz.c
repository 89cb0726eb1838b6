// SPDX-License-Identifier: MIT
//
// Any bytes as the proof of a mate: accepted, refused, or not a certificate at all.
#include "fuzz/fuzz_file.h"

#include "cmd/common/command.h"
#include "cmd/mate/mate_command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_mute();
    int status = mate_proof_file_check(fuzz_file(data, size), size % 2);
    fuzz_assert(status == EXIT_DONE || status == EXIT_NO || status == EXIT_MISUSE);
    return 0;
}
