// SPDX-License-Identifier: MIT
//
// Any bytes as a network, with the checksum put right: what is accepted evaluates without overflow.
#include "roek/base/bytes.h"
#include "roek/eval/evaluators.h"
#include "roek/nnue/embedded.h"

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { HEADER = 64 };
    size_t whole;
    const uint8_t *embedded = embedded_network(false, &whole);
    uint8_t *bytes = malloc(whole);
    if (!bytes || size < 4) {
        free(bytes);
        return 0;
    }
    memcpy(bytes, embedded, whole);
    size_t header = size - 4 < HEADER ? size - 4 : HEADER;
    if (data[0] & 1)
        memcpy(bytes, data + 4, header);
    else
        memcpy(bytes + bytes_load(data + 1, 3) % (whole - HEADER), data + 4, header);
    bytes_store(bytes + 8, 4, bytes_checksum(bytes + 12, whole - 12));
    Evaluators all;
    evaluators_init(&all);
    if (!evaluators_load(&all, bytes, whole)) {
        for (int i = 0; rules_at(i); i++) {
            Position pos = position_start(rules_at(i));
            Score score = evaluate_once(evaluators_for(&all, pos.rules, false), &pos);
            fuzz_assert(score < EVAL_LIMIT && score > -EVAL_LIMIT);
        }
    }
    evaluators_free(&all);
    free(bytes);
    return 0;
}
