// SPDX-License-Identifier: MIT
//
// Any bytes as a network, with a corrected checksum: an accepted network evaluates without
// overflow.  The input changes the smallest possible network, or the beginning of a large one, in
// one place.
#include "base/codec/checksum.h"
#include "base/codec/endian.h"
#include "eval/evaluators.h"
#include "nnue/embedded.h"

#include "fuzz/fuzz.h"

enum {
    HEADER = 64,
    BIASES = NET_OUTPUT_BUCKETS * (int)sizeof(int32_t),
    WHOLE = HEADER + (2 + NET_INPUTS + 2 * NET_OUTPUT_BUCKETS) * NET_BLOCK * (int)sizeof(int16_t) +
            BIASES,
};

/* One block of neurons, and the same weights for all king squares. */
static void write_smallest(uint8_t *bytes) {
    size_t size;
    const uint8_t *embedded = embedded_network(false, &size);
    fuzz_assert(size >= WHOLE);
    memcpy(bytes, embedded, WHOLE - BIASES);
    memset(bytes + WHOLE - BIASES, 0, BIASES);
    store_le(bytes + 13, 1, 1);
    store_le(bytes + 16, 2, NET_BLOCK);
    memset(bytes + 24, 0, 32);
}

static void assert_evaluates(const Evaluators *all) {
    for (int i = 0; rules_at(i); i++) {
        Position pos = position_start(rules_at(i));
        Score score = evaluate_once(evaluators_select(all, pos.rules, false), &pos);
        fuzz_assert(score < EVAL_LIMIT && score > -EVAL_LIMIT);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[WHOLE];
    if (size < 4) return 0;
    write_smallest(bytes);
    size_t changed = size - 4 < HEADER ? size - 4 : HEADER;
    size_t at = data[0] & 1 ? 0 : load_le(data + 1, 3) % (WHOLE - HEADER);
    memcpy(bytes + at, data + 4, changed);
    store_le(bytes + 8, 4, checksum32(bytes + 12, WHOLE - 12));
    Evaluators all;
    evaluators_init(&all);
    if (!evaluators_load(&all, bytes, WHOLE)) assert_evaluates(&all);
    evaluators_free(&all);
    return 0;
}
